import type { Store } from '@cairn/core';
import { first, newIndexedEhr, planOn, pressureIndex, pressuresFrom } from '@cairn/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const EHRS = 12;
/** Of each EHR: so many that those of all are more than are looked through in one go. */
const COMPOSITIONS = 1_000;

describe('the first rows of many', () => {
  const { file, remove } = temporaryFolder();
  const ehrIds: string[] = [];
  let store: Store;

  // The values of each EHR are its place among all.
  beforeAll(async () => {
    store = await openSqliteStore({ path: file });
    for (let place = 0; place < EHRS; place += 1) {
      const created = newIndexedEhr({ notBefore: 1_700_000_000_000 + place });
      await store.commits.commit(created);
      const versions = Array.from({ length: COMPOSITIONS }, () => first({ index: pressureIndex(place) }));
      await store.commits.commit(planOn(created.ehrId, { versions }));
      ehrIds.push(created.ehrId);
    }
  }, 60_000);
  afterAll(async () => {
    await store.close();
    remove();
  });

  const ehrsOf = async (lower: number, limit: number) => {
    const rows = await store.queries.index?.rows(pressuresFrom(lower), limit);
    return rows?.slice(0, limit).map(({ ehrId }) => ehrId);
  };

  test('are those of the first EHRs that have some', async () => {
    expect(await ehrsOf(0, 3)).toEqual(Array(3).fill(ehrIds[0]));
    expect(await ehrsOf(2, COMPOSITIONS + 1)).toEqual([...Array(COMPOSITIONS).fill(ehrIds[2]), ehrIds[3]]);
  });

  test('are found behind all EHRs that are soon looked through', async () => {
    const last = EHRS - 1;
    expect(await ehrsOf(last, 3)).toEqual(Array(3).fill(ehrIds[last]));
    expect(await ehrsOf(last - 3, 5)).toEqual(Array(5).fill(ehrIds[last - 3]));
    expect(await ehrsOf(last + 1, 3)).toEqual([]);
  });
});
