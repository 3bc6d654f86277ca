import { LexicalNumber, type JsonValue, type ResultSet } from '@cairn/core';
import { describe, expect, test } from 'vitest';
import { writePlan, writeResult } from '../../src/program/result-formats.ts';

const result = (names: readonly string[], ...rows: readonly (readonly JsonValue[])[]): ResultSet => ({
  meta: {
    _type: 'RESULTSET',
    _schema_version: '1.1.0',
    _created: '2026-01-05T09:10:11.123Z',
    _executed_aql: 'SELECT',
    resultsize: rows.length,
  },
  q: 'SELECT',
  columns: names.map((name) => ({ name })),
  rows,
});

const MIXED = result(
  ['id', '#1'],
  ['a', 1],
  ['longer', new LexicalNumber('12.50')],
  ['', null],
  ['größe \u{1F600}', { _type: 'DV_TEXT', value: 'x' }],
  ['b', true],
);

describe('a table', () => {
  test('has a head, a rule, a line for each row and their number', () => {
    expect(writeResult(MIXED, 'table').split('\n')).toEqual([
      'id      | #1',
      '--------+--------------------------------',
      'a       | 1',
      'longer  | 12.50',
      '        |',
      'größe \u{1F600} | {"_type":"DV_TEXT","value":"x"}',
      'b       | true',
      '(5 rows)',
    ]);
    expect(writeResult(result(['x'], [1]), 'table')).toMatch(/\(1 row\)$/);
    expect(writeResult(result(['x']), 'table')).toBe('x\n-\n(0 rows)');
  });

  test('cuts long cells, and gives the terminal nothing but text', () => {
    const text = writeResult(result(['x'], ['y'.repeat(100)], ['a\u001B[31mb\r\nc']), 'table');
    expect(text.split('\n')[2]).toBe(`${'y'.repeat(59)}…`);
    expect(text.split('\n')[3]).toBe('a [31mb c');
  });
});

test('CSV quotes where RFC 4180 wants it, and cuts nothing', () => {
  const long = 'y'.repeat(100);
  const text = writeResult(result(['a', 'b,c'], ['say "x"', 'l1\nl2'], [null, long], [{ v: 1 }, 2]), 'csv');
  expect(text).toBe(`a,"b,c"\n"say ""x""","l1\nl2"\n,${long}\n"{""v"":1}",2`);
});

test('JSON is the RESULT_SET, numbers as they were written', () => {
  const text = writeResult(MIXED, 'json');
  expect(text).toContain('["longer",12.50]');
  expect(JSON.parse(text)).toMatchObject({ meta: { resultsize: 5 }, columns: [{ name: 'id' }, { name: '#1' }] });
});

test('a plan is a line for each part, and one for each statement', () => {
  const text = writePlan({
    way: 'documents',
    access: { kinds: ['COMPOSITION'] },
    statements: ['select 1', 'select 2'],
  });
  expect(text).toBe('way: documents\naccess: {"kinds":["COMPOSITION"]}\nstatement: select 1\nstatement: select 2');
});
