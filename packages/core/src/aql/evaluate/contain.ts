/** FROM as binding tuples, in document order: AQL 1.1 "Containment". */
import type { Binding, Containment } from '../model.ts';
import type { Budget } from './budget.ts';
import { compileCandidates, type Place } from './candidates.ts';
import { namesNode } from './predicate.ts';
import type { Bound } from './row.ts';
import type { Located } from './walk.ts';
import type { World } from './world.ts';

export interface ContainmentDeps {
  readonly bindings: readonly Binding[];
  readonly tuple: (Bound | undefined)[];
  readonly budget: Budget;
  /** Whether the predicate of a slot of EHR or VERSION holds. */
  readonly fits: (slot: number, at: Located) => boolean;
  /** A necessary condition on what a slot is bound to. */
  readonly admits: (slot: number, bound: Bound) => boolean;
}

interface Compiling extends ContainmentDeps {
  readonly once: Containment | undefined;
}

/** What a search comes to: a match, or, with nothing found so far, a point where others may have their turn. */
export type Sign = 'match' | 'turn';

type Match = (place: Place) => Generator<Sign, void>;

/**
 * The class expression by which a FROM comes to each document only once: one for itself, or the only one below EHR. Documents then need
 * not be kept while their EHR is searched, which spares most of the work of collecting garbage.
 */
function passesOnce(from: Containment, bindings: readonly Binding[]): Containment | undefined {
  if (from.kind !== 'class') return undefined;
  const { rmType, types } = bindings[from.slot] ?? {};
  if (rmType === 'EHR') return from.contains && passesOnce(from.contains, bindings);
  return types?.has('FOLDER') ? undefined : from;
}

/** For each tuple the generator yields a match, with `deps.tuple` filled in. */
export function compileContainment(from: Containment, deps: ContainmentDeps): (world: World) => Generator<Sign, void> {
  const match = compileMatch(from, { ...deps, once: passesOnce(from, deps.bindings) });
  return (world) => match({ world, scope: { kind: 'ehr' }, within: undefined });
}

function compileMatch(containment: Containment, deps: Compiling): Match {
  switch (containment.kind) {
    case 'class':
      return matchClass(containment, deps);
    case 'not': {
      const operand = compileMatch(containment.operand, deps);
      return function* anti(place) {
        if (yield* isEmpty(operand(place))) yield 'match';
      };
    }
    case 'and':
      return matchAll(containment.operands.map((operand) => compileMatch(operand, deps)));
    case 'or':
      return matchAny(containment.operands.map((operand) => compileMatch(operand, deps)));
  }
}

function* isEmpty(matches: Generator<Sign, void>): Generator<Sign, boolean> {
  for (const sign of matches) {
    if (sign === 'match') return false;
    yield sign;
  }
  return true;
}

/** The product of all branches. */
function matchAll(operands: readonly Match[]): Match {
  function* from(place: Place, index: number): Generator<Sign, void> {
    const operand = operands[index];
    if (!operand) {
      yield 'match';
      return;
    }
    for (const sign of operand(place)) {
      if (sign === 'turn') yield sign;
      else yield* from(place, index + 1);
    }
  }
  return function* all(place) {
    // A branch without matches would be found out only after all combinations of those before it.
    for (const operand of operands.slice(1)) if (yield* isEmpty(operand(place))) return;
    yield* from(place, 0);
  };
}

/** Left joins of all branches; a tuple has at least one of them. */
function matchAny(operands: readonly Match[]): Match {
  function* from(place: Place, index: number, any: boolean): Generator<Sign, void> {
    const operand = operands[index];
    if (!operand) {
      if (any) yield 'match';
      return;
    }
    let found = false;
    for (const sign of operand(place)) {
      if (sign === 'turn') {
        yield sign;
        continue;
      }
      found = true;
      yield* from(place, index + 1, true);
    }
    if (!found) yield* from(place, index + 1, any);
  }
  return (place) => from(place, 0, false);
}

function matchClass(containment: Containment & { readonly kind: 'class' }, deps: Compiling): Match {
  const { slot, contains } = containment;
  const { tuple, budget, admits } = deps;
  const binding = deps.bindings[slot];
  if (!binding) return function* none() {};
  const inner = contains && compileMatch(contains, deps);
  const candidates = compileCandidates(binding, { ...deps, once: deps.once === containment });
  const names = namesNode(binding.predicate);
  return function* one(place) {
    try {
      for (const candidate of candidates(place)) {
        if (candidate === 'turn') {
          yield candidate;
          continue;
        }
        budget.tick();
        if (!admits(slot, candidate)) continue;
        tuple[slot] = candidate;
        if (!inner) yield 'match';
        else
          yield* inner({
            world: place.world,
            scope: candidate,
            within: names && candidate.kind === 'node' ? candidate : undefined,
          });
      }
    } finally {
      tuple[slot] = undefined;
    }
  };
}
