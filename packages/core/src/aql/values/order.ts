/** The total order of ORDER BY, MIN and MAX: by kind (texts, numbers, booleans, times), then by value. */
import { compareNumbers, type JsonNumber, type JsonValue } from '../../json/index.ts';
import { compareTexts } from './compare.ts';
import { valueKey } from './key.ts';
import { scalarOf } from './scalar.ts';
import { compareMoments, type Moment, type TemporalFamily } from './temporal.ts';

/** What a value is sorted by, worked out once. */
export type SortKey =
  | { readonly rank: 0 | 6; readonly value: string }
  | { readonly rank: 1; readonly value: JsonNumber }
  | { readonly rank: 2; readonly value: boolean }
  | { readonly rank: 3 | 4 | 5; readonly value: Moment };

const MOMENT_RANKS: Readonly<Record<TemporalFamily, 3 | 4 | 5>> = { date: 3, 'date-time': 3, time: 4, duration: 5 };

/** Undefined when there is no value. What does not order comes last, in a fixed order of its own. */
export function sortKey(value: JsonValue | undefined): SortKey | undefined {
  if (value === undefined || value === null) return undefined;
  const scalar = scalarOf(value);
  switch (scalar?.family) {
    case 'string':
      return { rank: 0, value: scalar.value };
    case 'number':
      return { rank: 1, value: scalar.value };
    case 'boolean':
      return { rank: 2, value: scalar.value };
    case 'moment':
      return { rank: MOMENT_RANKS[scalar.value.family], value: scalar.value };
    case undefined:
      return { rank: 6, value: valueKey(value) };
  }
}

export function compareSortKeys(a: SortKey, b: SortKey): number {
  if ((a.rank === 0 || a.rank === 6) && a.rank === b.rank) return compareTexts(a.value, b.value);
  if (a.rank === 1 && b.rank === 1) return compareNumbers(a.value, b.value);
  if (a.rank === 2 && b.rank === 2) return Number(a.value) - Number(b.value);
  if (a.rank === b.rank && isMoment(a) && isMoment(b)) return compareMoments(a.value, b.value);
  return a.rank - b.rank;
}

/** Whether it comes before or after others because of what it is. */
export const isOrdered = ({ rank }: SortKey): boolean => rank !== 6;

type MomentKey = SortKey & { readonly rank: 3 | 4 | 5 };
const isMoment = (key: SortKey): key is MomentKey => key.rank >= 3 && key.rank <= 5;

/** Missing values come last ascending and first descending. */
export function compareNullable(a: SortKey | undefined, b: SortKey | undefined, descending: boolean): number {
  if (!a || !b) return (a ? -1 : b ? 1 : 0) * (descending ? -1 : 1);
  return descending ? compareSortKeys(b, a) : compareSortKeys(a, b);
}
