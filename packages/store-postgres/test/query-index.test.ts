import type { DocumentIndex, Need, Store } from '@cairn/core';
import {
  first,
  newIndexedEhr,
  planOn,
  pressureIndex,
  pressurePath as path,
  pressures as whole,
} from '@cairn/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { onDatabase } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

const EHRS = 40;
const COMPOSITIONS = 10;

/** A composition with one value, and a dozen values beside it. */
const measured = (value: number): DocumentIndex =>
  pressureIndex(
    value,
    ...Array.from({ length: 12 }, (_, index) => ({
      path: `/data[at01${String(index).padStart(2, '0')}]`,
      number: index,
    })),
  );

/** Nothing tells the planner how many rows there are. */
describe.runIf(postgresWanted)('on tables without statistics', () => {
  let database: TestDatabase;
  const ehrIds: string[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    for (const table of ['ehr', 'document', 'root', 'leaf']) {
      await onDatabase(database.url, `alter table ${table} set (autovacuum_enabled = off)`);
    }
    await using store = await openPostgresStore({ url: database.url });
    for (let ehr = 0; ehr < EHRS; ehr += 1) {
      const created = newIndexedEhr();
      ehrIds.push(created.ehrId);
      await store.commits.commit(created);
      const versions = Array.from({ length: COMPOSITIONS }, (_, index) => first({ index: measured(ehr + index / 10) }));
      await store.commits.commit(planOn(created.ehrId, { versions }));
    }
  }, 60_000);
  afterAll(() => database.drop());

  /** How many entries of the indexes of `leaf` and `root` something reads. */
  async function read(work: (store: Store) => Promise<unknown>): Promise<number> {
    const before = await entriesRead();
    const store = await openPostgresStore({ url: database.url, migrate: 'verify' });
    await work(store);
    // The server has counted everything once the connections are closed.
    await store.close();
    return (await entriesRead()) - before;
  }

  async function entriesRead(): Promise<number> {
    const [found] = await onDatabase<{ sum: string }>(
      database.url,
      "select sum(idx_tup_read) as sum from pg_stat_user_indexes where relname in ('leaf', 'root')",
    );
    return Number(found?.sum);
  }

  const ofEhr = COMPOSITIONS * measured(0).leaves.length;
  const high: Need = { kind: 'leaf', path, tests: [{ column: 'number', lower: EHRS - 1 }] };
  const kinds = new Set(['COMPOSITION'] as const);

  test.each<{ name: string; ask: (store: Store) => Promise<unknown>; answer: unknown; entries: number }>([
    {
      name: 'the rows of an EHR',
      ask: async ({ queries }) => (await queries.index?.rows({ ...whole, ehrId: ehrIds[7] ?? '' }))?.length,
      answer: COMPOSITIONS,
      entries: 2 * ofEhr,
    },
    {
      name: 'the count of an EHR',
      ask: async ({ queries }) => queries.index?.count({ ...whole, ehrId: ehrIds[7] ?? '' }),
      answer: COMPOSITIONS,
      entries: 2 * ofEhr,
    },
    {
      name: 'the values of an EHR',
      ask: async ({ queries }) => (await queries.index?.numbers({ ...whole, ehrId: ehrIds[7] ?? '' }))?.length,
      answer: COMPOSITIONS,
      entries: 2 * ofEhr,
    },
    {
      name: 'the documents with a rare value',
      ask: async ({ queries }) => {
        const access = { kinds, allVersions: false, narrowing: { required: high, documents: high } };
        const found = await Array.fromAsync(queries.candidates(access));
        return found.flatMap(({ documents }) => documents).length;
      },
      answer: COMPOSITIONS,
      entries: 4 * ofEhr,
    },
    {
      name: 'the leaves of documents with a rare value',
      ask: async ({ queries }) => {
        const access = { kinds, allVersions: false, narrowing: { required: high, documents: high } };
        const projection = { archetypeIds: path.nodeIds ?? [], paths: [{ ...path, suffix: 'magnitude' }] };
        const found = await Array.fromAsync(queries.projected?.(access, projection) ?? []);
        return found.flatMap(({ documents }) => documents).filter((document) => 'roots' in document).length;
      },
      answer: COMPOSITIONS,
      entries: 4 * ofEhr,
    },
    {
      name: 'the bound of the highest',
      ask: ({ queries }) =>
        queries.index?.bound({ path, column: 'number', descending: true, count: 3 }) ?? Promise.resolve(),
      answer: EHRS - 1 + 0.7,
      entries: 3,
    },
  ])('$name are found without a look at those of many others', async ({ ask, answer, entries }) => {
    let given: unknown;
    const count = await read(async (store) => void (given = await ask(store)));
    expect(given).toBe(answer);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(entries);
  });
});
