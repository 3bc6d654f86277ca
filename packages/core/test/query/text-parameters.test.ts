import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../src/aql/language/index.ts';
import { LexicalNumber } from '../../src/json/value.ts';
import { parameterNames } from '../../src/query/probes.ts';
import { readTextParameters } from '../../src/query/text-parameters.ts';

const ELEMENT = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]';
const where = (condition: string): string => `SELECT o/name/value FROM EHR e CONTAINS OBSERVATION o WHERE ${condition}`;
const read = (q: string, text: string | readonly string[]): unknown =>
  readTextParameters(q, parseQuery(q), { p: text })['p'];

describe('a parameter that came as text is read as what it meets', () => {
  test.each([
    ['a magnitude', `${ELEMENT}/value/magnitude > $p`, '140', 140],
    ['a magnitude on its left', `$p < ${ELEMENT}/value/magnitude`, '-1e3', new LexicalNumber('-1e3')],
    [
      'a number that a double would not spell so',
      `${ELEMENT}/value/magnitude = $p`,
      '12.50',
      new LexicalNumber('12.50'),
    ],
    ['a number as AQL spells it', `${ELEMENT}/value/magnitude = $p`, '007', 7],
    ['a number without a whole part', `${ELEMENT}/value/magnitude > $p`, '.5', 0.5],
    ['any data value: no number by its look', `${ELEMENT}/value = $p`, '007', '007'],
    ['a text', 'o/name/value = $p', '140', '140'],
    ['a code', 'o/name/defining_code/code_string = $p', '73211009', '73211009'],
    ['an id', 'e/ehr_id/value = $p', '12', '12'],
    ['a date', 'e/time_created > $p', '2026', '2026'],
    ['a boolean', 'e/ehr_status/is_queryable = $p', 'TRUE', true],
    ['a boolean is no number', 'e/ehr_status/is_queryable = $p', '1', '1'],
    ['any data value: a number by its look', `${ELEMENT}/value = $p`, '140', 140],
    ['any data value: a boolean by its look', `${ELEMENT}/value/value = $p`, 'false', false],
    ['any data value: a text by its look', `${ELEMENT}/value/value = $p`, '2026-01-05', '2026-01-05'],
    ['a list', 'o/name/value MATCHES {$p}', ['1', '2'], ['1', '2']],
    ['a list of numbers', `${ELEMENT}/value/magnitude MATCHES {$p}`, ['1', '2'], [1, 2]],
    ['a bound of an interval', `${ELEMENT}/value/magnitude MATCHES {|>=$p|}`, '90', 90],
    ['a pattern', 'o/name/value LIKE $p', '1*', '1*'],
    ['the length of a text', 'LENGTH(o/name/value) > $p', '3', 3],
    ['the place in a text', "SUBSTRING(o/name/value, $p) = 'x'", '3', 3],
    ['a part of a text', 'POSITION($p, o/name/value) > 0', '3', '3'],
    ['whether a text is in another', 'CONTAINS(o/name/value, $p) = true', '1', '1'],
    ['a literal number', '$p = 1', '1', 1],
    ['a predicate', "o[name/value = $p]/uid/value != 'x'", '1', '1'],
    [
      'a predicate on a number',
      `${ELEMENT.replace('at0004', 'at0004 and value/magnitude > $p')}/name/value = 'x'`,
      '1',
      1,
    ],
  ])('%s', (_, condition, text, expected) => expect(read(where(condition), text)).toEqual(expected));

  test.each(['+5', ' 5', 'abc', '', '5.'])('%j is refused where only a number may stand', (text) => {
    expect(() => read(where(`${ELEMENT}/value/magnitude > $p`), text)).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', message: expect.stringContaining('parameter p ') }),
    );
  });

  test('names of nodes, archetypes and numbers of rows are given as texts', () => {
    const q = 'SELECT c/content[$p]/name FROM COMPOSITION c[$a] LIMIT $n';
    const texts = { p: '1', a: '2', n: '3' };
    expect(readTextParameters(q, parseQuery(q), texts)).toEqual(texts);
  });

  test('one that meets a number and a text is read as what it looks like', () => {
    const q = where(`${ELEMENT}/value/magnitude = $p OR o/name/value = $p`);
    expect(read(q, '1')).toBe(1);
    expect(read(q, 'x')).toBe('x');
  });

  test('one that the query does not have stays a text', () => {
    expect(read('SELECT e FROM EHR e', '1')).toBe('1');
  });

  test('digits of the query itself are not taken for a parameter', () => {
    const q = where("o/name/value = '1000001' AND o/name/value = $p");
    expect(read(q, '5')).toBe('5');
  });
});

test('the names of all parameters of a query', () => {
  const q = `SELECT c/content[$a, $b], CONCAT($c, 'x') FROM EHR e[ehr_id/value = $d] CONTAINS COMPOSITION c
    WHERE c/name/value LIKE $e AND c/name/value MATCHES {$f, |$g..$h|} LIMIT $i OFFSET $j`;
  expect([...parameterNames(parseQuery(q))].toSorted()).toEqual('abcdefghij'.split(''));
});
