/** Rows of one binding tuple: every combination of instances of the tries, one at a time and without copying anything. */
import type { JsonObject, JsonValue } from '../../json/index.ts';
import { occurrencesOf, type Occurrence } from './occurrence.ts';
import type { Trie, TrieNode } from './trie.ts';
import type { Located } from './walk.ts';

/** What a variable is bound to. */
export interface Bound extends Located {
  readonly value: JsonObject;
  /** What a cell shows for it where that is not `value`: an EHR with references. */
  readonly whole?: () => JsonValue;
  /** Its occurrence, once it was asked for. */
  occurrence?: Occurrence | undefined;
  /** Whether the conditions on it alone can hold, once that was asked. */
  admitted?: boolean;
}

/** The row at hand; one object for the whole query. */
export interface Row {
  /** By slot; undefined where an OR branch is absent. */
  readonly tuple: (Bound | undefined)[];
  /** By trie node. */
  readonly current: (Occurrence | undefined)[];
}

export interface RowCursor {
  /** The first row of the tuple. */
  start(): void;
  /** The next one; false when there is none. */
  next(): boolean;
}

const NONE: readonly Occurrence[] = [];

/** Goes through the rows that the given tries make of `row.tuple`; the last node varies fastest. */
export function createRowCursor(row: Row, tries: readonly Trie[]): RowCursor {
  const { tuple, current } = row;
  const inner: readonly TrieNode[] = tries.flatMap(({ nodes }) => nodes.slice(1));
  const lists: (readonly Occurrence[])[] = inner.map(() => NONE);
  const places = inner.map(() => 0);

  /** First instances from a node on. */
  const fill = (from: number): void => {
    for (let at = from; at < inner.length; at += 1) {
      const node = inner[at];
      if (!node) return;
      const list = current[node.parent]?.children[node.position] ?? NONE;
      lists[at] = list;
      places[at] = 0;
      current[node.index] = list[0];
    }
  };

  return {
    start: () => {
      for (const trie of tries) current[trie.root.index] = occurrenceOf(trie, tuple[trie.slot]);
      fill(0);
    },
    next: () => {
      for (let at = inner.length - 1; at >= 0; at -= 1) {
        const place = (places[at] ?? 0) + 1;
        const node = inner[at];
        if (!node || place >= (lists[at]?.length ?? 0)) continue;
        places[at] = place;
        current[node.index] = lists[at]?.[place];
        fill(at + 1);
        return true;
      }
      return false;
    },
  };
}

function occurrenceOf(trie: Trie, bound: Bound | undefined): Occurrence | undefined {
  if (!bound) return undefined;
  return (bound.occurrence ??= occurrencesOf(trie, bound));
}
