/** What an index row must look like for a comparison of its value with a literal to be true. */
import { isJsonNumber, toNumber, type JsonNumber } from '../../json/index.ts';
import type { LeafTest } from '../../ports/query.ts';
import { codeKey, cutText, secondsOf } from '../indexing/index.ts';
import type { Comparison, Literal } from '../model.ts';
import { readPeriod, type Moment, type TemporalFamily } from '../values/temporal.ts';

/** Behind every text with the prefix before it. */
const AFTER_ALL = '\u{10FFFF}';

const NUMERIC = ['DV_QUANTITY', 'DV_COUNT', 'DV_PROPORTION', 'DV_ORDINAL', 'DV_SCALE'];

const TEMPORAL: Readonly<Record<string, TemporalFamily>> = {
  DV_DATE: 'date',
  DV_TIME: 'time',
  DV_DATE_TIME: 'date-time',
  DV_DURATION: 'duration',
};

/** Undefined: nothing is known. None at all: it is never true. */
export function comparisonTests(
  suffix: string,
  op: Comparison,
  literal: Literal['value'],
): readonly LeafTest[] | undefined {
  if (op === '!=' || literal === null) return undefined;
  if (typeof literal === 'string') return literal.isWellFormed() ? textTests(suffix, op, literal) : undefined;
  const numbers = { column: 'number', ...numberBounds(op, literal) } as const;
  const kind = isJsonNumber(literal) ? 'number' : 'boolean';
  switch (`${suffix} ${kind}`) {
    case ' number':
      return [{ ...numbers, rmTypes: NUMERIC }];
    case 'magnitude number':
      return [{ ...numbers, rmTypes: ['DV_QUANTITY', 'DV_COUNT'] }];
    case 'value number':
      return [{ ...numbers, rmTypes: ['DV_ORDINAL', 'DV_SCALE'] }];
    case ' boolean':
    case 'value boolean':
      return [{ ...numbers, rmTypes: ['DV_BOOLEAN'] }];
    default:
      return undefined;
  }
}

function textTests(suffix: string, op: Comparison, literal: string): readonly LeafTest[] | undefined {
  const text = { column: 'text', ...bounds(op, cutText(literal)) } as const;
  switch (suffix) {
    case '':
      return [
        text,
        ...Object.entries(TEMPORAL).flatMap(([rmType, family]) => temporalTests(rmType, family, op, literal)),
        ...(op === '=' ? codedTests(literal) : []),
      ];
    case 'value':
    case 'name':
    case 'id':
      // Texts that are durations order as durations, whatever the class that holds them.
      return op !== '=' && readPeriod('duration', literal) ? undefined : [text];
    case 'units':
      return op === '=' ? [{ column: 'units', equals: literal }] : undefined;
    case 'defining_code':
      return op === '=' && literal.split('::').length === 2 ? codedTests(literal) : undefined;
    case 'defining_code/code_string':
    case 'symbol/defining_code/code_string':
      return op === '=' ? [codePrefix(literal)] : undefined;
    default:
      return undefined;
  }
}

function temporalTests(rmType: string, family: TemporalFamily, op: Comparison, literal: string): readonly LeafTest[] {
  const period = readPeriod(family, literal);
  if (!period) return [];
  const lower = seconds(period.from);
  const upper = period.to ? seconds(period.to) : lower;
  const rmTypes = [rmType];
  if (op === '=') return [{ column: 'number', lower, upper, rmTypes }];
  return [op === '<' || op === '<=' ? { column: 'number', upper, rmTypes } : { column: 'number', lower, rmTypes }];
}

const seconds = ({ family, whole, fraction }: Moment): number => secondsOf(family, whole, fraction);

/** `terminology::code` */
function codedTests(literal: string): readonly LeafTest[] {
  const parts = literal.split('::');
  return parts.slice(1).map((_, index) => {
    const key = codeKey(parts.slice(index + 1).join('::'), parts.slice(0, index + 1).join('::'));
    return { column: 'code', lower: key, upper: key };
  });
}

function codePrefix(code: string): LeafTest {
  const prefix = codeKey(code, '');
  return { column: 'code', lower: prefix, upper: `${prefix}${AFTER_ALL}` };
}

/** What a text must begin with to be like a pattern. */
export function patternTests(suffix: string, pattern: string): readonly LeafTest[] | undefined {
  const prefix = cutText(/^[^*?\\]*/.exec(pattern)?.[0] ?? '');
  if (prefix === '' || !prefix.isWellFormed() || !['', 'value', 'name', 'id'].includes(suffix)) return undefined;
  return [{ column: 'text', lower: prefix, upper: `${prefix}${AFTER_ALL}` }];
}

const numberBounds = (
  op: Comparison,
  literal: JsonNumber | boolean,
): { readonly lower?: number; readonly upper?: number } =>
  bounds(op, typeof literal === 'boolean' ? Number(literal) : toNumber(literal));

function bounds<T>(op: Comparison, value: T): { readonly lower?: T; readonly upper?: T } {
  switch (op) {
    case '=':
      return { lower: value, upper: value };
    case '<':
    case '<=':
      return { upper: value };
    case '>':
    case '>=':
      return { lower: value };
    case '!=':
      return {};
  }
}
