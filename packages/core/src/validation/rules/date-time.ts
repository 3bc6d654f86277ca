import { parseDate, parseDateTime, parseDuration, parseTime } from '../../time/index.ts';
import type { RmRule } from '../rule.ts';
import { attributeInvariant, textOf } from './invariant.ts';

const iso8601 = (rmClass: string, code: string, parse: (text: string) => object | undefined, form: string): RmRule =>
  attributeInvariant(rmClass, 'value', code, (object) => parse(textOf(object, 'value') ?? '') !== undefined, form);

/** openEHR RM, Data Types, package quantity.date_time: Value_valid of each class. */
export const dateTimeRules: readonly RmRule[] = [
  iso8601(
    'DV_DATE',
    'date_invalid',
    parseDate,
    'A DV_DATE must be an ISO 8601 date that exists: YYYY-MM-DD, or partial YYYY-MM or YYYY.',
  ),
  iso8601(
    'DV_TIME',
    'time_invalid',
    parseTime,
    'A DV_TIME must be an ISO 8601 time: hh:mm:ss[.f], or partial hh:mm or hh, with an optional zone Z or ±hh:mm.',
  ),
  iso8601(
    'DV_DATE_TIME',
    'date_time_invalid',
    parseDateTime,
    'A DV_DATE_TIME must be an ISO 8601 date-time that exists: YYYY-MM-DDThh:mm:ss[.f], or a part of it from the left, with an optional zone Z or ±hh:mm behind the time.',
  ),
  iso8601(
    'DV_DURATION',
    'duration_invalid',
    parseDuration,
    'A DV_DURATION must be an ISO 8601 duration: P[nY][nM][nW][nD][T[nH][nM][nS]] with at least one part; only seconds may have a fraction.',
  ),
];
