import { scanDate } from './date.ts';
import { scanTime } from './time.ts';

/** A date and time as precise as it was written: from `2021` to `2021-10-05T13:20:30.5+02:00`. */
export interface IsoDateTime {
  readonly kind: 'date-time';
  /** 0 to 9999. */
  readonly year: number;
  readonly month: number | undefined;
  readonly day: number | undefined;
  /** 0 to 23, and 24 only in `T24:00:00`. */
  readonly hour: number | undefined;
  readonly minute: number | undefined;
  readonly second: number | undefined;
  /** Fraction of a second, 0 ≤ fraction < 1. */
  readonly fraction: number | undefined;
  /** Minutes east of UTC; undefined for a local time. */
  readonly offset: number | undefined;
}

/** Where the `T` stands behind a complete date. */
const EXTENDED_T = 10;

/**
 * Reads a date-time in extended or basic form, both halves in the same form (zones in either), or a date of any precision alone;
 * `undefined` for anything else. A time follows only a complete date.
 *
 * Source: openEHR BASE Foundation types, Time_Definitions.valid_iso8601_date_time; dates alone as in the CNF test case DV_DATE_TIME-validate_open.
 */
export function parseDateTime(text: string): IsoDateTime | undefined {
  const t = text.indexOf('T');
  const date = scanDate(text, t < 0 ? text.length : t);
  if (date === undefined) return undefined;
  const { year, month, day } = date;
  if (t < 0) {
    return {
      kind: 'date-time',
      year,
      month,
      day,
      hour: undefined,
      minute: undefined,
      second: undefined,
      fraction: undefined,
      offset: undefined,
    };
  }
  if (day === undefined) return undefined;
  const time = scanTime(text, t + 1, t === EXTENDED_T ? 'extended' : 'basic');
  if (time === undefined) return undefined;
  const { hour, minute, second, fraction, offset } = time;
  return { kind: 'date-time', year, month, day, hour, minute, second, fraction, offset };
}
