/** What SELECT, WHERE and ORDER BY see: paths read from the row at hand. */
import type { JsonValue } from '../../json/index.ts';
import type { OrderKey, Path } from '../model.ts';
import { compareSortKeys, sortKey, type SortKey } from '../values/index.ts';
import { endOf, type Host } from './expression.ts';
import type { Predicates } from './predicate.ts';
import type { Row } from './row.ts';
import { sharedChild, type Trie, type TrieNode } from './trie.ts';
import { compileSuffix, compileWalk, typed, type Located, type LocatedTest } from './walk.ts';

export interface RowHost extends Host<Row> {
  /** The value that a row is sorted by: by instances of the row as far as it has them, beyond that by the least (ascending) or the greatest of all. */
  order(key: OrderKey & { readonly by: Path }): (row: Row) => JsonValue | undefined;
}

export function createRowHost(
  tries: ReadonlyMap<number, Trie>,
  predicates: Predicates,
  shared: Pick<Host<Row>, 'now' | 'terminologies' | 'look'>,
): RowHost {
  return {
    ...shared,
    path: (path) => ({ value: readerOf(path, tries.get(path.slot)), end: endOf(path) }),
    exists: (path) => existenceOf(path, predicates),
    order: ({ by, descending }) => orderReader(by, tries.get(by.slot), descending, predicates),
  };
}

type Reader = (row: Row) => JsonValue | undefined;

function readerOf(path: Path, trie: Trie | undefined): Reader {
  const reading = trie?.reading(path);
  if (!reading) return () => undefined;
  const { node, filters } = reading;
  const value = compileSuffix(reading.suffix);
  const { slot } = path;
  const whole = path.steps.length === 0;
  return ({ current, tuple }) => {
    const at = current[node];
    if (!at || (at.failed & filters) !== 0n) return undefined;
    return whole ? (tuple[slot]?.whole?.() ?? value(at)) : value(at);
  };
}

/** EXISTS asks the bound object, not the instances of the row; it never makes rows. */
function existenceOf({ slot, predicate, steps }: Path, predicates: Predicates): (row: Row) => boolean {
  const test = predicate && predicates.test(predicate);
  const walk = compileWalk(steps, predicates.test);
  let asked: Located | undefined;
  let answer = false;
  return ({ tuple }) => {
    const bound = tuple[slot];
    if (!bound) return false;
    if (bound !== asked) {
      answer = (!test || test(bound)) && walk(bound, () => true);
      asked = bound;
    }
    return answer;
  };
}

function orderReader(path: Path, trie: Trie | undefined, descending: boolean, predicates: Predicates): Reader {
  if (!trie) return () => undefined;
  const filters: { readonly node: number; readonly test: LocatedTest }[] = [];
  const filter = (node: TrieNode, predicate: Path['predicate']): void => {
    if (predicate) filters.push({ node: node.index, test: predicates.test(predicate) });
  };
  let node = trie.root;
  filter(node, path.predicate);
  let taken = 0;
  for (const step of path.steps) {
    const child = sharedChild(node, step);
    if (!child) break;
    node = child;
    filter(node, step.predicate);
    taken += 1;
  }
  const walk = compileWalk(path.steps, predicates.test, taken);
  const from = node.index;
  return ({ current }) => {
    const at = current[from];
    const silenced = filters.some(({ node: place, test }) => {
      const instance = current[place];
      return !instance || !test(instance);
    });
    return !at || silenced ? undefined : extreme(walk, at, descending);
  };
}

function extreme(walk: ReturnType<typeof compileWalk>, from: Located, descending: boolean): JsonValue | undefined {
  let best: JsonValue | undefined;
  let bestKey: SortKey | undefined;
  walk(from, (last) => {
    const value = typed(last);
    const key = sortKey(value);
    if (key && (!bestKey || compareSortKeys(key, bestKey) * (descending ? -1 : 1) < 0)) {
      best = value;
      bestKey = key;
    }
    return false;
  });
  return best;
}
