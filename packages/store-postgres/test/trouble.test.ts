import { inspect } from 'node:util';
import type { CommitOutcome, CommitPlan, Store } from '@cairn/core';
import { first, newEhr, newSubject, next, planOn } from '@cairn/core/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { coded, composition, createEhr, onDatabase, openWith, until } from './support/opened.ts';
import { startServer, type TestServer } from './support/server.ts';
import { postgresWanted } from './support/wanted.ts';

const unavailable = coded('store_unavailable');

async function isStored(store: Store, { ehrId, versions: [version] }: CommitPlan): Promise<boolean> {
  return (await store.records.object(ehrId, version?.objectId ?? '')) !== undefined;
}

describe.runIf(postgresWanted)('a database that goes away', () => {
  let server: TestServer;
  let store: Store;
  beforeAll(async () => {
    server = await startServer({ durable: false });
    store = await openPostgresStore({ url: server.url('postgres'), poolSize: 5 });
  }, 60_000);
  afterAll(async () => {
    await store.close();
    await server.remove();
  });

  test.each(['stop', 'crash'] as const)(
    'after a %s fails what is asked of it, says so, and is used again when it is back',
    async (how) => {
      const ehrId = await createEhr(store);
      await Promise.all(Array.from({ length: 10 }, () => store.records.ehr(ehrId)));
      await server[how]();
      await until(async () => !(await store.health()).database.up);
      for (const use of [
        () => store.commits.commit(composition(ehrId, '{}')),
        () => store.commits.loadForCommit(ehrId, []),
        () => store.records.ehr(ehrId),
        () => Array.fromAsync(store.queries.candidates({ kinds: new Set(['COMPOSITION']), allVersions: false })),
        () => store.definitions.templates(),
        () => store.admin.deleteEhr(ehrId),
      ]) {
        await expect(use()).rejects.toSatisfy(unavailable);
      }
      const { database, migrations } = await store.health();
      expect([database.up, migrations.current]).toEqual([false, false]);
      expect(database.detail).toMatch(/refuses connections|connection was lost|connection broke|shutting down/);
      expect(database.detail).not.toContain('127.0.0.1');

      await server.start();
      await until(async () => (await store.health()).database.up);
      expect((await store.records.ehr(ehrId))?.ehrId).toBe(ehrId);
      expect((await store.commits.commit(composition(ehrId, '{}'))).kind).toBe('committed');
    },
    60_000,
  );

  test('in the middle of commits has all that it acknowledged', async () => {
    const ehrIds = await Promise.all(Array.from({ length: 5 }, () => createEhr(store)));
    const plans = Array.from({ length: 200 }, (_, index) => composition(ehrIds[index % 5] ?? '', '{}'));
    const outcomes = Promise.allSettled(plans.map((plan) => store.commits.commit(plan)));
    const sessions = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cairn'`;
    for (let count = 0; count < 3; count++) await onDatabase(server.url('postgres'), sessions);
    const settled = await outcomes;
    for (const outcome of settled) {
      if (outcome.status === 'rejected') expect(outcome.reason).toSatisfy(unavailable);
      else expect(outcome.value.kind).toBe('committed');
    }
    expect(settled.some(({ status }) => status === 'rejected')).toBe(true);
    const stored = await Promise.all(plans.map((plan) => isStored(store, plan)));
    settled.forEach(({ status }, index) => {
      if (status === 'fulfilled') expect(stored[index]).toBe(true);
    });
  });
});

describe.runIf(postgresWanted)('a database in trouble', () => {
  let database: TestDatabase;
  beforeEach(async () => void (database = await freshDatabase()), 60_000);
  afterEach(() => database.drop());

  test('of which every idle connection is cut is used on, by new ones', async () => {
    const store = await openPostgresStore({ url: database.url });
    const ehrId = await createEhr(store);
    await Promise.all(Array.from({ length: 20 }, () => store.records.ehr(ehrId)));
    expect(store.pool?.().idle).toBeGreaterThan(1);
    await onDatabase(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'cairn' and datname = current_database()`,
    );
    await until(async () => store.pool?.().idle === 0);
    expect((await store.records.ehr(ehrId))?.ehrId).toBe(ehrId);
    await store.close();
  });

  test('where a lock is held waits for it, then says that it is not available, and goes on once it is released', async () => {
    const { store } = openWith(database.url, { lock_timeout: 300 });
    const ehrId = await createEhr(store);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('begin');
    await other.query('select from ehr for update');
    const plan = composition(ehrId, '{}');
    await expect(store.commits.commit(plan)).rejects.toSatisfy(coded('store_unavailable', /lock .* \(55P03\)/));
    expect((await store.records.ehr(ehrId))?.ehrId, 'reading goes on').toBe(ehrId);
    const waiting = store.commits.commit(plan);
    await other.query('rollback');
    await other.end();
    expect((await waiting).kind).toBe('committed');
    await store.close();
  });

  test('that takes too long is not waited for', async () => {
    const { store, records } = openWith(database.url, { statement_timeout: 200 });
    const slow = records.run((orm) => orm.execute('select pg_sleep(10)'));
    await expect(slow).rejects.toSatisfy(coded('store_unavailable', /took too long \(57014\)/));
    await createEhr(store);
    await store.close();
  });

  test('that takes no writes is read from, and says so', async () => {
    const setUp = await openPostgresStore({ url: database.url });
    const ehrId = await createEhr(setUp);
    await setUp.close();
    const { store } = openWith(database.url, { default_transaction_read_only: 'on' });
    expect((await store.records.ehr(ehrId))?.ehrId).toBe(ehrId);
    const written = store.commits.commit(composition(ehrId, '{}'));
    await expect(written).rejects.toSatisfy(coded('store_unavailable', /takes no writes \(25006\)/));
    await store.close();
  });

  test('has two EHRs swap their subjects: each swap is made or refused, and no deadlock is seen', async () => {
    const store = await openPostgresStore({ url: database.url });
    const subjects = [newSubject(), newSubject()];
    const statuses = [first({ kind: 'EHR_STATUS' }), first({ kind: 'EHR_STATUS' })];
    const ehrIds = await Promise.all(
      subjects.map(async (subject, index) => {
        const plan = newEhr({ subject, versions: statuses.slice(index, index + 1) });
        await store.commits.commit(plan);
        return plan.ehrId;
      }),
    );
    for (let count = 0; count < 20; count++) {
      const swaps = ehrIds.map(async (ehrId, index): Promise<CommitOutcome> => {
        const subject = subjects[(index + count + 1) % 2];
        const status = statuses[index];
        if (!subject || !status) throw new Error('there are two of each');
        const ehrStatus = { queryable: true, modifiable: true, subject };
        const outcome = await store.commits.commit(planOn(ehrId, { ehrStatus, versions: [next(status)] }));
        if (outcome.kind === 'committed') statuses[index] = next(status);
        else expect(outcome.failed.kind).toBe('subject-free');
        return outcome;
      });
      await Promise.all(swaps);
    }
    const holders = await onDatabase(database.url, 'select from subject');
    expect(holders.length).toBeLessThanOrEqual(2);
    await store.close();
  });

  test.each([
    ['a document with a byte changed', 'document = set_byte(document, 12, get_byte(document, 12) # 255)'],
    ['a document cut short', 'document = substring(document for length(document) - 9)'],
    ['a document that is none', "document = '\\x00'"],
    ['an unknown lifecycle state', 'lifecycle_state = 1'],
    ['an unknown kind', 'kind = 9'],
  ])('with %s is store_corrupt, and nothing of it is handed out', async (_, change) => {
    const store = await openPostgresStore({ url: database.url });
    const ehrId = await createEhr(store);
    const plan = composition(ehrId, `{"text":"${'words '.repeat(50)}"}`);
    await store.commits.commit(plan);
    await onDatabase(database.url, `update version set ${change} where kind = 1`);
    const objectId = plan.versions[0]?.objectId ?? '';
    const error: unknown = await store.records
      .version(ehrId, objectId, { kind: 'latest' })
      .catch((thrown: unknown) => thrown);
    expect(error).toSatisfy(coded('store_corrupt'));
    expect(String(error)).not.toContain('words');
    await store.close();
  });

  test('is no reason to tell what was in a statement', async () => {
    const store = await openPostgresStore({ url: database.url });
    const ehrId = await createEhr(store);
    await onDatabase(database.url, 'alter table version add check (signature is null)');
    const plan = planOn(ehrId, { versions: [first({ signature: 'words', document: '"words"' })] });
    const refused: unknown = await store.commits.commit(plan).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(TypeError);
    await onDatabase(database.url, 'alter table contribution rename to words');
    const broken: unknown = await store.commits.commit(plan).catch((thrown: unknown) => thrown);
    expect(broken).toSatisfy(unavailable);
    for (const error of [refused, broken]) {
      expect(inspect(error)).not.toContain('words');
    }
    await store.close();
  });
});
