import { dayNumber } from './calendar.ts';
import type { IsoDate } from './date.ts';
import type { IsoDateTime } from './date-time.ts';
import type { IsoDuration } from './duration.ts';
import { durationMagnitude } from './magnitude.ts';
import type { IsoTime } from './time.ts';

/*
 * Comparison at the common precision: what only one of the two values states is left out, so `2021` equals `2021-10`
 * and `T23` equals `T23:30`; a partial limit thus stands for the whole period that it names.
 * Negative: `a` comes first; 0: equal as far as both say; positive: `b` comes first.
 * Source: CNF test cases C_DATE, C_TIME and C_DATE_TIME validate_range.
 */

export const compareDates = (a: IsoDate, b: IsoDate): number =>
  a.year - b.year || known(a.month, b.month) || known(a.day, b.day);

/** Two times with zones compare in UTC, all others as written. */
export function compareTimes(a: IsoTime, b: IsoTime): number {
  const shift = differentZones(a, b) ? (b.offset ?? 0) - (a.offset ?? 0) : 0;
  if (shift === 0) return a.hour - b.hour || known(a.minute, b.minute) || compareSeconds(a, b);
  const minutes = a.hour * 60 + (a.minute ?? 0) + shift;
  return compareMinutes(minutes, b.hour * 60 + (b.minute ?? 0), a, b);
}

/** Two date-times with zones compare in UTC, all others as written. */
export function compareDateTimes(a: IsoDateTime, b: IsoDateTime): number {
  if (a.hour === undefined || b.hour === undefined) {
    return a.year - b.year || known(a.month, b.month) || known(a.day, b.day);
  }
  const shift = differentZones(a, b) ? (b.offset ?? 0) - (a.offset ?? 0) : 0;
  return compareMinutes(minuteNumber(a) + shift, minuteNumber(b), a, b);
}

/** Durations compare by their nominal seconds (DV_DURATION.magnitude). */
export const compareDurations = (a: IsoDuration, b: IsoDuration): number => durationMagnitude(a) - durationMagnitude(b);

type Clock = IsoTime | IsoDateTime;

const known = (a: number | undefined, b: number | undefined): number =>
  a === undefined || b === undefined ? 0 : a - b;

const differentZones = (a: Clock, b: Clock): boolean =>
  a.offset !== undefined && b.offset !== undefined && a.offset !== b.offset;

const minuteNumber = ({ year, month, day, hour, minute }: IsoDateTime): number =>
  dayNumber(year, month ?? 1, day ?? 1) * 1440 + (hour ?? 0) * 60 + (minute ?? 0);

/** Compares minute counts, by the hour where one of the values knows no minutes. */
function compareMinutes(aMinutes: number, bMinutes: number, a: Clock, b: Clock): number {
  if (a.minute === undefined || b.minute === undefined) return Math.floor(aMinutes / 60) - Math.floor(bMinutes / 60);
  return aMinutes - bMinutes || compareSeconds(a, b);
}

const compareSeconds = (a: Clock, b: Clock): number => known(a.second, b.second) || known(a.fraction, b.fraction);
