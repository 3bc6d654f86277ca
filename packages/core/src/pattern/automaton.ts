import { parsePattern, PatternError } from './syntax.ts';
import type { PatternSyntax } from './syntax.ts';

/**
 * A regular expression turned into an automaton whose running time is linear in the text, whatever the pattern: a
 * template is foreign input, and a backtracking matcher would let one pattern such as `(a+)+b` stop the process.
 *
 * Nondeterministic states are built by Thompson's construction; the deterministic ones are made as texts need them and
 * kept, as long as they are not too many.
 */
type State =
  | { readonly kind: 'char'; readonly has: (codePoint: number) => boolean; readonly next: number }
  | { kind: 'split'; targets: readonly number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'match' };

interface Deterministic {
  readonly states: readonly number[];
  /** Where characters lead that have been read here; absent: it is not kept. */
  readonly next?: Map<number, Deterministic>;
}

const MAX_STATES = 2000;
const MAX_KEPT = 500;
const MAX_RENEWALS = 8;
const MAX_TRANSITIONS = 1000;

/** Asked now and then with how many states were looked at since; false: there is no time for more. */
export type Patience = (visits: number) => boolean;

export type Matcher = (text: string, patience?: Patience) => boolean | undefined;

/** So many states are looked at before anybody is asked: what usual patterns and texts need, and less than a millisecond. */
const VISITS = 50_000;

/**
 * A full-match test for `pattern`; it may stand between slashes (AOM 1.4 C_STRING). Undefined where whoever asks has lost
 * patience. Throws {@link PatternError} when the pattern is broken, uses what {@link parsePattern} refuses, or needs over
 * 2,000 states.
 */
export function compilePattern(pattern: string): Matcher {
  const bare = pattern.length > 1 && pattern.startsWith('/') && pattern.endsWith('/') ? pattern.slice(1, -1) : pattern;
  const states: State[] = [{ kind: 'match' }];
  const first = build(states, parsePattern(bare), 0);
  const closure = closures(states);
  const kept = new Map<string, Deterministic>();

  let renewals = 0;
  /** Where there are ever new ones, whether one is known is not worth finding out: that takes longer than going on. */
  const deterministic = (members: readonly number[]): Deterministic => {
    if (kept.size >= MAX_KEPT) {
      if (renewals >= MAX_RENEWALS) return { states: members };
      renewals += 1;
      for (const { next } of kept.values()) next?.clear();
      kept.clear();
    }
    const key = members.toSorted((a, b) => a - b).join();
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = { states: members, next: new Map<number, Deterministic>() };
    kept.set(key, made);
    return made;
  };

  const step = (from: Deterministic, codePoint: number): Deterministic => {
    const seeds: number[] = [];
    for (const id of from.states) {
      const state = states[id];
      if (state?.kind === 'char' && state.has(codePoint)) seeds.push(state.next);
    }
    const to = deterministic(closure(seeds, false, false));
    if (from.next && to.next && from.next.size < MAX_TRANSITIONS) from.next.set(codePoint, to);
    return to;
  };

  const accepts = ({ states: members }: Deterministic, atStart: boolean): boolean =>
    closure(members, atStart, true).some((id) => states[id]?.kind === 'match');

  const begin = deterministic(closure([first], true, false));
  return (text, patience) => {
    let current = begin;
    let visits = 0;
    for (let i = 0; i < text.length; i++) {
      const codePoint = text.codePointAt(i) ?? 0;
      if (codePoint > 0xffff) i += 1;
      const known = current.next?.get(codePoint);
      current = known ?? step(current, codePoint);
      if (current.states.length === 0) return false;
      if (known === undefined) visits += current.states.length;
      if (visits > VISITS) {
        if (patience?.(visits) === false) return undefined;
        visits = 0;
      }
    }
    return accepts(current, text === '');
  };
}

/** {@link compilePattern}, or undefined after a warning: a pattern that cannot be used rejects nothing. */
export function tolerantPattern(pattern: string, warn: (warning: string) => void): Matcher | undefined {
  try {
    return compilePattern(pattern);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    warn(`the pattern ${JSON.stringify(pattern)} is not checked: ${error.message}`);
    return undefined;
  }
}

/** Adds the states of `syntax` that continue at `next`, and returns the first of them. */
function build(states: State[], syntax: PatternSyntax, next: number): number {
  switch (syntax.kind) {
    case 'char':
      return add(states, { kind: 'char', has: syntax.has, next });
    case 'start':
    case 'end':
      return add(states, { kind: syntax.kind, next });
    case 'sequence':
      return syntax.items.reduceRight((after, item) => build(states, item, after), next);
    case 'choice':
      return add(states, { kind: 'split', targets: syntax.options.map((option) => build(states, option, next)) });
    case 'repeat': {
      let entry = next;
      if (syntax.max === undefined) {
        const loop: State = { kind: 'split', targets: [] };
        entry = add(states, loop);
        loop.targets = [build(states, syntax.item, entry), next];
      } else {
        for (let i = syntax.min; i < syntax.max; i++) {
          entry = add(states, { kind: 'split', targets: [build(states, syntax.item, entry), next] });
        }
      }
      for (let i = 0; i < syntax.min; i++) entry = build(states, syntax.item, entry);
      return entry;
    }
  }
}

function add(states: State[], state: State): number {
  if (states.length >= MAX_STATES) throw new PatternError('it is too large');
  return states.push(state) - 1;
}

const LAST_ROUND = 0xffff_ffff;

type Closure = (seeds: readonly number[], atStart: boolean, atEnd: boolean) => number[];

/** All states but splits that are reachable from others without reading a character. */
function closures(states: readonly State[]): Closure {
  // In which round a state was reached last: cheaper than a set of those of one round.
  const reached = new Uint32Array(states.length);
  let round = 0;
  return (seeds, atStart, atEnd) => {
    if (round === LAST_ROUND) {
      reached.fill(0);
      round = 0;
    }
    round += 1;
    const found: number[] = [];
    const open = [...seeds];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const state = states[id];
      if (state === undefined || reached[id] === round) continue;
      reached[id] = round;
      if (state.kind === 'split') {
        for (const target of state.targets) open.push(target);
        continue;
      }
      found.push(id);
      if ((state.kind === 'start' && atStart) || (state.kind === 'end' && atEnd)) open.push(state.next);
    }
    return found;
  };
}
