import { twoDigits } from './scan.ts';

const COLON = 58;
const PLUS = 43;
const MINUS = 45;
const Z = 90;

// The limits of the openEHR Foundation types (Time_Definitions.Min_timezone_hour and Max_timezone_hour).
const MAX_HOURS_WEST = 12;
const MAX_HOURS_EAST = 14;

/**
 * Minutes east of UTC of the zone that fills `text` from `at` to its end: `Z`, `±hh`, `±hh:mm` or `±hhmm`.
 * `undefined` where the text ends at `at`, NaN where there is something else.
 */
export function scanZone(text: string, at: number): number | undefined {
  if (at === text.length) return undefined;
  const first = text.charCodeAt(at);
  if (first === Z) return at + 1 === text.length ? 0 : Number.NaN;
  if (first !== PLUS && first !== MINUS) return Number.NaN;
  const hours = twoDigits(text, at + 1);
  if (hours < 0 || hours > (first === PLUS ? MAX_HOURS_EAST : MAX_HOURS_WEST)) return Number.NaN;
  let minutes = 0;
  let end = at + 3;
  if (end !== text.length) {
    if (text.charCodeAt(end) === COLON) end += 1;
    minutes = twoDigits(text, end);
    if (minutes < 0 || minutes > 59 || end + 2 !== text.length) return Number.NaN;
  }
  const offset = hours * 60 + minutes;
  return first === PLUS || offset === 0 ? offset : -offset;
}
