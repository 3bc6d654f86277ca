/** Conditions of WHERE that index rows decide: bounds of a number, and of the start time as a text. */
import { compareNumbers, isJsonNumber, toNumber } from '../../json/index.ts';
import { INDEX_TEXT_LIMIT } from '../../ports/document-index.ts';
import type { IndexRange } from '../../ports/query.ts';
import type { Comparison, Condition, Literal, Path } from '../model.ts';
import { mirrored } from '../values/index.ts';
import { readPeriod } from '../values/temporal.ts';

/** What a path leads to that can be compared. */
export type ComparedEnd = 'magnitude' | 'start';

export interface Ranges {
  readonly magnitude?: IndexRange<number>;
  readonly start?: IndexRange<string>;
}

/** Undefined when there is a condition that index rows can't decide. */
export function rangesOf(
  conditions: readonly Condition[],
  leadsTo: (path: Path) => ComparedEnd | undefined,
): Ranges | undefined {
  let ranges: Ranges = {};
  for (const condition of conditions) {
    if (condition.kind !== 'compare') return undefined;
    const [path, literal, op] =
      condition.left.kind === 'path'
        ? [condition.left, condition.right, condition.op]
        : [condition.right, condition.left, mirrored(condition.op)];
    if (path.kind !== 'path' || literal.kind !== 'literal') return undefined;
    const next = withCondition(ranges, leadsTo(path), op, literal);
    if (!next) return undefined;
    ranges = next;
  }
  return ranges;
}

function withCondition(
  ranges: Ranges,
  end: ComparedEnd | undefined,
  op: Comparison,
  { value }: Literal,
): Ranges | undefined {
  switch (end) {
    case undefined:
      return undefined;
    case 'magnitude': {
      if (!isJsonNumber(value) || compareNumbers(value, toNumber(value)) !== 0) return undefined;
      const magnitude = narrowed(ranges.magnitude, op, toNumber(value));
      return magnitude && { ...ranges, magnitude };
    }
    case 'start': {
      if (typeof value !== 'string' || !isDecidedByText(value)) return undefined;
      const start = narrowed(ranges.start, op, value);
      return start && { ...ranges, start };
    }
  }
}

/**
 * A text that is cut compares with a shorter one as it did before the cut. Texts that are durations order as durations, whatever
 * holds them.
 */
const isDecidedByText = (text: string): boolean =>
  text.length < INDEX_TEXT_LIMIT - 1 &&
  text.isWellFormed() &&
  !text.includes('\0') &&
  readPeriod('duration', text) === undefined;

const EVERYTHING = { lowerIncluded: true, upperIncluded: true };

function narrowed<T>(range: IndexRange<T> = EVERYTHING, op: Comparison, value: T): IndexRange<T> | undefined {
  switch (op) {
    case '=':
      return range.lower === undefined && range.upper === undefined
        ? { ...range, lower: value, upper: value }
        : undefined;
    case '>':
    case '>=':
      return range.lower === undefined ? { ...range, lower: value, lowerIncluded: op === '>=' } : undefined;
    case '<':
    case '<=':
      return range.upper === undefined ? { ...range, upper: value, upperIncluded: op === '<=' } : undefined;
    case '!=':
      return undefined;
  }
}
