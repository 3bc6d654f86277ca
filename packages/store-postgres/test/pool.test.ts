import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCdr } from '@cairn/core';
import { first, planOn } from '@cairn/core/testing';
import pg from 'pg';
import { openPostgresStore } from '../src/index.ts';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { coded, createEhr, onDatabase, openWith, until } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

describe.runIf(postgresWanted)('the connections of a store', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await freshDatabase()), 60_000);
  afterAll(() => database.drop());

  const root = { archetypeId: 'openEHR-EHR-COMPOSITION.x.v1', rmType: 'COMPOSITION', parent: -1, last: 0 };
  const leaf = { root: 0, path: '/content[at0001]/value', rmType: 'DV_COUNT', position: '0' };
  const nameOf = ({ url }: TestDatabase): string => `"${new URL(url).pathname.slice(1)}"`;
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

  test('run nothing that was made for a server that may be another by now', async () => {
    const { store, records } = openWith(database.url, { size: 1 });
    const statement = { text: 'create table made_for_another ()', values: [] };
    const before = records.changes();
    await store.health();
    expect(await records.rows(statement, { changes: before })).toBeUndefined();
    expect(await onDatabase(database.url, "select to_regclass('made_for_another') as made")).toEqual([{ made: null }]);
    expect(await records.rows(statement, { changes: records.changes() })).toEqual([]);
    await store.close();
  });

  test('write and read values the same way whatever the database says', async () => {
    await onDatabase(database.url, `alter database ${nameOf(database)} set extra_float_digits = 0`);
    await onDatabase(database.url, `alter database ${nameOf(database)} set array_nulls = off`);
    await onDatabase(database.url, `alter database ${nameOf(database)} set bytea_output = 'escape'`);
    const store = await openPostgresStore({ url: database.url });
    const cdr = await createCdr({ store, systemId: 'pool.test' });
    const { ehrId } = await cdr.ehrs.create();
    const index = {
      roots: [root],
      leaves: [
        { ...leaf, number: 0.1 + 0.2 },
        { ...leaf, position: '1' },
      ],
    };
    await store.commits.commit(planOn(ehrId, { versions: [first({ document: '{"ä":1}', index })] }));
    const stored = await Array.fromAsync(store.queries.candidates({ ...everything, ehrId }));
    const document = stored.flatMap(({ documents }) => documents).find(({ kind }) => kind === 'COMPOSITION');
    expect(new TextDecoder().decode(document?.document)).toBe('{"ä":1}');
    expect((await store.admin.indexOf(ehrId, document?.objectId ?? ''))?.leaves[0]?.number).toBe(0.1 + 0.2);
    await store.close();
    await onDatabase(database.url, `alter database ${nameOf(database)} reset all`);
  });

  test('of queries end a statement when a query has to, and say so', async () => {
    const store = await openPostgresStore({ url: database.url, queryTimeoutMs: 300 });
    const cdr = await createCdr({ store, systemId: 'pool.test' });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('begin; lock table ehr in access exclusive mode');
    const started = performance.now();
    await expect(cdr.query.aql('SELECT e FROM EHR e')).rejects.toSatisfy(coded('query_timeout'));
    expect(performance.now() - started).toBeLessThan(5_000);
    await client.query('rollback');
    await client.end();
    expect(store.pool?.().inUse).toBe(0);
    await store.close();
  });

  test('wait for the lock of a dictionary no longer than they may, however many wait', async () => {
    const { store } = openWith(database.url, { lock_timeout: 1_000 });
    const ehrId = await createEhr(store);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('begin; select pg_advisory_xact_lock(7309453616)');
    const started = performance.now();
    const commits = Array.from({ length: 12 }, (_, number) => {
      const index = { roots: [root], leaves: [{ ...leaf, path: `/content[at${number}]/value` }] };
      return store.commits.commit(planOn(ehrId, { versions: [first({ document: '{}', index })] }));
    });
    const outcomes = await Promise.allSettled(commits);
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
    expect(performance.now() - started).toBeLessThan(6_000);
    await client.query('rollback');
    await client.end();
    const index = { roots: [root], leaves: [{ ...leaf, path: '/content[at9]/value' }] };
    const after = planOn(ehrId, { versions: [first({ document: '{}', index })] });
    expect(await store.commits.commit(after)).toMatchObject({ kind: 'committed' });
    await store.close();
  });

  test('tell how they are: those for queries too, and soon', async () => {
    const gone = new URL(database.url);
    gone.pathname = '/there_is_none';
    const lame = await openPostgresStore({ url: database.url, readUrl: gone.href });
    expect((await lame.health()).database).toEqual({ up: false, detail: expect.stringContaining('Queries') });
    await lame.close();
    const { store } = openWith(database.url, { default_transaction_read_only: 'on' });
    expect((await store.health()).database).toEqual({ up: false, detail: expect.stringContaining('no writes') });
    await store.close();
    const { store: busy, records } = openWith(database.url, { size: 1 });
    const sleep = records.run((orm) => orm.execute('select pg_sleep(5)'));
    await until(async () => busy.pool?.().inUse === 1);
    const started = performance.now();
    expect((await busy.health()).database).toEqual({ up: false, detail: 'The database does not answer' });
    expect(performance.now() - started).toBeLessThan(4_500);
    await sleep;
    await busy.close();
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
});
