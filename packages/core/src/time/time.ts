import { fractionAt, skipDigits, twoDigits } from './scan.ts';
import { scanZone } from './zone.ts';

/** A time of day as precise as it was written: `10`, `10:20`, `10:20:30` or `10:20:30.5`. */
export interface IsoTime {
  readonly kind: 'time';
  /** 0 to 23, and 24 only in `24:00:00`. */
  readonly hour: number;
  readonly minute: number | undefined;
  readonly second: number | undefined;
  /** Fraction of a second, 0 ≤ fraction < 1. */
  readonly fraction: number | undefined;
  /** Minutes east of UTC; undefined for a local time. */
  readonly offset: number | undefined;
}

/** `basic` has no colons between hours, minutes and seconds. */
export type TimeForm = 'extended' | 'basic' | 'either';

const COLON = 58;
const POINT = 46;
const COMMA = 44;
const T = 84;

/**
 * Reads a time in extended (`10:20:30`) or basic form (`102030`), with or without a leading `T`; fraction after `.` or `,`;
 * zone `Z`, `±hh`, `±hh:mm` or `±hhmm`; `undefined` for anything else.
 *
 * Only seconds have a fraction. `24:00:00` is legal and means the end of the day; a second 60 is not.
 * Source: openEHR BASE Foundation types, Time_Definitions.valid_iso8601_time, valid_hour and valid_second.
 */
export const parseTime = (text: string): IsoTime | undefined =>
  scanTime(text, text.charCodeAt(0) === T ? 1 : 0, 'either');

/** `parseTime` of the text from `start` on, without a `T`. */
export function scanTime(text: string, start: number, form: TimeForm): IsoTime | undefined {
  const hour = twoDigits(text, start);
  if (hour < 0 || hour > 24) return undefined;
  let at = start + 2;
  const colon = text.charCodeAt(at) === COLON ? 1 : 0;
  const minute = twoDigits(text, at + colon);
  if (minute >= 0) {
    if (form === (colon === 1 ? 'basic' : 'extended')) return undefined;
    at += 2 + colon;
  }
  const more = minute >= 0 && (colon === 0 || text.charCodeAt(at) === COLON);
  const second = more ? twoDigits(text, at + colon) : -1;
  if (second >= 0) at += 2 + colon;
  if (minute > 59 || second > 59) return undefined;

  let fraction: number | undefined;
  if (second >= 0 && (text.charCodeAt(at) === POINT || text.charCodeAt(at) === COMMA)) {
    const end = skipDigits(text, at + 1);
    if (end === at + 1) return undefined;
    fraction = fractionAt(text, at + 1, end);
    at = end;
  }
  const offset = scanZone(text, at);
  if (Number.isNaN(offset)) return undefined;
  if (hour === 24 && (minute !== 0 || second !== 0 || (fraction ?? 0) !== 0)) return undefined;
  return {
    kind: 'time',
    hour,
    minute: minute < 0 ? undefined : minute,
    second: second < 0 ? undefined : second,
    fraction,
    offset,
  };
}
