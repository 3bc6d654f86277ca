import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareDateTimes,
  compareDates,
  compareDurations,
  compareTimes,
  dateMagnitude,
  dateTimeMagnitude,
  durationMagnitude,
  formatInstant,
  instantOf,
  parseDate,
  parseDateTime,
  parseDuration,
  parseTime,
  timeMagnitude,
} from '../../src/time/index.ts';

const some = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the table holds a text that does not parse');
  return value;
};
const sign = (order: number): string => (order < 0 ? '<' : order > 0 ? '>' : '=');

describe('magnitudes (DV_DATE, DV_TIME, DV_DATE_TIME, DV_DURATION.magnitude)', () => {
  test.each([
    ['0001-01-01', 0],
    ['0001-01-02', 1],
    ['0001', 0],
    ['0000-12-31', -1],
    ['0000-03-01', -306],
    ['1970-01-01', 719_162],
    ['2024-02-29', 738_944],
    ['2024-03-01', 738_945],
    ['2019-03', 737_118],
  ])('date %s is day %d', (text, days) => {
    expect(dateMagnitude(some(parseDate(text)))).toBe(days);
  });

  test('dates count days as the Gregorian calendar does', () => {
    const day = fc.integer({ min: -719_162, max: 2_932_896 });
    fc.assert(
      fc.property(day, (days) => {
        const text = new Date(days * 86_400_000).toISOString().slice(0, 10);
        expect(dateMagnitude(some(parseDate(text)))).toBe(days + 719_162);
        expect(parseDate(text.replaceAll('-', ''))).toEqual(parseDate(text));
      }),
    );
  });

  test.each([
    ['10', 36_000],
    ['10:30:47.5', 37_847.5],
    ['T24:00:00', 86_400],
    ['10:30+02:00', 37_800],
  ])('time %s is second %d of its day', (text, seconds) => {
    expect(timeMagnitude(some(parseTime(text)))).toBe(seconds);
  });

  test.each([
    ['0001-01-01T00:00:00', 0],
    ['0001-01-01T00:00:00+01:00', -3600],
    ['0001-01-02T00:00:01.5Z', 86_401.5],
    ['1970-01-01', 719_162 * 86_400],
  ])('date-time %s is second %d', (text, seconds) => {
    expect(dateTimeMagnitude(some(parseDateTime(text)))).toBe(seconds);
  });

  test('a date-time without zone takes the offset of the caller', () => {
    const local = some(parseDateTime('2021-10-24T10:00:00'));
    expect(dateTimeMagnitude(local, 120)).toBe(dateTimeMagnitude(some(parseDateTime('2021-10-24T08:00:00Z'))));
    expect(formatInstant(instantOf(local, 120))).toBe('2021-10-24T08:00:00.000Z');
  });

  test('an instant survives text and back to the millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9999, 11, 31) }), (instant) => {
        expect(instantOf(some(parseDateTime(formatInstant(instant))))).toBe(instant);
      }),
    );
  });

  test.each([
    ['PT0S', 0],
    ['-PT0S', 0],
    ['P1D', 86_400],
    ['P1W', 604_800],
    ['P2W3D', 17 * 86_400],
    ['P1Y', 365.24 * 86_400],
    ['P1M', 30.42 * 86_400],
    ['PT1H1M1.5S', 3661.5],
    ['-P1DT1H', -90_000],
  ])('duration %s is %d nominal seconds', (text, seconds) => {
    expect(durationMagnitude(some(parseDuration(text)))).toBeCloseTo(seconds, 6);
    expect(Object.is(durationMagnitude(some(parseDuration(text))), -0)).toBe(false);
  });
});

describe('comparison at the common precision', () => {
  test.each([
    ['2021', '=', '2021-10'],
    ['2021', '=', '2021-10-24'],
    ['2021', '<', '2022-01-01'],
    ['2021-10', '>', '2021-03-31'],
    ['2021-10-24', '<', '2021-10-25'],
    ['2021-10-24', '=', '20211024'],
  ])('date %s %s %s', (a, order, b) => {
    expect(sign(compareDates(some(parseDate(a)), some(parseDate(b))))).toBe(order);
  });

  // The limits of the ranges in CNF C_TIME-validate_range against the values there.
  test.each([
    ['T10', '>', 'T00'],
    ['T10', '<', 'T23:59:59.999'],
    ['T10', '<', 'T11:00:00.0'],
    ['T10', '>', 'T09:59:59.999'],
    ['T10', '=', 'T10:30'],
    ['T23', '=', 'T23:30'],
    ['T10:30:47', '=', 'T10:30:47.5'],
    ['T10:30:47.4', '<', 'T10:30:47.5'],
    ['T10:30:47Z', '<', 'T11Z'],
    ['T10:00+02:00', '=', 'T08:00Z'],
    ['T10:00+02:00', '<', 'T09:00Z'],
    ['T10:00:00.2+02:00', '>', 'T08:00:00.1Z'],
    ['T10:00+02:00', '>', 'T09:00'],
    ['T10+05:30', '=', 'T04Z'],
    ['T23:30-01:00', '>', 'T23:59Z'],
  ])('time %s %s %s', (a, order, b) => {
    expect(sign(compareTimes(some(parseTime(a)), some(parseTime(b))))).toBe(order);
  });

  test.each([
    ['2021', '=', '2021-10-24T10:30:00'],
    ['2021-10-24', '=', '2021-10-24T10:30:00Z'],
    ['2021-10-24T10', '=', '2021-10-24T10:59'],
    ['2021-10-24T10', '<', '2021-10-24T11:00'],
    ['2021-10-24T10:00:00+02:00', '=', '2021-10-24T08:00:00Z'],
    ['2021-10-24T00:30:00+02:00', '<', '2021-10-23T23:00:00Z'],
    ['2021-12-31T23:00:00-02:00', '>', '2022-01-01T00:59:59Z'],
    ['2021-10-24T10:00:00.001+02:00', '>', '2021-10-24T08:00:00.000Z'],
    ['2021-10-24T24:00:00', '=', '2021-10-25T00:00:00'],
    ['2021-10-24T10:00:00+02:00', '>', '2021-10-24T09:00:00'],
  ])('date-time %s %s %s', (a, order, b) => {
    expect(sign(compareDateTimes(some(parseDateTime(a)), some(parseDateTime(b))))).toBe(order);
    expect(sign(compareDateTimes(some(parseDateTime(b)), some(parseDateTime(a))))).toBe(
      { '<': '>', '>': '<', '=': '=' }[order],
    );
  });

  // CNF C_DURATION-validate_range.
  test.each([
    ['P1Y20M', '>', 'P2Y'],
    ['P1Y2M', '<', 'P2Y'],
    ['P2W3D', '<', 'P3W'],
    ['P2W8D', '>', 'P3W'],
    ['P2W15D', '>', 'P4W'],
    ['P7D', '=', 'P1W'],
    ['-P1D', '<', 'PT0S'],
    ['PT43.5S', '>', 'PT43S'],
  ])('duration %s %s %s', (a, order, b) => {
    expect(sign(compareDurations(some(parseDuration(a)), some(parseDuration(b))))).toBe(order);
  });

  test('complete date-times with zones order as their instants do', () => {
    const instant = fc.integer({ min: 0, max: 4e12 });
    const offset = fc.integer({ min: -720, max: 840 });
    const written = (at: number, minutes: number): string => {
      const zone = Math.abs(minutes);
      const digits = (n: number): string => String(n).padStart(2, '0');
      return `${formatInstant(at + minutes * 60_000).slice(0, -1)}${minutes < 0 ? '-' : '+'}${digits(Math.floor(zone / 60))}:${digits(zone % 60)}`;
    };
    fc.assert(
      fc.property(instant, instant, offset, offset, (a, b, aZone, bZone) => {
        const order = compareDateTimes(some(parseDateTime(written(a, aZone))), some(parseDateTime(written(b, bZone))));
        expect(Math.sign(order)).toBe(Math.sign(a - b));
      }),
    );
  });
});
