import { compareNumbers, toNumber } from '../../json/decimal.ts';
import type { JsonObject } from '../../json/value.ts';
import {
  compareDateTimes,
  compareDates,
  compareDurations,
  compareTimes,
  parseDate,
  parseDateTime,
  parseDuration,
  parseTime,
} from '../../time/index.ts';
import { numberOf, textOf } from './invariant.ts';

/**
 * Compares two DV_ORDERED values as their class defines `<`: negative, zero or positive; `undefined` where they are not
 * strictly comparable (of different classes, quantities of different units, proportions of different types). Partial
 * dates and times compare at their common precision.
 *
 * Source: openEHR RM, Data Types, DV_ORDERED.is_strictly_comparable_to and the magnitude of each class.
 */
export function compareOrdered(a: JsonObject, b: JsonObject): number | undefined {
  if (a['_type'] !== b['_type']) return undefined;
  switch (a['_type']) {
    case 'DV_QUANTITY':
      return a['units'] === b['units'] ? compareNumeric(a, b, 'magnitude') : undefined;
    case 'DV_COUNT':
      return compareNumeric(a, b, 'magnitude');
    case 'DV_ORDINAL':
    case 'DV_SCALE':
      return compareNumeric(a, b, 'value');
    case 'DV_PROPORTION':
      return compareProportions(a, b);
    case 'DV_DATE':
      return compareParsed(a, b, parseDate, compareDates);
    case 'DV_TIME':
      return compareParsed(a, b, parseTime, compareTimes);
    case 'DV_DATE_TIME':
      return compareParsed(a, b, parseDateTime, compareDateTimes);
    case 'DV_DURATION':
      return compareParsed(a, b, parseDuration, compareDurations);
    default:
      return undefined;
  }
}

function compareNumeric(a: JsonObject, b: JsonObject, attribute: string): number | undefined {
  const x = numberOf(a, attribute);
  const y = numberOf(b, attribute);
  return x === undefined || y === undefined ? undefined : compareNumbers(x, y);
}

function compareProportions(a: JsonObject, b: JsonObject): number | undefined {
  if (compareNumeric(a, b, 'type') !== 0) return undefined;
  if (compareNumeric(a, b, 'denominator') === 0) return compareNumeric(a, b, 'numerator');
  return ratioOf(a) - ratioOf(b);
}

const ratioOf = (proportion: JsonObject): number =>
  toNumber(numberOf(proportion, 'numerator') ?? Number.NaN) /
  toNumber(numberOf(proportion, 'denominator') ?? Number.NaN);

function compareParsed<T>(
  a: JsonObject,
  b: JsonObject,
  parse: (text: string) => T | undefined,
  compare: (a: T, b: T) => number,
): number | undefined {
  const x = parse(textOf(a, 'value') ?? '');
  const y = parse(textOf(b, 'value') ?? '');
  return x === undefined || y === undefined ? undefined : compare(x, y);
}
