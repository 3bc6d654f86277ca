import { fractionAt, numberAt, skipDigits } from './scan.ts';

/** A duration by the units it was written in; a unit that was not written is undefined. */
export interface IsoDuration {
  readonly kind: 'duration';
  /** Written with a leading `-`: all parts count backwards. */
  readonly negative: boolean;
  readonly years: number | undefined;
  readonly months: number | undefined;
  readonly weeks: number | undefined;
  readonly days: number | undefined;
  readonly hours: number | undefined;
  readonly minutes: number | undefined;
  /** With its fraction, the only one that there may be. */
  readonly seconds: number | undefined;
}

const MINUS = 45;
const COMMA = 44;
const POINT = 46;
const P = 80;
const T = 84;

// Units are numbered in the order in which they must come: years 0, months, weeks, days, hours 4, minutes, seconds 6.
const HOURS = 4;
const MINUTES = 5;
const SECONDS = 6;

/** The number of the unit that a letter stands for, or -1. */
function unitOf(letter: string | undefined, inTime: boolean): number {
  switch (letter) {
    case 'Y':
      return inTime ? -1 : 0;
    case 'M':
      return inTime ? MINUTES : 1;
    case 'W':
      return inTime ? -1 : 2;
    case 'D':
      return inTime ? -1 : 3;
    case 'H':
      return inTime ? HOURS : -1;
    case 'S':
      return inTime ? SECONDS : -1;
    default:
      return -1;
  }
}

/**
 * Reads a duration `-?P[nY][nM][nW][nD][T[nH][nM][n[.n]S]]` with at least one part, weeks mixed with others at will; `undefined` for anything else.
 * Source: openEHR BASE Foundation types, Time_Definitions.valid_iso8601_duration and the deviations from ISO 8601 named in DV_DURATION.
 */
export function parseDuration(text: string): IsoDuration | undefined {
  const negative = text.charCodeAt(0) === MINUS;
  let at = negative ? 1 : 0;
  if (text.charCodeAt(at) !== P) return undefined;
  at += 1;
  const values: (number | undefined)[] = [undefined, undefined, undefined, undefined, undefined, undefined, undefined];
  let inTime = false;
  let last = -1;
  do {
    if (!inTime && text.charCodeAt(at) === T) {
      inTime = true;
      at += 1;
    }
    const end = skipDigits(text, at);
    if (end === at) return undefined;
    let value = numberAt(text, at, end);
    at = end;
    const mark = text.charCodeAt(end);
    const fractional = mark === POINT || mark === COMMA;
    if (fractional) {
      at = skipDigits(text, end + 1);
      if (at === end + 1) return undefined;
      value += fractionAt(text, end + 1, at);
    }
    const unit = unitOf(text[at], inTime);
    if (unit <= last || (fractional && unit !== SECONDS)) return undefined;
    values[unit] = value;
    last = unit;
    at += 1;
  } while (at < text.length);
  const [years, months, weeks, days, hours, minutes, seconds] = values;
  return { kind: 'duration', negative, years, months, weeks, days, hours, minutes, seconds };
}
