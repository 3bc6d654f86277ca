import { describe, expect, test } from 'vitest';
import { planQuery } from '../../../src/aql/access/index.ts';
import { checkQuery } from '../../../src/aql/check/index.ts';
import { parseQuery } from '../../../src/aql/language/index.ts';
import type { IndexQuery } from '../../../src/ports/query.ts';

const PROBLEM = 'openEHR-EHR-EVALUATION.problem.v1';
const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS EVALUATION d[${PROBLEM}]`;
const VALUE = 'd/data[at0001]/items[at0002]/value';
const CODE = `${VALUE}/defining_code/code_string`;
const TEXT = `${VALUE}/value`;

const coveringOf = (text: string) => planQuery(checkQuery(text, parseQuery(text), {}, {})).covering;

describe('a query that index rows answer', () => {
  test.each<{ query: string; kind: string; asked: Partial<IndexQuery['leaf']> & object }>([
    { query: `SELECT COUNT(*) ${FROM} WHERE ${CODE} = '1'`, kind: 'count', asked: { codes: ['1'] } },
    { query: `SELECT COUNT(${CODE}) ${FROM} WHERE '1' = ${CODE}`, kind: 'count', asked: { codes: ['1'] } },
    { query: `SELECT COUNT(*) ${FROM} WHERE ${TEXT} = 'x'`, kind: 'count', asked: { texts: ['x'] } },
    {
      query: `SELECT COUNT(*) ${FROM} WHERE ${CODE} MATCHES {'1', '2', '1'} AND ${TEXT} = 'P1D'`,
      kind: 'count',
      asked: { codes: ['1', '2'], texts: ['P1D'] },
    },
    {
      query: `SELECT COUNT(DISTINCT e/ehr_id/value) ${FROM} WHERE ${CODE} = '1'`,
      kind: 'ehrs',
      asked: { codes: ['1'] },
    },
    { query: `SELECT e/ehr_id/value, COUNT(*) ${FROM} WHERE ${CODE} = '1'`, kind: 'groups', asked: { codes: ['1'] } },
    {
      query: `SELECT e/ehr_id/value, c/uid/value, ${TEXT}, ${CODE} ${FROM} WHERE ${CODE} = '1' LIMIT 50`,
      kind: 'rows',
      asked: { codes: ['1'] },
    },
    { query: `SELECT ${TEXT}, ${VALUE}/magnitude ${FROM} ORDER BY ${CODE} LIMIT 50`, kind: 'rows', asked: {} },
  ])('asks for what it needs: $query', ({ query, kind, asked }) => {
    const covering = coveringOf(query);
    expect(covering?.answer.kind).toBe(kind);
    const { path: _, ...conditions } = covering?.query.leaf ?? {};
    expect(conditions).toEqual(asked);
  });

  test('may want compositions without an entry', () => {
    const covering = coveringOf(
      `SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c NOT CONTAINS EVALUATION[${PROBLEM}]`,
    );
    expect(covering?.query.without).toEqual({ rmType: 'EVALUATION', archetypeId: PROBLEM });
  });

  test.each([
    ['a text that may be cut', `SELECT COUNT(*) ${FROM} WHERE ${TEXT} = '${'x'.repeat(47)}'`],
    ['a code that has the sign between code and terminology', `SELECT COUNT(*) ${FROM} WHERE ${CODE} = 'a::b'`],
    ['a code that ends with half of it', `SELECT COUNT(*) ${FROM} WHERE ${CODE} = 'a:'`],
    ['an order of texts', `SELECT COUNT(*) ${FROM} WHERE ${TEXT} > 'x'`],
    ['a text that it is not', `SELECT COUNT(*) ${FROM} WHERE ${CODE} != '1'`],
    ['a text that it is like', `SELECT COUNT(*) ${FROM} WHERE ${TEXT} LIKE 'x*'`],
    ['a number among texts', `SELECT COUNT(*) ${FROM} WHERE ${CODE} MATCHES {'1', 2}`],
    ['one code or another by OR', `SELECT COUNT(*) ${FROM} WHERE ${CODE} = '1' OR ${CODE} = '2'`],
    ['two codes at once', `SELECT COUNT(*) ${FROM} WHERE ${CODE} = '1' AND ${CODE} = '2'`],
    ['values that are not those of the condition', `SELECT COUNT(${TEXT}) ${FROM} WHERE ${CODE} = '1'`],
    ['different codes', `SELECT COUNT(DISTINCT ${CODE}) ${FROM} WHERE ${CODE} = '1'`],
    ['two paths', `SELECT d/data[at0001]/items[at0003]/value/value ${FROM} WHERE ${CODE} = '1'`],
    ['a path in ORDER BY alone', `SELECT c/uid/value ${FROM} ORDER BY ${CODE}`],
    ['a step without an at-code', `SELECT COUNT(*) ${FROM} WHERE d/data/items[at0002]/value/value = 'x'`],
    ['a whole value', `SELECT COUNT(*) ${FROM} WHERE ${VALUE} = 'x'`],
    [
      'the absence of a class of any archetype',
      'SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c NOT CONTAINS EVALUATION',
    ],
    [
      'the absence of a class in another one',
      `SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c NOT CONTAINS SECTION CONTAINS EVALUATION[${PROBLEM}]`,
    ],
    ['EHRs without compositions', 'SELECT COUNT(*) FROM EHR e NOT CONTAINS COMPOSITION[openEHR-EHR-COMPOSITION.a.v1]'],
  ])('does not ask for %s', (_name, query) => {
    expect(coveringOf(query)).toBeUndefined();
  });
});

describe('documents of a query with NOT CONTAINS', () => {
  const needOf = (text: string) =>
    planQuery(checkQuery(text, parseQuery(text), {}, {})).documents().access.narrowing?.documents;
  const absent = { kind: 'no-root', archetypeIds: [PROBLEM], rmTypes: ['EVALUATION'] };

  test.each([
    { from: `COMPOSITION c NOT CONTAINS EVALUATION[${PROBLEM}]`, need: absent },
    { from: `EHR e CONTAINS COMPOSITION c NOT CONTAINS EVALUATION[${PROBLEM}]`, need: absent },
    { from: `SECTION c NOT CONTAINS EVALUATION[${PROBLEM}]`, need: undefined },
    { from: 'COMPOSITION c NOT CONTAINS EVALUATION', need: undefined },
    { from: `COMPOSITION c NOT CONTAINS EVALUATION[${PROBLEM}, 'x']`, need: undefined },
    { from: `COMPOSITION c NOT CONTAINS (EVALUATION[${PROBLEM}] AND OBSERVATION)`, need: undefined },
  ])('lack what is not to be contained: $from', ({ from, need }) => {
    expect(needOf(`SELECT c FROM ${from}`)).toEqual(need);
  });
});
