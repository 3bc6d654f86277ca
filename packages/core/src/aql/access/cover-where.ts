/** Conditions of WHERE that index rows decide: bounds of a number, and of the start time as a text; texts and codes. */
import { compareNumbers, isJsonNumber, toNumber } from '../../json/index.ts';
import { INDEX_CODE_LIMIT, INDEX_TEXT_LIMIT } from '../../ports/document-index.ts';
import type { IndexedLeaf, IndexQuery, IndexRange } from '../../ports/query.ts';
import type { Comparison, Condition, Literal, Path } from '../model.ts';
import { readPeriod } from '../values/temporal.ts';

/** What a path leads to that can be compared. */
export type ComparedEnd = 'magnitude' | 'text' | 'code' | 'start';

/** Of the values of the entry, and of the composition. */
export type Conditions = Omit<IndexedLeaf, 'path'> & Pick<IndexQuery, 'start'>;

/** Each is looked up on its own. */
const MOST_TEXTS = 20;

/** Undefined when there is a condition that index rows can't decide. */
export function conditionsOf(
  where: readonly Condition[],
  leadsTo: (path: Path) => ComparedEnd | undefined,
): Conditions | undefined {
  let conditions: Conditions | undefined = {};
  for (const condition of where) {
    conditions = conditions && withCondition(conditions, condition, leadsTo);
  }
  return conditions;
}

function withCondition(
  conditions: Conditions,
  condition: Condition,
  leadsTo: (path: Path) => ComparedEnd | undefined,
): Conditions | undefined {
  if (condition.kind === 'matches' && condition.left.kind === 'path') {
    const texts = condition.items.map((item) => (item.kind === 'value' ? item.value.value : undefined));
    return withTexts(conditions, leadsTo(condition.left), texts);
  }
  if (condition.kind !== 'compare') return undefined;
  const { op, left, right } = condition;
  return left.kind === 'path' && right.kind === 'literal'
    ? withComparison(conditions, leadsTo(left), op, right)
    : undefined;
}

function withComparison(
  conditions: Conditions,
  end: ComparedEnd | undefined,
  op: Comparison,
  { value }: Literal,
): Conditions | undefined {
  switch (end) {
    case undefined:
      return undefined;
    case 'magnitude': {
      if (!isJsonNumber(value) || compareNumbers(value, toNumber(value)) !== 0) return undefined;
      const range = narrowed(conditions.range, op, toNumber(value));
      return range && { ...conditions, range };
    }
    case 'start': {
      if (typeof value !== 'string' || !isDecidedByText(value)) return undefined;
      const start = narrowed(conditions.start, op, value);
      return start && { ...conditions, start };
    }
    case 'text':
    case 'code':
      return op === '=' ? withTexts(conditions, end, [value]) : undefined;
  }
}

/** The value is one of these. */
function withTexts(
  conditions: Conditions,
  end: ComparedEnd | undefined,
  values: readonly (Literal['value'] | undefined)[],
): Conditions | undefined {
  const texts = [...new Set(values)].filter((value): value is string => typeof value === 'string' && isStorable(value));
  if (texts.length !== new Set(values).size || texts.length > MOST_TEXTS) return undefined;
  if (end === 'text' && !conditions.texts && texts.every(isUncut)) return { ...conditions, texts };
  if (end === 'code' && !conditions.codes && texts.every(isPlainCode)) return { ...conditions, codes: texts };
  return undefined;
}

/**
 * A text that is cut compares with a shorter one as it did before the cut. Texts that are durations order as durations, whatever
 * holds them.
 */
const isDecidedByText = (text: string): boolean =>
  isUncut(text) && isStorable(text) && readPeriod('duration', text) === undefined;

const isUncut = (text: string): boolean => text.length < INDEX_TEXT_LIMIT - 1;

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Ends where its terminology begins. */
const isPlainCode = (code: string): boolean =>
  code.length < INDEX_CODE_LIMIT && !code.includes('::') && !code.endsWith(':');

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
