import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CdrError } from '../../src/errors.ts';
import { formatInstant, parseRequestTime } from '../../src/time/index.ts';

const read = (text: string, zone = 'Europe/Berlin'): string => formatInstant(parseRequestTime(text, zone));

describe('datetime parameters with an offset', () => {
  test.each([
    ['2026-01-05T09:10:11Z', '2026-01-05T09:10:11.000Z'],
    ['2026-01-05T09:10:11.123Z', '2026-01-05T09:10:11.123Z'],
    ['2026-01-05T09:10:11.1Z', '2026-01-05T09:10:11.100Z'],
    ['2026-01-05T09:10:11.007Z', '2026-01-05T09:10:11.007Z'],
    ['2026-01-05T09:10:11.123999999Z', '2026-01-05T09:10:11.123Z'],
    ['2026-01-05T09:10:11.123+02:00', '2026-01-05T07:10:11.123Z'],
    ['2026-01-05T09:10:11.123 02:00', '2026-01-05T07:10:11.123Z'],
    ['2026-01-05T09:10:11-05:30', '2026-01-05T14:40:11.000Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(read(text)).toBe(instant);
  });

  test('a stored time stamp finds itself, with any digits behind it', () => {
    const digits = fc.stringMatching(/^\d{0,6}$/);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), digits, (instant, more) => {
        expect(parseRequestTime(formatInstant(instant).replace('Z', `${more}Z`), 'UTC')).toBe(instant);
      }),
    );
  });
});

describe('datetime parameters without an offset are local to the server', () => {
  test.each([
    ['Europe/Berlin', '2026-01-05T09:10:11.5', '2026-01-05T08:10:11.500Z'],
    ['Europe/Berlin', '2026-07-05T09:10:11', '2026-07-05T07:10:11.000Z'],
    ['Asia/Kolkata', '2026-01-05T09:10:11', '2026-01-05T03:40:11.000Z'],
    ['America/New_York', '2026-01-05T09:10:11', '2026-01-05T14:10:11.000Z'],
    ['UTC', '2026-01-05T09:10:11', '2026-01-05T09:10:11.000Z'],
    // Clocks put forward: an hour that does not exist takes the offset from before the gap.
    ['Europe/Berlin', '2024-03-31T01:59:59', '2024-03-31T00:59:59.000Z'],
    ['Europe/Berlin', '2024-03-31T02:30:00', '2024-03-31T01:30:00.000Z'],
    ['Europe/Berlin', '2024-03-31T03:00:00', '2024-03-31T01:00:00.000Z'],
    ['America/New_York', '2024-03-10T02:30:00', '2024-03-10T07:30:00.000Z'],
    ['America/New_York', '2024-03-10T03:00:00', '2024-03-10T07:00:00.000Z'],
    // Clocks put back: an hour that exists twice is its first occurrence.
    ['Europe/Berlin', '2024-10-27T01:59:59', '2024-10-26T23:59:59.000Z'],
    ['Europe/Berlin', '2024-10-27T02:30:00', '2024-10-27T00:30:00.000Z'],
    ['Europe/Berlin', '2024-10-27T03:00:00', '2024-10-27T02:00:00.000Z'],
    ['America/New_York', '2024-11-03T01:30:00', '2024-11-03T05:30:00.000Z'],
    ['America/New_York', '2024-11-03T02:00:00', '2024-11-03T07:00:00.000Z'],
    ['Australia/Lord_Howe', '2024-04-07T01:45:00', '2024-04-06T14:45:00.000Z'],
  ])('%s: %s is %s', (zone, text, instant) => {
    expect(read(text, zone)).toBe(instant);
  });
});

describe('everything else is refused with invalid_datetime', () => {
  test.each([
    '',
    '2026',
    '2026-01-05',
    '2026-01-05T09',
    '2026-01-05T09:10',
    '2026-01-05T09:10Z',
    '20260105T091011Z',
    '2026-01-05 09:10:11',
    '2026-01-05t09:10:11z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2026-01-05T24:00:00Z',
    '2026-01-05T09:60:00Z',
    '2026-01-05T09:10:60Z',
    '2026-01-05T09:10:11.Z',
    '2026-01-05T09:10:11,5Z',
    '2026-01-05T09:10:11.1234567890Z',
    '2026-01-05T09:10:11+0200',
    '2026-01-05T09:10:11+02',
    '2026-01-05T09:10:11+15:00',
    '2026-01-05T09:10:11+02:60',
    '2026-01-05T09:10:11 Z',
    '2026-01-05T09:10:11  02:00',
    ' 2026-01-05T09:10:11Z',
    '2026-01-05T09:10:11Z\n',
    '1767604211000',
    'now',
  ])('%j', (text) => {
    expect(() => parseRequestTime(text, 'UTC')).toThrow(expect.objectContaining({ code: 'invalid_datetime' }));
  });

  test('a zone that does not exist is a mistake of the caller, not of the request', () => {
    expect(() => parseRequestTime('2026-01-05T09:10:11', 'Europe/Nowhere')).toThrow(RangeError);
  });

  test('the message names the form, never the value', () => {
    const refuse = (): unknown => parseRequestTime('2026-01-05', 'UTC');
    expect(refuse).toThrow(CdrError);
    expect(refuse).toThrow(/^(?!.*2026).*YYYY-MM-DDThh:mm:ss/);
  });
});
