import type { PrimitiveConstraint, TextInterval } from '../../template/model.ts';
import { compareDates, compareDateTimes, compareTimes, parseDate, parseDateTime, parseTime } from '../../time/index.ts';
import { intervalTest, intervalText } from './bounds.ts';
import { report } from './run.ts';
import type { Check } from './run.ts';

type CTemporal = Extract<PrimitiveConstraint, { kind: 'date' | 'time' | 'date-time' }>;

/** What dates, times and date-times have in common: parts that are there or not. */
interface Temporal {
  readonly month?: number | undefined;
  readonly day?: number | undefined;
  readonly hour?: number | undefined;
  readonly minute?: number | undefined;
  readonly second?: number | undefined;
  readonly offset?: number | undefined;
}
type Part = 'month' | 'day' | 'hour' | 'minute' | 'second';

interface Precision {
  readonly mandatory: readonly Part[];
  readonly prohibited: readonly Part[];
}

/**
 * C_DATE, C_TIME and C_DATE_TIME (AOM 1.4): how precise a value must and may be (`yyyy-mm-??`, `HH:??:XX`), whether it
 * has a zone, and the range that it must be in, compared at the precision that value and bound have in common.
 */
export function compileTemporal(item: CTemporal, warn: (warning: string) => void): Check | undefined {
  switch (item.kind) {
    case 'date':
      return compile(item, parseDate, compareDates, warn);
    case 'time':
      return compile(item, parseTime, compareTimes, warn);
    case 'date-time':
      return compile(item, parseDateTime, compareDateTimes, warn);
  }
}

function compile<T extends Temporal>(
  item: CTemporal,
  parse: (text: string) => T | undefined,
  compare: (a: T, b: T) => number,
  warn: (warning: string) => void,
): Check | undefined {
  const precision = precisionOf(item, warn);
  const inside = rangeTest(item.range, parse, compare, warn);
  const { timezone } = item;
  if (precision === undefined && inside === undefined && (timezone === undefined || timezone === 'optional'))
    return undefined;
  const wrongPrecision = `The ${item.kind} must be as precise as ${item.pattern ?? ''}.`;
  const outside = `The ${item.kind} must be in ${item.range === undefined ? '' : intervalText(item.range)}.`;
  return (value, run) => {
    const temporal = typeof value === 'string' ? parse(value) : undefined;
    if (temporal === undefined) return;
    if (precision?.mandatory.some((part) => temporal[part] === undefined)) {
      report(run, 'temporal_precision', wrongPrecision);
    }
    if (precision?.prohibited.some((part) => temporal[part] !== undefined)) {
      report(run, 'temporal_too_precise', wrongPrecision);
    }
    if (timezone === 'mandatory' && temporal.offset === undefined) {
      report(run, 'timezone_missing', `The ${item.kind} must have a time zone.`);
    }
    if (timezone === 'prohibited' && temporal.offset !== undefined) {
      report(run, 'timezone_not_allowed', `The ${item.kind} must not have a time zone.`);
    }
    if (inside !== undefined && !inside(temporal)) report(run, 'temporal_range', outside);
  };
}

/**
 * Reads `yyyy-mm-ddTHH:MM:SS` with `??` for an optional and `XX` for a prohibited part; what it does not mention is
 * optional.
 */
function precisionOf({ kind, pattern }: CTemporal, warn: (warning: string) => void): Precision | undefined {
  if (pattern === undefined || pattern === '') return undefined;
  const match =
    kind === 'time'
      ? /^T?(hh):(mm|\?\?|xx)(?::(ss|\?\?|xx))?$/iu.exec(pattern)
      : /^yyyy(?:-(mm|\?\?|xx)(?:-(dd|\?\?|xx)(?:T(hh|\?\?|xx)(?::(mm|\?\?|xx)(?::(ss|\?\?|xx))?)?)?)?)?$/iu.exec(
          pattern,
        );
  if (match === null) {
    warn(`the ${kind} pattern ${JSON.stringify(pattern)} is not checked: it is not of the form of AOM 1.4`);
    return undefined;
  }
  const parts: readonly Part[] =
    kind === 'time' ? ['hour', 'minute', 'second'] : ['month', 'day', 'hour', 'minute', 'second'];
  const stated = (marks: RegExp): readonly Part[] => parts.filter((_, i) => marks.test(match[i + 1] ?? ''));
  return { mandatory: stated(/^(mm|dd|hh|ss)$/iu), prohibited: stated(/^xx$/iu) };
}

function rangeTest<T>(
  range: TextInterval | undefined,
  parse: (text: string) => T | undefined,
  compare: (a: T, b: T) => number,
  warn: (warning: string) => void,
): ((value: T) => boolean) | undefined {
  if (range === undefined) return undefined;
  const bounds = new Map<string, T>();
  for (const text of [range.lower, range.upper]) {
    const bound = text === undefined ? undefined : parse(text);
    if (text !== undefined && bound !== undefined) bounds.set(text, bound);
    else if (text !== undefined)
      warn(`the bound ${JSON.stringify(text)} is not checked: it is no ISO 8601 value of its type`);
  }
  if (bounds.size === 0) return undefined;
  return intervalTest(range, (value: T, text: string) => {
    const bound = bounds.get(text);
    return bound === undefined ? undefined : compare(value, bound);
  });
}
