import { describe, expect, it } from 'vitest';
import { checkQuery } from '../../../src/aql/check/index.ts';
import { accessOf } from '../../../src/aql/evaluate/index.ts';
import { parseQuery } from '../../../src/aql/language/index.ts';

const needs = (q: string) => {
  const { kinds, allVersions } = accessOf(checkQuery(q, parseQuery(q)));
  return [[...kinds].toSorted().join(' '), allVersions];
};

describe('what a query has to see', () => {
  it.each([
    ['SELECT e/ehr_id/value FROM EHR e', '', false],
    ['SELECT e FROM EHR e', 'EHR_STATUS FOLDER', false],
    ['SELECT e/ehr_status/subject FROM EHR e', 'EHR_STATUS', false],
    ['SELECT e/ehr_id/value FROM EHR e[ehr_status/is_modifiable = true]', 'EHR_STATUS', false],
    ['SELECT e/ehr_id/value FROM EHR e WHERE EXISTS e/directory', 'FOLDER', false],
    ['SELECT c FROM COMPOSITION c', 'COMPOSITION', false],
    ['SELECT o FROM EHR e CONTAINS OBSERVATION o', 'COMPOSITION', false],
    ['SELECT l FROM COMPOSITION c CONTAINS ELEMENT l', 'COMPOSITION', false],
    ['SELECT l FROM ELEMENT l', 'COMPOSITION EHR_STATUS FOLDER', false],
    ['SELECT l FROM EHR_STATUS CONTAINS ELEMENT l', 'EHR_STATUS', false],
    ['SELECT f FROM FOLDER f', 'FOLDER', false],
    ['SELECT o FROM FOLDER f CONTAINS OBSERVATION o', 'COMPOSITION FOLDER', false],
    ['SELECT e FROM EHR e NOT CONTAINS COMPOSITION', 'COMPOSITION EHR_STATUS FOLDER', false],
    ['SELECT v/uid/value FROM VERSION v CONTAINS COMPOSITION c', 'COMPOSITION', false],
    ['SELECT v/uid/value FROM VERSION v[ALL_VERSIONS] CONTAINS EHR_STATUS s', 'EHR_STATUS', true],
    [
      "SELECT v/uid/value FROM VERSION v[commit_audit/committer/name = 'x'] CONTAINS OBSERVATION o",
      'COMPOSITION',
      true,
    ],
    ['SELECT v/uid/value FROM VERSION v[ALL_VERSIONS] NOT CONTAINS COMPOSITION', 'COMPOSITION EHR_STATUS FOLDER', true],
  ])('%s', (q, kinds, allVersions) => {
    expect(needs(q)).toEqual([kinds, allVersions]);
  });
});
