import { UNIX_EPOCH_DAY, dayNumber } from './calendar.ts';
import type { IsoDate } from './date.ts';
import type { IsoDateTime } from './date-time.ts';
import type { IsoDuration } from './duration.ts';
import type { IsoTime } from './time.ts';

const SECONDS_PER_DAY = 86_400;
/** Time_Definitions.Average_days_in_year and Average_days_in_month of the openEHR BASE Foundation types. */
const AVERAGE_DAYS_IN_YEAR = 365.24;
const AVERAGE_DAYS_IN_MONTH = 30.42;

/** Days since 0001-01-01 (DV_DATE.magnitude); a missing month or day counts as the first. */
export const dateMagnitude = ({ year, month, day }: IsoDate | IsoDateTime): number =>
  dayNumber(year, month ?? 1, day ?? 1);

/** Seconds since the start of the day, in the time's own zone (DV_TIME.magnitude); what is missing counts as 0. */
export const timeMagnitude = ({ hour, minute, second, fraction }: IsoTime | IsoDateTime): number =>
  (hour ?? 0) * 3600 + (minute ?? 0) * 60 + (second ?? 0) + (fraction ?? 0);

/**
 * Seconds since 0001-01-01T00:00:00Z (DV_DATE_TIME.magnitude), UTC; what is missing counts as the start of the period.
 * `localOffset`: minutes east of UTC for a value without a zone.
 */
export const dateTimeMagnitude = (value: IsoDateTime, localOffset = 0): number =>
  dateMagnitude(value) * SECONDS_PER_DAY + timeMagnitude(value) - (value.offset ?? localOffset) * 60;

/** Milliseconds since 1970-01-01T00:00:00Z, cut to whole ones; `localOffset` as in `dateTimeMagnitude`. */
export function instantOf(value: IsoDateTime, localOffset = 0): number {
  const days = dateMagnitude(value) - UNIX_EPOCH_DAY;
  const minutes = (value.hour ?? 0) * 60 + (value.minute ?? 0) - (value.offset ?? localOffset);
  return (
    days * SECONDS_PER_DAY * 1000 + minutes * 60_000 + (value.second ?? 0) * 1000 + wholeMilliseconds(value.fraction)
  );
}

// 0.007 * 1000 is 7.000000000000001, and 0.57 * 1000 is 569.9999999999999: the nearest microsecond is what was written.
const wholeMilliseconds = (fraction: number | undefined): number =>
  fraction === undefined ? 0 : Math.floor(Math.round(fraction * 1e9) / 1e6);

/** Nominal seconds (DV_DURATION.magnitude): years of 365.24 and months of 30.42 days; negative for a duration written with `-`. */
export function durationMagnitude(duration: IsoDuration): number {
  const days =
    (duration.years ?? 0) * AVERAGE_DAYS_IN_YEAR +
    (duration.months ?? 0) * AVERAGE_DAYS_IN_MONTH +
    (duration.weeks ?? 0) * 7 +
    (duration.days ?? 0);
  const time = (duration.hours ?? 0) * 3600 + (duration.minutes ?? 0) * 60 + (duration.seconds ?? 0);
  const seconds = days * SECONDS_PER_DAY + time;
  return duration.negative && seconds !== 0 ? -seconds : seconds;
}
