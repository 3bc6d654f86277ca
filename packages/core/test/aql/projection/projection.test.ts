import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planQuery, runPlan, type IndexUse } from '../../../src/aql/access/index.ts';
import { checkQuery } from '../../../src/aql/check/index.ts';
import { parseQuery } from '../../../src/aql/language/index.ts';
import { projectionOf } from '../../../src/aql/projection/index.ts';
import { stringifyJson } from '../../../src/json/index.ts';
import { randomComposition } from '../../../src/testing/query/random-documents.ts';
import { projectableQuery, randomQuery } from '../../../src/testing/query/random-queries.ts';
import { createRepository } from '../support/repository.ts';
import { withProjections } from '../support/projected.ts';

const bound = (text: string) => checkQuery(text, parseQuery(text), {}, {});

describe('a document by its index rows', () => {
  test('gives the rows that it gives itself', { timeout: 60_000 }, async () => {
    const given = { whole: 0, projected: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.boolean().chain((plain) => fc.array(randomComposition({ plain }), { minLength: 1, maxLength: 6 })),
        fc.array(fc.oneof({ weight: 3, arbitrary: projectableQuery }, randomQuery), { minLength: 25, maxLength: 25 }),
        async (documents, queries) => {
          const repository = createRepository();
          const ehrs = [repository.ehr(), repository.ehr()] as const;
          documents.forEach((document, at) => repository.commit(ehrs[at < 3 ? 0 : 1], document));
          const store = withProjections(repository.store);
          const rowsOf = async (query: string, use: IndexUse): Promise<string> => {
            const plan = planQuery(bound(query), undefined, use);
            return stringifyJson((await runPlan(plan, store, { clock: { now: () => 0 }, timezone: 'UTC' })).rows);
          };
          for (const query of queries) {
            const rows = await rowsOf(query, 'none');
            expect({ query, rows: await rowsOf(query, 'projection') }).toEqual({ query, rows });
          }
          given.whole += store.given.whole;
          given.projected += store.given.projected;
        },
      ),
      { numRuns: 40, endOnFailure: true },
    );
    expect(given.projected).toBeGreaterThan(given.whole);
  });

  const PRESSURE = 'openEHR-EHR-OBSERVATION.pressure.v1';
  const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${PRESSURE}]`;
  const ITEMS = 'o/data[at0001]/events[at0006]/data[at0003]/items';

  test.each([
    `SELECT c/context/start_time/value, ${ITEMS}[at0004]/value/magnitude ${FROM} WHERE ${ITEMS}[at0005]/value/magnitude > 3`,
    `SELECT e/ehr_id/value, c/uid/value, c/name/value, c/composer/name ${FROM} ORDER BY c/context/start_time`,
    `SELECT o/data[at0001]/events[at0006]/time/value ${FROM} WHERE ${ITEMS}[at0004]/value > 3`,
    `SELECT COUNT(*) ${FROM} WHERE EXISTS ${ITEMS}[at0004]/value`,
    `SELECT MAX(${ITEMS}[at0004]/value/magnitude), e/ehr_id/value ${FROM}`,
    `SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c NOT CONTAINS OBSERVATION[${PRESSURE}]`,
    "SELECT c/uid/value FROM COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1, 'Visit']",
    'SELECT a/ism_transition/current_state/value FROM ACTION a[openEHR-EHR-ACTION.a.v1]',
  ])('is enough for %s', (query) => {
    expect(projectionOf(bound(query))).toBeDefined();
  });

  test.each([
    ['a whole object', `SELECT ${ITEMS}[at0004]/value ${FROM}`],
    ['a whole object handed to a function', `SELECT LENGTH(${ITEMS}[at0004]/value) ${FROM}`],
    ['names of inner nodes', `SELECT ${ITEMS}[at0004]/name/value ${FROM}`],
    ['nodes told by their names', `SELECT ${ITEMS}[at0004, 'x']/value/magnitude ${FROM}`],
    ['a path without node ids', `SELECT o/data/events/time/value ${FROM}`],
    ['a path through another archetype', `SELECT c/content[${PRESSURE}]/data[at0001]/origin/value ${FROM}`],
    ['a path into another archetype', `SELECT ${ITEMS}[openEHR-EHR-CLUSTER.a.v1]/items[at0004]/value/value ${FROM}`],
    ['classes that are no roots', 'SELECT COUNT(*) FROM OBSERVATION o'],
    ['versions', 'SELECT v/uid/value FROM VERSION v CONTAINS COMPOSITION c'],
    ['folders', `SELECT c/uid/value FROM FOLDER f CONTAINS COMPOSITION c`],
    ['the status of an EHR', `SELECT e/ehr_status/subject/external_ref/id/value ${FROM}`],
    ['EHRs alone', 'SELECT e/ehr_id/value FROM EHR e'],
  ])('is not enough for %s', (_name, query) => {
    expect(projectionOf(bound(query))).toBeUndefined();
  });
});
