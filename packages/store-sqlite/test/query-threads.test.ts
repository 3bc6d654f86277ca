import type { QueryAccess, VersionedKind } from '@cairn/core';
import { first, newEhr, planOn } from '@cairn/core/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const access: QueryAccess = { allVersions: false, kinds: new Set<VersionedKind>(['COMPOSITION']) };

/** More than one slice. */
const EHRS = 60;

describe('a query over all EHRs of a file', () => {
  const folder = temporaryFolder();
  let store: Awaited<ReturnType<typeof openSqliteStore>>;
  const ehrIds: string[] = [];

  beforeEach(async () => {
    store = await openSqliteStore({ path: folder.file });
    const plans = Array.from({ length: ehrIds.length === 0 ? EHRS : 0 }, () => newEhr());
    await Promise.all(plans.map((plan) => store.commits.commit(plan)));
    ehrIds.push(...plans.map(({ ehrId }) => ehrId));
  });
  afterEach(async () => {
    await store.close();
  });

  test('sees the state in which it began, and holds up neither commits nor reads', async () => {
    const query = store.queries.candidates(access)[Symbol.asyncIterator]();
    await query.next();
    const versions = await Promise.all(
      ehrIds.map(async (ehrId) => {
        const version = first();
        await store.commits.commit(planOn(ehrId, { versions: [version] }));
        return { ehrId, objectId: version.objectId };
      }),
    );
    for (const { ehrId, objectId } of versions) expect(await store.records.object(ehrId, objectId)).toBeDefined();
    let documents = 0;
    for (let one = await query.next(); !one.done; one = await query.next()) documents += one.value.documents.length;
    expect(documents).toBe(0);
    const later = await Array.fromAsync(store.queries.candidates(access));
    expect(later.flatMap((ehr) => ehr.documents)).toHaveLength(EHRS);
  });

  test('may run several at a time, each to its end', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, () => Array.fromAsync(store.queries.candidates({ ...access, kinds: new Set() }))),
    );
    expect(results.map(({ length }) => length)).toEqual(results.map(() => EHRS));
  });

  test.each([
    { versions: 'latest', allVersions: false },
    { versions: 'all', allVersions: true },
  ])('gives all documents of one EHR, few or many: $versions versions', async ({ allVersions }) => {
    for (const many of [3, 300]) {
      const ehr = newEhr();
      await store.commits.commit(ehr);
      const plans = Array.from({ length: many }, () => planOn(ehr.ehrId, { versions: [first()] }));
      await Promise.all(plans.map((plan) => store.commits.commit(plan)));
      const asked = { ...access, allVersions, ehrId: ehr.ehrId };
      const [found, ...others] = await Array.fromAsync(store.queries.candidates(asked));
      expect(others).toEqual([]);
      expect(new Set(found?.documents.map(({ objectId }) => objectId))).toEqual(
        new Set(plans.flatMap(({ versions }) => versions.map(({ objectId }) => objectId))),
      );
    }
  });

  test('ends with the store', async () => {
    const query = store.queries.candidates(access)[Symbol.asyncIterator]();
    await query.next();
    await store.close();
    await expect(Array.fromAsync({ [Symbol.asyncIterator]: () => query })).rejects.toMatchObject({
      code: 'store_unavailable',
    });
    expect(() => store.queries.candidates(access)).toThrow('closed');
  });
});
