/**
 * Dates and times as AQL compares them (AQL 1.1 leaves it open; RM data_types, DV_TEMPORAL.magnitude). What was stored is a
 * moment: a partial value stands at its beginning. A text of the query that is less precise than a value can be is the whole
 * period that it names.
 */
import {
  dateMagnitude,
  dateTimeMagnitude,
  durationMagnitude,
  parseDate,
  parseDateTime,
  parseDuration,
  parseTime,
  timeMagnitude,
  type IsoDate,
} from '../../time/index.ts';
import type { Comparison } from '../model.ts';

export type TemporalFamily = 'date' | 'time' | 'date-time' | 'duration';

/** Whole days (date) or seconds (all others); the fraction apart, because both do not fit into one double. */
export interface Moment {
  readonly family: TemporalFamily;
  readonly whole: number;
  readonly fraction: number;
}

export interface Period {
  readonly from: Moment;
  /** Exclusive; absent: a point in time. */
  readonly to?: Moment;
  /** Of another family than the value: only before and after make sense, equality doesn't. */
  readonly foreign: boolean;
}

const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_HOUR = 3600;
const SECONDS_PER_MINUTE = 60;

const moment = (family: TemporalFamily, whole: number, fraction = 0): Moment => ({ family, whole, fraction });

/** A stored value; undefined when the text is none of that family. Times without a zone are taken as UTC. */
export function readMoment(family: TemporalFamily, text: string): Moment | undefined {
  switch (family) {
    case 'date': {
      const date = parseDate(text);
      return date && moment(family, dateMagnitude(date));
    }
    case 'time': {
      const time = parseTime(text);
      return time && moment(family, timeMagnitude({ ...time, fraction: 0 }), time.fraction);
    }
    case 'date-time': {
      const dateTime = parseDateTime(text);
      return dateTime && moment(family, dateTimeMagnitude({ ...dateTime, fraction: 0 }), dateTime.fraction);
    }
    case 'duration': {
      const duration = parseDuration(text);
      return duration && moment(family, durationMagnitude(duration));
    }
  }
}

/** A test of stored moments of a family against a text; undefined when the text can't be compared with that family. */
export function momentTest(
  op: Comparison,
  family: TemporalFamily,
  text: string,
): ((value: Moment) => boolean | undefined) | undefined {
  const period = readPeriod(family, text);
  if (!period) return undefined;
  const { from, to, foreign } = period;
  if (foreign && (op === '=' || op === '!=')) return undefined;
  if (!to) return (value) => orders(op, compareMoments(value, from));
  switch (op) {
    case '=':
      return (value) => compareMoments(value, from) >= 0 && compareMoments(value, to) < 0;
    case '!=':
      return (value) => compareMoments(value, from) < 0 || compareMoments(value, to) >= 0;
    case '<':
    case '>=':
      return (value) => orders(op, compareMoments(value, from));
    case '>':
      return (value) => compareMoments(value, to) >= 0;
    case '<=':
      return (value) => compareMoments(value, to) < 0;
  }
}

/** What an order says for a comparison. */
export function orders(op: Comparison, order: number): boolean {
  switch (op) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

/** Two moments of one family, or a date at its midnight and a date-time. */
export function compareMoments(a: Moment, b: Moment): number {
  if (a.family === b.family) return a.whole - b.whole || a.fraction - b.fraction;
  return secondsOf(a) - secondsOf(b) || a.fraction - b.fraction;
}

const secondsOf = ({ family, whole }: Moment): number => (family === 'date' ? whole * SECONDS_PER_DAY : whole);

/** Whether the two stand on one axis of time. */
export const areComparable = (a: TemporalFamily, b: TemporalFamily): boolean =>
  a === b || (a === 'date' && b === 'date-time') || (a === 'date-time' && b === 'date');

/** A text of the query; undefined when it can't be compared with that family. */
export function readPeriod(family: TemporalFamily, text: string): Period | undefined {
  switch (family) {
    case 'date': {
      const date = parseDate(text);
      if (date) return datePeriod(date);
      const from = readMoment('date-time', text);
      return from && { from, foreign: true };
    }
    case 'date-time': {
      const date = parseDate(text);
      return date ? inSeconds(datePeriod(date)) : clockPeriod(family, text, parseDateTime(text));
    }
    case 'time':
      return clockPeriod(family, text, parseTime(text));
    case 'duration': {
      const from = readMoment(family, text);
      return from && { from, foreign: false };
    }
  }
}

/** A day is a point among dates; a month or a year is all of its days. */
function datePeriod(date: IsoDate): Period {
  const { year, month, day } = date;
  const from = moment('date', dateMagnitude(date));
  if (day !== undefined) return { from, foreign: false };
  const next =
    month === undefined
      ? { year: year + 1, month: 1 }
      : { year: year + Math.floor(month / 12), month: (month % 12) + 1 };
  return { from, to: moment('date', dateMagnitude({ kind: 'date', ...next, day: 1 })), foreign: false };
}

/** Among date-times a day is its midnight. */
function inSeconds({ from, to }: Period): Period {
  const seconds = (one: Moment): Moment => moment('date-time', secondsOf(one));
  return to ? { from: seconds(from), to: seconds(to), foreign: false } : { from: seconds(from), foreign: true };
}

interface Clock {
  readonly minute: number | undefined;
  readonly second: number | undefined;
}

function clockPeriod(family: 'time' | 'date-time', text: string, clock: Clock | undefined): Period | undefined {
  const from = clock && readMoment(family, text);
  if (!from) return undefined;
  const length = clock.minute === undefined ? SECONDS_PER_HOUR : clock.second === undefined ? SECONDS_PER_MINUTE : 0;
  return { from, ...(length > 0 && { to: moment(family, from.whole + length) }), foreign: false };
}
