import type { IndexStore, QueryStore, Store } from '@cairn/core';
import { first, newIndexedEhr, planOn, pressureIndex, pressuresFrom } from '@cairn/core/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { coded, onDatabase, until } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

describe.runIf(postgresWanted)('a query that nobody waits for any more', () => {
  let database: TestDatabase;
  let store: Store;
  let other: pg.Client;

  beforeAll(async () => {
    database = await freshDatabase();
    store = await openPostgresStore({ url: database.url, poolSize: 2 });
    const created = newIndexedEhr();
    await store.commits.commit(created);
    await store.commits.commit(planOn(created.ehrId, { versions: [first({ index: pressureIndex(1) })] }));
    other = new pg.Client({ connectionString: database.url });
    await other.connect();
  }, 60_000);
  afterAll(async () => {
    await other.end();
    await store.close();
    await database.drop();
  });

  const access = { kinds: new Set(['COMPOSITION'] as const), allVersions: false };
  const projection = { archetypeIds: [], paths: [] };
  const indexOf = ({ index }: QueryStore): IndexStore => {
    if (!index) throw new Error('This store has an index');
    return index;
  };
  const questions: Readonly<Record<string, (queries: QueryStore) => Promise<unknown>>> = {
    'at the index, in one round trip': (queries) => indexOf(queries).count(pressuresFrom(0)),
    'at the index, in a snapshot': (queries) => indexOf(queries).groups(pressuresFrom(0)),
    'at documents': (queries) => Array.fromAsync(queries.candidates(access)),
    'at their index rows': (queries) => Array.fromAsync(queries.projected?.(access, projection) ?? []),
  };

  const running = async (): Promise<number> => {
    const busy = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'cairn' and state <> 'idle'`;
    return (await onDatabase<{ count: number }>(database.url, busy))[0]?.count ?? 0;
  };

  test.each(Object.entries(questions))('%s: it ends, at the server too', async (_, ask) => {
    const controller = new AbortController();
    await other.query('begin; lock table document, leaf in access exclusive mode');
    try {
      const asked = ask(store.queries.until?.({ signal: controller.signal, timeoutMs: 60_000 }) ?? store.queries);
      const refused = expect(asked).rejects.toSatisfy(coded('query_cancelled'));
      await until(async () => (await running()) === 1);
      controller.abort();
      await refused;
      // Well before a lock is waited for in vain.
      await expect.poll(running, { timeout: 3_000 }).toBe(0);
    } finally {
      await other.query('rollback');
    }
    await expect.poll(() => store.pool?.().inUse).toBe(0);
    await expect(ask(store.queries)).resolves.toBeDefined();
  });

  test.each(Object.entries(questions))('%s: it ends when its time is over', async (_, ask) => {
    await other.query('begin; lock table document, leaf in access exclusive mode');
    try {
      const asked = ask(store.queries.until?.({ timeoutMs: 300 }) ?? store.queries);
      await expect(asked).rejects.toSatisfy(coded('query_timeout'));
      // Well before a lock is waited for in vain, or the store's own time is over.
      await expect.poll(running, { timeout: 3_000 }).toBe(0);
    } finally {
      await other.query('rollback');
    }
    await expect.poll(() => store.pool?.().inUse).toBe(0);
    await expect(ask(store.queries)).resolves.toBeDefined();
  });

  test('has all the time that its caller has', async () => {
    const queries = store.queries.until?.({ timeoutMs: Infinity }) ?? store.queries;
    for (const ask of Object.values(questions)) await expect(ask(queries)).resolves.toBeDefined();
  });

  test('is not begun when it is too late', async () => {
    await Promise.all(Object.values(questions).map((ask) => ask(store.queries)));
    await expect.poll(() => store.pool?.().inUse).toBe(0);
    const before = store.pool?.();
    const queries = store.queries.until?.({ timeoutMs: 0 }) ?? store.queries;
    for (const ask of Object.values(questions)) await expect(ask(queries)).rejects.toSatisfy(coded('query_timeout'));
    await expect.poll(() => store.pool?.()).toEqual(before);
  });

  test('is not begun when its caller has left before', async () => {
    const queries = store.queries.until?.({ signal: AbortSignal.abort(), timeoutMs: 60_000 }) ?? store.queries;
    for (const ask of Object.values(questions)) await expect(ask(queries)).rejects.toSatisfy(coded('query_cancelled'));
    await expect.poll(() => store.pool?.()).toMatchObject({ inUse: 0, waiting: 0 });
  });

  test('leaves nothing behind on the signal of one who stays', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const counted = {
      get aborted() {
        return signal.aborted;
      },
      addEventListener: () => void (listeners += 1),
      removeEventListener: () => void (listeners -= 1),
    };
    const queries = store.queries.until?.({ signal: counted, timeoutMs: 60_000 }) ?? store.queries;
    for (const ask of Object.values(questions)) await ask(queries);
    await expect.poll(() => listeners).toBe(0);
  });
});
