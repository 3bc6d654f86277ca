import { describe, expect, it } from 'vitest';
import type { PrimitiveConstraint, TextInterval } from '../../../src/template/index.ts';
import { complex, findingsOnValue, primitive, single, valueTemplate } from './support.ts';

const TYPES = { date: 'DV_DATE', time: 'DV_TIME', 'date-time': 'DV_DATE_TIME', duration: 'DV_DURATION' } as const;

const constrained = (item: PrimitiveConstraint & { kind: keyof typeof TYPES }) =>
  complex(TYPES[item.kind], '', [single('value', [primitive(item)])]);

const check = (item: PrimitiveConstraint & { kind: keyof typeof TYPES }, value: string): string[] =>
  findingsOnValue({ _type: TYPES[item.kind], value }, constrained(item)).map((finding) =>
    finding.replace('/value/value ', ''),
  );

const interval = (lower?: string, upper?: string, lowerIncluded = true, upperIncluded = true): TextInterval => ({
  ...(lower === undefined ? {} : { lower }),
  ...(upper === undefined ? {} : { upper }),
  lowerIncluded,
  upperIncluded,
});

describe('precision of C_DATE, C_TIME and C_DATE_TIME (1.5 item 9)', () => {
  it.each([
    ['date', 'yyyy-mm-dd', '2021-10-05', true],
    ['date', 'yyyy-mm-dd', '2021-10', false],
    ['date', 'yyyy-mm-dd', '20211005', true],
    ['date', 'yyyy-mm-??', '2021-10', true],
    ['date', 'yyyy-mm-??', '2021', false],
    ['date', 'yyyy-??-??', '2021', true],
    ['date', 'yyyy-??-XX', '2021-10', true],
    ['date', 'yyyy-??-XX', '2021-10-05', false],
    ['date', 'YYYY-XX-XX', '2021-10', false],
    ['time', 'HH:MM:SS', '10:20:30', true],
    ['time', 'HH:MM:SS', '10:20:30.5Z', true],
    ['time', 'HH:MM:SS', '10:20', false],
    ['time', 'HH:MM:??', '10:20', true],
    ['time', 'HH:??:XX', '10:20:30', false],
    ['time', 'THH:??:??', '10', true],
    ['date-time', 'yyyy-mm-ddTHH:MM:SS', '2021-10-05T10:20:30+02:00', true],
    ['date-time', 'yyyy-mm-ddTHH:MM:SS', '2021-10-05T10:20', false],
    ['date-time', 'yyyy-mm-ddTHH:??:??', '2021-10-05T10', true],
    ['date-time', 'yyyy-mm-ddTHH:??:??', '2021-10-05', false],
    ['date-time', 'yyyy-??-??T??:??:??', '2021', true],
    ['date-time', 'yyyy-mm-ddTXX:XX:XX', '2021-10-05T10', false],
    ['date-time', 'yyyy-mm-dd', '2021-10-05T10:20', true],
  ] as const)('%s %s: %s', (kind, pattern, value, allowed) => {
    const refused = pattern.includes('XX') ? 'temporal_too_precise' : 'temporal_precision';
    expect(check({ kind, pattern }, value)).toEqual(allowed ? [] : [refused]);
  });

  it('a pattern of another form is a warning and rejects nothing', () => {
    const item = { kind: 'date', pattern: 'dd.mm.yyyy' } as const;
    expect(check(item, '2021')).toEqual([]);
    expect(valueTemplate(constrained(item)).warnings).toHaveLength(1);
  });
});

describe('ranges of dates and times, at the precision that value and bound have in common', () => {
  it.each([
    ['date', interval('2020-01-01', '2021-06-30'), '2021-06-30', true],
    ['date', interval('2020-01-01', '2021-06-30'), '2021-07-01', false],
    ['date', interval('2020-01-01', '2021-06-30'), '2021', true],
    ['date', interval('2020-01-01', '2021-06-30'), '2021-07', false],
    ['date', interval('2020-01-01', '2021-06-30', true, false), '2021-06-30', false],
    ['time', interval('08:00:00', '17:00:00'), '12:30', true],
    ['time', interval('08:00:00'), '07:59:59', false],
    ['date-time', interval(undefined, '2021-01-01T00:00:00Z'), '2021-01-01T00:30:00+01:00', true],
    ['date-time', interval(undefined, '2021-01-01T00:00:00Z'), '2021-01-01T00:30:00-01:00', false],
    ['date', interval('not a date'), '2021', true],
  ] as const)('%s', (kind, range, value, allowed) => {
    expect(check({ kind, range }, value)).toEqual(allowed ? [] : ['temporal_range']);
  });

  it.each([
    ['mandatory', '10:20:30', ['timezone_missing']],
    ['mandatory', '10:20:30Z', []],
    ['prohibited', '10:20:30Z', ['timezone_not_allowed']],
    ['prohibited', '10:20:30', []],
    ['optional', '10:20:30Z', []],
  ] as const)('time zone %s: %s', (timezone, value, expected) => {
    expect(check({ kind: 'time', timezone }, value)).toEqual(expected);
  });
});

describe('C_DURATION (1.5 item 10, CNF validate_fields and validate_range)', () => {
  it.each([
    ['PYMWDTHMS', 'P1Y2M3W4DT5H6M7.5S', true],
    ['PMWD', 'P1Y', false],
    ['PYMWD', 'PT1M', false],
    ['PTM', 'P1M', false],
    ['PTHMS', 'PT5M', true],
    ['PYMTD', 'P1D', true],
    ['PD', 'P1W', false],
    ['PWDTH', 'PT0S', true],
    ['PT24H', 'P1Y', true],
  ])('units of %s: %s', (pattern, value, allowed) => {
    expect(check({ kind: 'duration', pattern }, value)).toEqual(allowed ? [] : ['duration_units']);
  });

  it.each([
    ['P1Y', interval('P0Y', 'P50Y'), true],
    ['P1Y', interval('P2Y', 'P50Y'), false],
    ['P1Y20M', interval('P2Y', 'P50Y'), true],
    ['P12M', interval('P1Y', 'P1Y'), true],
    ['P2W3D', interval('P3W', 'P4W'), false],
    ['P2W8D', interval('P3W', 'P4W'), true],
    ['P2W15D', interval('P3W', 'P4W'), false],
    ['PT24H', interval('P1D', 'P1D'), true],
    ['P0D', interval('P0D', undefined, false), false],
    ['-P1D', interval('P0D'), false],
    ['-P2M', interval(undefined, '-P1M'), true],
    ['P5D', interval('nonsense'), true],
  ] as const)('%s in %o', (value, range, allowed) => {
    expect(check({ kind: 'duration', range }, value)).toEqual(allowed ? [] : ['duration_range']);
  });

  it('units and range are reported separately', () => {
    expect(check({ kind: 'duration', pattern: 'PM', range: interval('P2Y') }, 'P1Y')).toEqual([
      'duration_units',
      'duration_range',
    ]);
  });
});
