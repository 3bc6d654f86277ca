/** Where result rows go: DISTINCT, ORDER BY and the window of LIMIT, OFFSET and TOP. Holds no more rows than it must. */
import type { JsonValue } from '../../json/index.ts';
import type { Window } from '../model.ts';
import { compareNullable, valueKey, type SortKey } from '../values/index.ts';
import { keyWeight, rowWeight, type Budget } from './budget.ts';

export type Cells = readonly JsonValue[];

/** A row with what it is sorted by. */
export interface ResultRow {
  readonly cells: Cells;
  readonly keys: readonly (SortKey | undefined)[];
}

export interface Sink {
  /** True: no further row can change the result. */
  push(row: ResultRow): boolean;
  rows(): readonly Cells[];
}

export interface SinkOptions {
  readonly distinct: boolean;
  /** One for each sort key. */
  readonly descending: readonly boolean[];
  /** Whether equal cells always have equal keys. */
  readonly keysAreCells: boolean;
  readonly window: Window;
  readonly budget: Budget;
}

export function createSink(options: SinkOptions): Sink {
  const { distinct, descending, keysAreCells } = options;
  if (descending.length === 0) return distinct ? onlyDistinct(streamed(options), options.budget) : streamed(options);
  if (!distinct) return ordered(options);
  return keysAreCells ? onlyDistinct(ordered(options), options.budget) : distinctOrdered(options);
}

function onlyDistinct(inner: Sink, budget: Budget): Sink {
  const seen = new Set<string>();
  return {
    rows: () => inner.rows(),
    push: (row) => {
      const key = valueKey(row.cells);
      if (seen.has(key)) return false;
      budget.hold(keyWeight(key));
      seen.add(key);
      return inner.push(row);
    },
  };
}

/** In the order in which rows come. */
function streamed({ window, budget }: SinkOptions): Sink {
  const { offset, limit = Infinity, last } = window;
  const kept: Cells[] = [];
  if (last !== undefined) {
    return {
      rows: () => within(kept, window),
      push: ({ cells }) => {
        kept.push(cells);
        if (kept.length > last) kept.shift();
        else budget.hold(rowWeight(cells));
        return false;
      },
    };
  }
  let skipped = 0;
  return {
    rows: () => kept,
    push: ({ cells }) => {
      if (skipped < offset) {
        skipped += 1;
        return false;
      }
      budget.hold(rowWeight(cells));
      kept.push(cells);
      return kept.length >= limit;
    },
  };
}

interface Entry extends ResultRow {
  /** Equal rows stay in the order in which they came. */
  readonly sequence: number;
}

type Order = (a: Entry, b: Entry) => number;

const orderBy =
  (descending: readonly boolean[]): Order =>
  (a, b) => {
    for (let index = 0; index < descending.length; index += 1) {
      const order = compareNullable(a.keys[index], b.keys[index], descending[index] ?? false);
      if (order !== 0) return order;
    }
    return a.sequence - b.sequence;
  };

/** The first (or, for TOP BACKWARD, the last) rows of the order, in a heap of just so many. */
function ordered({ descending, window, budget }: SinkOptions): Sink {
  const order = orderBy(descending);
  const { offset, limit, last } = window;
  const size = last ?? (limit === undefined ? Infinity : offset + limit);
  const heap = createHeap(size, last === undefined ? order : (a, b) => order(b, a), budget);
  let sequence = 0;
  return {
    push: (row) => {
      heap.push({ ...row, sequence });
      sequence += 1;
      return false;
    },
    rows: () =>
      within(
        heap
          .entries()
          .sort(order)
          .map(({ cells }) => cells),
        window,
      ),
  };
}

/** Among equal rows the one counts that comes first in the order. */
function distinctOrdered({ descending, window, budget }: SinkOptions): Sink {
  const order = orderBy(descending);
  const entries = new Map<string, Entry>();
  return {
    push: (row) => {
      const key = valueKey(row.cells);
      const known = entries.get(key);
      const entry = { ...row, sequence: known?.sequence ?? entries.size };
      if (!known) budget.hold(keyWeight(key) + rowWeight(row.cells));
      if (!known || order(entry, known) < 0) entries.set(key, entry);
      return false;
    },
    rows: () =>
      within(
        [...entries.values()].sort(order).map(({ cells }) => cells),
        window,
      ),
  };
}

function within(rows: readonly Cells[], { offset, limit, last }: Window): readonly Cells[] {
  const counted = last === undefined ? rows : rows.slice(-last);
  return counted.slice(offset, limit === undefined ? undefined : offset + limit);
}

/** Keeps the `size` entries that come first. Once there are so many, the last of them is at the top, to be replaced. */
function createHeap(size: number, order: Order, budget: Budget): { push(entry: Entry): void; entries(): Entry[] } {
  const heap: Entry[] = [];
  const comesBehind = (a: number, b: number): boolean => {
    const [x, y] = [heap[a], heap[b]];
    return x !== undefined && y !== undefined && order(x, y) > 0;
  };
  const swap = (a: number, b: number): void => {
    const [x, y] = [heap[a], heap[b]];
    if (x && y) [heap[a], heap[b]] = [y, x];
  };
  const down = (start: number): void => {
    for (let at = start; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let top = comesBehind(left, at) ? left : at;
      if (comesBehind(right, top)) top = right;
      if (top === at) return;
      swap(at, top);
      at = top;
    }
  };
  let isHeap = false;
  const heapify = (): void => {
    for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) down(at);
    isHeap = true;
  };
  return {
    entries: () => heap,
    push: (entry) => {
      if (heap.length < size) {
        budget.hold(rowWeight(entry.cells));
        heap.push(entry);
        return;
      }
      if (!isHeap) heapify();
      const [top] = heap;
      if (!top || order(entry, top) >= 0) return;
      heap[0] = entry;
      down(0);
    },
  };
}
