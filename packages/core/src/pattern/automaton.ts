import { parsePattern, PatternError } from './syntax.ts';
import type { PatternSyntax } from './syntax.ts';

/**
 * A regular expression turned into an automaton whose running time is linear in the text, whatever the pattern: a
 * template is foreign input, and a backtracking matcher would let one pattern such as `(a+)+b` stop the process.
 *
 * Nondeterministic states are built by Thompson's construction; the deterministic ones are made as texts need them and
 * kept.
 */
type State =
  | { readonly kind: 'char'; readonly has: (codePoint: number) => boolean; readonly next: number }
  | { kind: 'split'; targets: readonly number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'match' };

interface Deterministic {
  readonly states: readonly number[];
  readonly accepts: boolean;
  readonly next: Map<number, Deterministic>;
}

const MAX_STATES = 2000;
const MAX_KEPT = 500;
const MAX_TRANSITIONS = 1000;
/** Nondeterministic states that one text may visit while new deterministic ones are made. */
const MAX_VISITS = 300_000;

/**
 * A full-match test for `pattern`; it may stand between slashes (AOM 1.4 C_STRING). Throws {@link PatternError} when
 * the pattern is broken, uses what {@link parsePattern} refuses, or needs over 2,000 states. A text that keeps a
 * hostile pattern busy for 300,000 visits does not match it.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const bare = pattern.length > 1 && pattern.startsWith('/') && pattern.endsWith('/') ? pattern.slice(1, -1) : pattern;
  const states: State[] = [{ kind: 'match' }];
  const first = build(states, parsePattern(bare), 0);

  const kept = new Map<string, Deterministic>();
  const deterministic = (seeds: readonly number[], atStart: boolean): Deterministic => {
    const members = closure(states, seeds, atStart, false);
    const key = members.join();
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made: Deterministic = {
      states: members,
      accepts: closure(states, members, atStart, true).some((id) => states[id]?.kind === 'match'),
      next: new Map(),
    };
    if (kept.size >= MAX_KEPT) {
      for (const state of kept.values()) state.next.clear();
      kept.clear();
    }
    kept.set(key, made);
    return made;
  };

  const step = (from: Deterministic, codePoint: number): Deterministic => {
    const seeds: number[] = [];
    for (const id of from.states) {
      const state = states[id];
      if (state?.kind === 'char' && state.has(codePoint)) seeds.push(state.next);
    }
    const to = deterministic(seeds, false);
    if (from.next.size >= MAX_TRANSITIONS) from.next.clear();
    from.next.set(codePoint, to);
    return to;
  };

  const begin = deterministic([first], true);
  return (text) => {
    let current = begin;
    let visits = 0;
    for (let i = 0; i < text.length; i++) {
      const codePoint = text.codePointAt(i) ?? 0;
      if (codePoint > 0xffff) i += 1;
      const known = current.next.get(codePoint);
      if (known === undefined) visits += current.states.length;
      current = known ?? step(current, codePoint);
      if (current.states.length === 0 || visits > MAX_VISITS) return false;
    }
    return current.accepts;
  };
}

/** {@link compilePattern}, or undefined after a warning: a pattern that cannot be used rejects nothing. */
export function tolerantPattern(
  pattern: string,
  warn: (warning: string) => void,
): ((text: string) => boolean) | undefined {
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

/** All states reachable from `seeds` without reading a character, in ascending order. */
function closure(states: readonly State[], seeds: readonly number[], atStart: boolean, atEnd: boolean): number[] {
  const seen = new Set<number>();
  const open = [...seeds];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const state = states[id];
    if (state === undefined || seen.has(id)) continue;
    seen.add(id);
    if (state.kind === 'split') open.push(...state.targets);
    else if ((state.kind === 'start' && atStart) || (state.kind === 'end' && atEnd)) open.push(state.next);
  }
  return [...seen].sort((a, b) => a - b);
}
