// The package's main entry loads all of date-fns, which costs a second at start.
import { toZonedTime } from 'date-fns-tz/toZonedTime';
import { CdrError } from '../errors.ts';
import { UNIX_EPOCH_DAY, dayNumber, daysInMonth } from './calendar.ts';
import { scanZone } from './zone.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

// A `+` in a URL decodes to a space, so a space before the offset is one.
const REQUEST_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[-+ ]\d\d:\d\d)?$/;

/**
 * The instant that a datetime parameter names, in milliseconds since 1970-01-01T00:00:00Z: `YYYY-MM-DDThh:mm:ss[.f{1,9}][Z|±hh:mm]`.
 *
 * Digits beyond the millisecond are cut off, so that a stored time stamp written with more digits still finds itself. Without an
 * offset the time is that of `timeZone` (an IANA name); where its clocks are put back the earlier offset holds (the first of the two
 * instants), where they are put forward the offset before the gap (02:30 becomes 03:30).
 *
 * Throws `invalid_datetime` for everything else: a bare date, the basic form, `24:00:00`, a second 60, an impossible date, an empty text.
 * Throws a RangeError for a time zone that does not exist.
 * Source: the service requirement, "Datetime parameters".
 */
export function parseRequestTime(text: string, timeZone: string): number {
  const match = REQUEST_TIME.exec(text);
  if (match === null) throw invalid();
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6])];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) throw invalid();
  if (hour > 23 || minute > 59 || second > 59) throw invalid();
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const wall =
    (dayNumber(year, month, day) - UNIX_EPOCH_DAY) * DAY + (hour * 60 + minute) * MINUTE + second * 1000 + milliseconds;
  const zone = match[8]?.replace(' ', '+');
  if (zone === undefined) return instantInZone(wall, timeZone);
  const offset = scanZone(zone, 0);
  if (offset === undefined || Number.isNaN(offset)) throw invalid();
  return wall - offset * MINUTE;
}

/** An instant as `2026-01-05T09:10:11.123Z`. */
export function formatInstant(instant: number): string {
  if (latest.instant !== instant) latest = { instant, text: new Date(instant).toISOString() };
  return latest.text;
}

/** Most are asked for several times within the millisecond that they name. */
let latest = { instant: NaN, text: '' };

/**
 * The instant at which the clocks of an IANA zone show `wall`, which is counted in milliseconds as if the clocks showed UTC.
 * Where two instants or none do, the offset that was in force before holds.
 */
export function instantInZone(wall: number, timeZone: string): number {
  // A day is more than any offset, and two days are less than the time between two changes of a zone's offset.
  const before = wall - zoneOffset(wall - DAY, timeZone);
  const after = wall - zoneOffset(wall + DAY, timeZone);
  if (before === after) return before;
  const shows = (instant: number): boolean => instant + zoneOffset(instant, timeZone) === wall;
  return !shows(before) && shows(after) ? after : before;
}

/** Milliseconds that an IANA zone is ahead of UTC at an instant. */
function zoneOffset(instant: number, timeZone: string): number {
  const shown = toZonedTime(instant, timeZone);
  if (Number.isNaN(shown.getTime())) throw new RangeError(`${timeZone} is not a time zone`);
  const days = dayNumber(shown.getFullYear(), shown.getMonth() + 1, shown.getDate()) - UNIX_EPOCH_DAY;
  const minutes = shown.getHours() * 60 + shown.getMinutes();
  return days * DAY + minutes * MINUTE + shown.getSeconds() * 1000 + shown.getMilliseconds() - instant;
}

const invalid = (): CdrError =>
  new CdrError(
    'invalid_datetime',
    'A point in time must have the form YYYY-MM-DDThh:mm:ss[.fff][Z|±hh:mm], with its time part and an existing date.',
  );
