import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainPlan, planQuery, runPlan, type IndexUse } from '../../aql/access/index.ts';
import { checkQuery } from '../../aql/check/index.ts';
import { indexDocument, reindexAll, verifyIndex } from '../../aql/indexing/index.ts';
import { parseQuery } from '../../aql/language/index.ts';
import { stringifyJson } from '../../json/index.ts';
import type { JsonObject } from '../../json/value.ts';
import type { NewVersion, Store } from '../../ports/store.ts';
import { deletion, first, newEhr, next, planOn, systemId } from '../plans.ts';
import { committed, type StoreUnderTest } from '../support.ts';
import { randomComposition } from './random-documents.ts';
import { coverableQuery, randomQuery } from './random-queries.ts';

/** Random queries for each random set of documents. */
const QUERIES = 25;

/** Needs a store of its own. */
export function narrowingTests(store: StoreUnderTest, numRuns: number): void {
  describe('the index', () => {
    test('changes the result of no query', { timeout: 10_000 + 2_000 * numRuns }, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.boolean().chain((plain) =>
            fc.array(fc.array(randomFate(plain), { size: 'max', maxLength: 4 }), {
              size: 'max',
              minLength: 2,
              maxLength: 5,
            }),
          ),
          fc.array(fc.oneof(randomQuery, coverableQuery), { minLength: QUERIES, maxLength: QUERIES }),
          async (ehrs, queries) => {
            await store().admin.deleteAllEhrs();
            for (const fates of ehrs) await file(store(), fates);
            expect((await verifyIndex(store())).differing).toEqual([]);
            for (const query of queries) {
              const rows = await rowsOf(store(), query, 'none');
              for (const use of ['narrowing', 'covering'] as const) {
                expect({ query, use, rows: await rowsOf(store(), query, use) }).toEqual({ query, use, rows });
              }
            }
          },
        ),
        { numRuns, endOnFailure: true },
      );
    });

    test.each([
      { query: 'SELECT COUNT(*) FROM COMPOSITION c', way: 'index' },
      { query: 'SELECT c FROM COMPOSITION c', way: 'documents' },
      {
        query: 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c ORDER BY c/context/start_time LIMIT 2',
        way: 'index',
      },
    ])('is explained: $query', async ({ query, way }) => {
      const plan = planQuery(checkQuery(query, parseQuery(query), {}, {}));
      const explained = await explainPlan(plan, store().queries);
      expect(explained.way).toBe(way);
      expect(explained.statements.length).toBeGreaterThan(0);
    });

    test('is made anew from documents that were stored without', async () => {
      await store().admin.deleteAllEhrs();
      const [document] = fc.sample(randomComposition({ plain: true }), { numRuns: 1, seed: 1 });
      const { index: _, ...version } = versionOf(first(), document ?? {});
      const hidden = newEhr({ flags: { queryable: false, modifiable: true } });
      await committed(store(), hidden);
      await committed(store(), planOn(hidden.ehrId, { versions: [version] }));
      expect(await verifyIndex(store())).toEqual({ documents: 2, unindexed: 2, differing: [] });
      expect(await reindexAll(store())).toEqual({ documents: 2, notIndexable: 0 });
      expect(await verifyIndex(store())).toEqual({ documents: 2, unindexed: 0, differing: [] });
      expect((await store().admin.indexOf(hidden.ehrId, version.objectId))?.leaves.length).toBeGreaterThan(0);
      const { ehrId } = hidden;
      const stale = { ehrId, objectId: version.objectId, timeCommitted: 0, index: { roots: [], leaves: [] } };
      expect(await store().admin.replaceIndexes([stale])).toBe(0);
    });
  });
}

interface Fate {
  readonly document: JsonObject;
  readonly fate: 'stays' | 'is deleted' | 'is replaced' | 'is not indexed' | 'is in a folder';
  readonly other: JsonObject;
}

/** With plain fates the index can tell everything. */
function randomFate(plain: boolean): fc.Arbitrary<Fate> {
  const composition = randomComposition({ plain });
  const fates: readonly Fate['fate'][] = ['stays', 'stays', 'is deleted', 'is replaced', 'is in a folder'];
  return fc.record({
    document: composition,
    fate: fc.constantFrom(...fates, ...(plain ? [] : ['is not indexed' as const])),
    other: composition,
  });
}

function versionOf(version: NewVersion, data: JsonObject): NewVersion {
  const { document: _, index: __, ...rest } = version;
  const uid = { _type: 'OBJECT_VERSION_ID', value: `${version.objectId}::${systemId}::${version.number}` };
  const index = indexDocument({ ...data, uid }, version.kind);
  return { ...rest, document: stringifyJson({ ...data, uid }), ...(index && { index }) };
}

async function file(store: Store, fates: readonly Fate[]): Promise<void> {
  const status = { _type: 'EHR_STATUS', archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1', is_queryable: true };
  const plan = newEhr({ flags: { queryable: fates.length !== 3, modifiable: true } });
  await committed(store, { ...plan, versions: plan.versions.map((version) => versionOf(version, status)) });
  const filed: string[] = [];
  for (const { document, fate, other } of fates) {
    const one = versionOf(first(), document);
    const { index: _, ...bare } = one;
    await committed(store, planOn(plan.ehrId, { versions: [fate === 'is not indexed' ? bare : one] }));
    if (fate === 'is deleted') await committed(store, planOn(plan.ehrId, { versions: [deletion(one)] }));
    if (fate === 'is replaced') {
      await committed(store, planOn(plan.ehrId, { versions: [versionOf(next(one), other)] }));
    }
    if (fate === 'is in a folder') filed.push(one.objectId);
  }
  if (filed.length === 0) return;
  const items = filed.map((value) => ({ _type: 'OBJECT_REF', id: { _type: 'HIER_OBJECT_ID', value } }));
  const folder = { _type: 'FOLDER', archetype_node_id: 'openEHR-EHR-FOLDER.generic.v1', items };
  await committed(store, planOn(plan.ehrId, { versions: [versionOf(first({ kind: 'FOLDER' }), folder)] }));
}

async function rowsOf(store: Store, text: string, use: IndexUse): Promise<string> {
  const query = checkQuery(text, parseQuery(text), {}, {});
  const environment = { clock: { now: () => 0 }, timezone: 'UTC' };
  const { rows } = await runPlan(planQuery(query, undefined, use), store.queries, environment);
  return stringifyJson(rows);
}
