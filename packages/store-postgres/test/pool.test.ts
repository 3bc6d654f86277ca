import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { coded, createEhr, onDatabase, openWith, until } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

describe.runIf(postgresWanted)('the connections of a store', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await freshDatabase()), 60_000);
  afterAll(() => database.drop());

  const everything = { kinds: new Set(['COMPOSITION', 'EHR_STATUS'] as const), allVersions: false };

  test('are counted: in use, idle, and waited for', async () => {
    const { store, records } = openWith(database.url, { size: 2 });
    expect(store.pool?.()).toEqual({ inUse: 0, idle: 0, waiting: 0 });
    const sleep = () => records.run((orm) => orm.execute('select pg_sleep(0.2)'));
    const work = [sleep(), sleep(), sleep()];
    await until(async () => store.pool?.().inUse === 2);
    expect(store.pool?.()).toEqual({ inUse: 2, idle: 0, waiting: 1 });
    await Promise.all(work);
    expect(store.pool?.()).toEqual({ inUse: 0, idle: 2, waiting: 0 });
    await store.close();
    expect(store.pool?.()).toEqual({ inUse: 0, idle: 0, waiting: 0 });
  });

  test('for queries are others than those for commits and look-ups', async () => {
    const store = await openPostgresStore({ url: database.url, poolSize: 1 });
    const ehrId = await createEhr(store);
    const query = store.queries.candidates(everything)[Symbol.asyncIterator]();
    await query.next();
    expect((await store.records.ehr(ehrId))?.ehrId).toBe(ehrId);
    await createEhr(store);
    await query.return?.();
    await store.close();
  });

  test('of a query see what was there when it began', async () => {
    const store = await openPostgresStore({ url: database.url });
    for (let count = 0; count < 120; count++) await createEhr(store);
    const seen = new Set<string>();
    let late: string | undefined;
    for await (const { ehr } of store.queries.candidates(everything)) {
      late ??= await createEhr(store);
      seen.add(ehr.ehrId);
    }
    expect(seen.size).toBeGreaterThanOrEqual(120);
    expect(seen).not.toContain(late);
    await store.close();
  });

  test('of a query that nobody reads any more do not keep a store from closing', async () => {
    const store = await openPostgresStore({ url: database.url });
    await createEhr(store);
    await createEhr(store);
    const query = store.queries.candidates(everything)[Symbol.asyncIterator]();
    await query.next();
    await store.close();
    const rest = Array.fromAsync({ [Symbol.asyncIterator]: () => query });
    await rest.catch((error: unknown) => expect(error).toSatisfy(coded('store_unavailable')));
    const sessions = `select from pg_stat_activity where application_name = 'cairn' and datname = current_database()`;
    await until(async () => (await onDatabase(database.url, sessions)).length === 0);
  });

  test('for queries lead to the replica, those for the record do not', async () => {
    const replica = await freshDatabase();
    const store = await openPostgresStore({ url: database.url, readUrl: replica.url });
    const ehrId = await createEhr(store);
    expect(await Array.fromAsync(store.queries.candidates(everything))).toEqual([]);
    expect((await store.records.ehr(ehrId))?.ehrId).toBe(ehrId);
    await store.close();
    await replica.drop();
  });
});
