import { describe, expect, test } from 'vitest';
import { parseDate, parseDateTime, parseDuration, parseTime } from '../../src/time/index.ts';

/** Drops what is undefined, so that a table row shows only what the text states. */
const stated = (value: object | undefined): unknown =>
  value && Object.fromEntries(Object.entries(value).filter(([key, part]) => part !== undefined && key !== 'kind'));

describe('DV_DATE (CNF DV_DATE-validate_open, Time_Definitions.valid_iso8601_date)', () => {
  test.each([
    ['2021', { year: 2021 }],
    ['0000', { year: 0 }],
    ['2021-10', { year: 2021, month: 10 }],
    ['202110', { year: 2021, month: 10 }],
    ['2021-10-24', { year: 2021, month: 10, day: 24 }],
    ['20211024', { year: 2021, month: 10, day: 24 }],
    ['2024-02-29', { year: 2024, month: 2, day: 29 }],
    ['2000-02-29', { year: 2000, month: 2, day: 29 }],
  ])('%s is a date', (text, parts) => {
    expect(stated(parseDate(text))).toEqual(parts);
  });

  test.each([
    '',
    'NULL',
    '21',
    '202',
    '20211',
    '2021-',
    '2021-00',
    '2021-13',
    '2021-1',
    '2021-10-',
    '2021-10-00',
    '2021-10-32',
    '2021-10-1',
    '2021-04-31',
    '2023-02-29',
    '1900-02-29',
    '2021-1024',
    '202110-24',
    '2021-10-24T10',
    '2021-10-24Z',
    ' 2021-10-24',
    '2021-10-24 ',
    '2021/10/24',
    '-2021-10-24',
    '2021-W42',
    '2021-297',
    '２０２１-10-24',
  ])('%j is none', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });
});

describe('DV_TIME (CNF DV_TIME-validate_open, Time_Definitions.valid_iso8601_time)', () => {
  test.each([
    ['T10', { hour: 10 }],
    ['T10:30', { hour: 10, minute: 30 }],
    ['T10:30:47', { hour: 10, minute: 30, second: 47 }],
    ['T10:30:47.5', { hour: 10, minute: 30, second: 47, fraction: 0.5 }],
    ['T10:30:47,333', { hour: 10, minute: 30, second: 47, fraction: 0.333 }],
    ['T10:30:47.333333', { hour: 10, minute: 30, second: 47, fraction: 0.333333 }],
    ['T10:30:47.12345678901234567890', { hour: 10, minute: 30, second: 47, fraction: 0.12345678901234568 }],
    ['T10:30:47Z', { hour: 10, minute: 30, second: 47, offset: 0 }],
    ['T10:30:47.5-03:00', { hour: 10, minute: 30, second: 47, fraction: 0.5, offset: -180 }],
    ['10', { hour: 10 }],
    ['10:30', { hour: 10, minute: 30 }],
    ['1030', { hour: 10, minute: 30 }],
    ['103047', { hour: 10, minute: 30, second: 47 }],
    ['103047,5+0530', { hour: 10, minute: 30, second: 47, fraction: 0.5, offset: 330 }],
    ['10:30+02', { hour: 10, minute: 30, offset: 120 }],
    ['10+02:00', { hour: 10, offset: 120 }],
    ['10Z', { hour: 10, offset: 0 }],
    ['10:30:47+0200', { hour: 10, minute: 30, second: 47, offset: 120 }],
    ['10:30:47+14:00', { hour: 10, minute: 30, second: 47, offset: 840 }],
    ['10:30:47-00:00', { hour: 10, minute: 30, second: 47, offset: 0 }],
    ['00:00:00', { hour: 0, minute: 0, second: 0 }],
    ['23:59:59.999', { hour: 23, minute: 59, second: 59, fraction: 0.999 }],
    ['24:00:00', { hour: 24, minute: 0, second: 0 }],
    ['240000.0', { hour: 24, minute: 0, second: 0, fraction: 0 }],
  ])('%s is a time', (text, parts) => {
    expect(stated(parseTime(text))).toEqual(parts);
  });

  test.each([
    '',
    'T',
    '1',
    'T48',
    'T10:95',
    'T10:30:78',
    'T10:30:60',
    'T10:30:78Z',
    'T10:30:78-03:00',
    'T10.5',
    'T10:05.5',
    '10:',
    '10:3',
    '10:30:',
    '10:30:4',
    '10:30:47.',
    '10:3047',
    '1030:47',
    '24',
    '24:00',
    '24:00:01',
    '24:00:00.1',
    '24:01:00',
    '25:00:00',
    '10:30:47z',
    '10:30:47 Z',
    '10:30:47+',
    '10:30:47+2',
    '10:30:47+02:0',
    '10:30:47+02:60',
    '10:30:47+15:00',
    '10:30:47-13:00',
    '10:30:47Z+02:00',
    '2021-10-24T10:30',
  ])('%j is none', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });
});

describe('DV_DATE_TIME (CNF DV_DATE_TIME-validate_open, Time_Definitions.valid_iso8601_date_time)', () => {
  const day = { year: 2021, month: 10, day: 24 };
  test.each([
    ['2021', { year: 2021 }],
    ['2021-10', { year: 2021, month: 10 }],
    ['2021-10-24', day],
    ['20211024', day],
    ['2021-10-24T10', { ...day, hour: 10 }],
    ['2021-10-24T10+02:00', { ...day, hour: 10, offset: 120 }],
    ['2021-10-24T10:30', { ...day, hour: 10, minute: 30 }],
    ['2021-10-24T10:30:47', { ...day, hour: 10, minute: 30, second: 47 }],
    [
      '2021-10-24T10:30:47.333333-03:00',
      { ...day, hour: 10, minute: 30, second: 47, fraction: 0.333333, offset: -180 },
    ],
    ['2021-10-24T10:30:47,5+0000', { ...day, hour: 10, minute: 30, second: 47, fraction: 0.5, offset: 0 }],
    ['20211024T103047Z', { ...day, hour: 10, minute: 30, second: 47, offset: 0 }],
    ['20211024T10', { ...day, hour: 10 }],
    ['2021-10-24T24:00:00', { ...day, hour: 24, minute: 0, second: 0 }],
  ])('%s is a date-time', (text, parts) => {
    expect(stated(parseDateTime(text))).toEqual(parts);
  });

  test.each([
    '',
    'T10',
    '2021-00',
    '2021-13',
    '2021-10-00',
    '2021-10-32',
    '2021-02-29T10:00:00',
    '2021-10-24T',
    '2021-10T10:30',
    '2021T10',
    '2021-10-24T48',
    '2021-10-24T10:95',
    '2021-10-24T10:30:78',
    '2021-10-24T10:30:60',
    '2021-10-24T10:30:78Z',
    '2021-10-24T10:30:78-03:00',
    '2021-10-24 10:30:47',
    '2021-10-24t10:30:47',
    '2021-10-24T103047',
    '20211024T10:30:47',
    '2021-10-24TT10',
    '2021-10-24T10:30T10',
    '2021-10-24Z',
    'yesterday',
  ])('%j is none', (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });
});

describe('DV_DURATION (CNF DV_DURATION-validate_open, Time_Definitions.valid_iso8601_duration)', () => {
  test.each([
    ['P1Y', { negative: false, years: 1 }],
    ['P1Y3M', { negative: false, years: 1, months: 3 }],
    ['P1W', { negative: false, weeks: 1 }],
    ['P1Y3M4D', { negative: false, years: 1, months: 3, days: 4 }],
    ['P1Y3M4DT2H', { negative: false, years: 1, months: 3, days: 4, hours: 2 }],
    ['P1Y3M4DT2H14M', { negative: false, years: 1, months: 3, days: 4, hours: 2, minutes: 14 }],
    ['P1Y3M4DT2H14M15.5S', { negative: false, years: 1, months: 3, days: 4, hours: 2, minutes: 14, seconds: 15.5 }],
    ['P3M1W', { negative: false, months: 3, weeks: 1 }],
    ['P2W3D', { negative: false, weeks: 2, days: 3 }],
    ['-P2M', { negative: true, months: 2 }],
    ['PT0S', { negative: false, seconds: 0 }],
    ['PT0,007S', { negative: false, seconds: 0.007 }],
    ['PT1M', { negative: false, minutes: 1 }],
    ['PT120M', { negative: false, minutes: 120 }],
    ['P0DT3H', { negative: false, days: 0, hours: 3 }],
  ])('%s is a duration', (text, parts) => {
    expect(stated(parseDuration(text))).toEqual(parts);
  });

  test.each([
    '',
    '-',
    'P',
    '-P',
    'PT',
    'P1YT',
    '1Y',
    'P1',
    'PY',
    'P1M1Y',
    'P1D1W',
    'P1Y1Y',
    'P1H',
    'PT1D',
    'PT1S1M',
    'P1YT1HT1M',
    'P1.5Y',
    'PT2.5H',
    'PT14.5M',
    'P1Y3M4DT2H14.5M',
    'P1Y3M4DT2.5H',
    'PT.5S',
    'PT5.S',
    '+P1D',
    'P-1D',
    '--P1D',
    'p1d',
    'P1d',
    ' P1D',
    'P1D ',
    'P 1D',
    'P0003-06-04T12:30:05',
  ])('%j is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
