import type { Interval, Multiplicity, TextInterval } from '../../template/model.ts';

/** `1..1`, `0..*`: how AOM writes a multiplicity. */
export const multiplicityText = ({ min, max }: Multiplicity): string => `${min}..${max ?? '*'}`;

/** `0..<1000`, `>5..10`, `..100`: the bounds of an interval, for a message. */
export function intervalText(interval: Interval | TextInterval): string {
  const lower = interval.lower === undefined ? '' : `${interval.lowerIncluded ? '' : '>'}${interval.lower}`;
  const upper = interval.upper === undefined ? '' : `${interval.upperIncluded ? '' : '<'}${interval.upper}`;
  return `${lower}..${upper}`;
}

/**
 * A test of an interval on any type that can be compared. `compare` gives a negative number, zero or a positive one, or
 * undefined where order cannot be told; what cannot be told is inside.
 */
export function intervalTest<Value, Bound extends string | number>(
  interval: {
    readonly lower?: Bound;
    readonly upper?: Bound;
    readonly lowerIncluded: boolean;
    readonly upperIncluded: boolean;
  },
  compare: (value: Value, bound: Bound) => number | undefined,
): (value: Value) => boolean {
  const { lower, upper, lowerIncluded, upperIncluded } = interval;
  return (value) => {
    if (lower !== undefined) {
      const order = compare(value, lower);
      if (order !== undefined && (order < 0 || (order === 0 && !lowerIncluded))) return false;
    }
    if (upper !== undefined) {
      const order = compare(value, upper);
      if (order !== undefined && (order > 0 || (order === 0 && !upperIncluded))) return false;
    }
    return true;
  };
}

const MOST_LISTED = 12;

/** The members of a constraint list, shortened, for a message. */
export function listText(members: readonly (string | number)[]): string {
  if (members.length === 1) return `${members[0]}`;
  const shown = members.slice(0, MOST_LISTED).join(', ');
  return members.length > MOST_LISTED ? `one of ${shown}, … (${members.length})` : `one of ${shown}`;
}
