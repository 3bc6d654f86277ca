import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainPlan, planQuery, type IndexUse } from '../../aql/access/index.ts';
import { checkQuery } from '../../aql/check/index.ts';
import { reindexAll, verifyIndex } from '../../aql/indexing/index.ts';
import { parseQuery } from '../../aql/language/index.ts';
import type { JsonObject } from '../../json/value.ts';
import type { Store, Subject } from '../../ports/store.ts';
import { deletion, first, newEhr, newSubject, next, planOn, uuid } from '../plans.ts';
import { committed, type StoreUnderTest } from '../support.ts';
import { versionOf } from './indexed-version.ts';
import { randomComposition } from './random-documents.ts';
import { answerOf } from './answers.ts';
import { coverableQuery } from './coverable-queries.ts';
import { namingQuery, projectableQuery, randomQuery } from './random-queries.ts';
import { SOME_EHR, SOME_SUBJECT } from './words.ts';

/** Random queries for each random set of documents. */
const QUERIES = 25;

/** Needs a store of its own. */
export function narrowingTests(store: StoreUnderTest, numRuns: number): void {
  describe('the index', () => {
    test('changes the result of no query', { timeout: 20_000 + 10_000 * numRuns }, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.boolean().chain((plain) =>
            fc.array(fc.array(randomFate(plain), { size: 'max', maxLength: 4 }), {
              size: 'max',
              minLength: 2,
              maxLength: 5,
            }),
          ),
          fc.array(fc.oneof(randomQuery, coverableQuery, projectableQuery, namingQuery), {
            minLength: QUERIES,
            maxLength: QUERIES,
          }),
          async (ehrs, queries) => {
            await fileAll(store(), ehrs);
            expect((await verifyIndex(store())).differing).toEqual([]);
            for (const [index, query] of queries.entries()) {
              const scope = index % 4 === 0 ? SOME_EHR : undefined;
              const { rows } = await answerOf(store(), query, 'none', scope);
              for (const use of ['narrowing', 'projection', 'covering'] as const) {
                const found = await answerOf(store(), query, use, scope);
                expect({ query, use, scope, rows: found.rows }).toEqual({ query, use, scope, rows });
              }
            }
          },
        ),
        { numRuns, endOnFailure: true },
      );
    });

    test('answers every shape that it can, and right', { timeout: 60_000 }, async () => {
      const fates = fc.array(randomFate(true), { size: 'max', minLength: 1, maxLength: 2 });
      await fileAll(store(), fc.sample(fates, { numRuns: 12, seed: 7 }));
      const counts = new Map<string, number>();
      const check = async (query: string, use: IndexUse): Promise<void> => {
        const { rows } = await answerOf(store(), query, 'none');
        const { rows: found, answered } = await answerOf(store(), query, use);
        expect({ query, rows: found }).toEqual({ query, rows });
        for (const kind of answered) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      };
      for (const query of fc.sample(coverableQuery, { numRuns: 300, seed: 7 })) await check(query, 'covering');
      for (const query of fc.sample(projectableQuery, { numRuns: 50, seed: 7 })) await check(query, 'projection');
      const shapes = [
        'count',
        'numbers',
        'groups',
        'rows',
        'rows of the first',
        'count since',
        'groups since',
        'rows since',
        ...['count', 'groups', 'rows'].flatMap((kind) =>
          ['of a code', 'of a text', 'without a root'].map((of) => `${kind} ${of}`),
        ),
        ...(store().queries.projected ? ['projected'] : []),
      ];
      expect(shapes.filter((shape) => (counts.get(shape) ?? 0) < 2)).toEqual([]);
    });

    test.each([
      { query: 'SELECT COUNT(*) FROM COMPOSITION c', way: 'index' },
      { query: 'SELECT c FROM COMPOSITION c', way: 'documents' },
      { query: 'SELECT c/name/value, c/context/start_time/value FROM COMPOSITION c', way: 'leaves' },
      {
        query: 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c ORDER BY c/context/start_time LIMIT 2',
        way: 'index',
      },
    ])('is explained: $query', async ({ query, way }) => {
      const plan = planQuery(checkQuery(query, parseQuery(query), {}, {}));
      const explained = await explainPlan(plan, store().queries);
      expect(explained.way).toBe(way === 'leaves' && !store().queries.projected ? 'documents' : way);
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

async function fileAll(store: Store, ehrs: readonly (readonly Fate[])[]): Promise<void> {
  await store.admin.deleteAllEhrs();
  for (const [index, fates] of ehrs.entries()) await file(store, fates, index === 0 ? SOME_EHR : uuid());
}

/** The subject of the first EHR was another one before. */
async function file(store: Store, fates: readonly Fate[], ehrId: string): Promise<void> {
  const subject = ehrId === SOME_EHR ? { id: SOME_SUBJECT, namespace: 'tests' } : newSubject();
  const flags = { queryable: fates.length !== 3, modifiable: true };
  const plan = newEhr({ ehrId, flags, subject: newSubject() });
  const versions = plan.versions.map((version) => versionOf(version, statusOf(newSubject())));
  await committed(store, { ...plan, versions });
  for (const status of versions) {
    const version = versionOf(next(status), statusOf(subject));
    await committed(store, planOn(ehrId, { versions: [version], ehrStatus: { ...flags, subject } }));
  }
  const filed: string[] = [];
  for (const { document, fate, other } of fates) {
    const one = versionOf(first(), document);
    const { index: _, ...bare } = one;
    await committed(store, planOn(ehrId, { versions: [fate === 'is not indexed' ? bare : one] }));
    if (fate === 'is deleted') await committed(store, planOn(ehrId, { versions: [deletion(one)] }));
    if (fate === 'is replaced') {
      await committed(store, planOn(ehrId, { versions: [versionOf(next(one), other)] }));
    }
    if (fate === 'is in a folder') filed.push(one.objectId);
  }
  if (filed.length === 0) return;
  const items = filed.map((value) => ({ _type: 'OBJECT_REF', id: { _type: 'HIER_OBJECT_ID', value } }));
  const folder = { _type: 'FOLDER', archetype_node_id: 'openEHR-EHR-FOLDER.generic.v1', items };
  await committed(store, planOn(ehrId, { versions: [versionOf(first({ kind: 'FOLDER' }), folder)] }));
}

const statusOf = ({ id, namespace }: Subject): JsonObject => ({
  _type: 'EHR_STATUS',
  archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
  subject: {
    _type: 'PARTY_SELF',
    external_ref: { _type: 'PARTY_REF', namespace, type: 'PERSON', id: { _type: 'GENERIC_ID', value: id } },
  },
  is_queryable: true,
});
