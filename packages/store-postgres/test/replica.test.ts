import { createCdr, type Cdr, type Store } from '@cairn/core';
import { first, newIndexedEhr, planOn, pressureIndex, pressuresFrom } from '@cairn/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { coded, onDatabase, until } from './support/opened.ts';
import { caughtUp, startServer, type TestServer } from './support/server.ts';
import { postgresWanted } from './support/wanted.ts';

const DATABASE = 'postgres';

describe.runIf(postgresWanted)('a replica that follows the database', () => {
  let primary: TestServer;
  let replica: TestServer;
  let store: Store;
  let cdr: Cdr;

  beforeAll(async () => {
    primary = await startServer({ durable: false });
    await (await openPostgresStore({ url: primary.url(DATABASE) })).close();
    replica = await primary.replicate();
    store = await openPostgresStore({ url: primary.url(DATABASE), readUrl: replica.url(DATABASE) });
    cdr = await createCdr({ store, systemId: 'replica.test' });
  }, 60_000);
  afterAll(async () => {
    await store.close();
    await replica.remove();
    await primary.remove();
  });

  const pause = (how: 'pause' | 'resume') => onDatabase(replica.url(DATABASE), `select pg_wal_replay_${how}()`);
  const follow = () => caughtUp(primary.url(DATABASE), replica.url(DATABASE));
  const ehrIds = async () => (await cdr.query.aql('SELECT e/ehr_id/value FROM EHR e')).rows.flat();
  const pressures = () => store.queries.index?.count(pressuresFrom(0));

  test('answers queries; look-ups and commits go by what was acknowledged, however far behind it is', async () => {
    await pause('pause');
    const { ehrId } = await cdr.ehrs.create();
    expect((await cdr.ehrs.get(ehrId)).ehr_id).toMatchObject({ value: ehrId });
    expect(await ehrIds()).not.toContain(ehrId);
    const created = newIndexedEhr();
    await store.commits.commit(created);
    await store.commits.commit(planOn(created.ehrId, { versions: [first({ index: pressureIndex(1) })] }));
    expect(await pressures()).toBe(0);
    await pause('resume');
    await follow();
    expect(await ehrIds()).toContain(ehrId);
    expect(await pressures()).toBe(1);
  });

  test('answers a query from one state, while others follow', async () => {
    const before = await ehrIds();
    const everything = { kinds: new Set(['EHR_STATUS'] as const), allVersions: false };
    const candidates = store.queries.candidates(everything)[Symbol.asyncIterator]();
    const [one] = [await candidates.next()];
    const { ehrId } = await cdr.ehrs.create();
    await follow();
    const rest = await Array.fromAsync({ [Symbol.asyncIterator]: () => candidates });
    expect([one.value, ...rest].map((found) => found?.ehr.ehrId)).toEqual(before);
    expect(await ehrIds()).toEqual([...before, ehrId]);
  });

  test('is part of readiness; while it is away queries are refused, and nothing else', async () => {
    await replica.stop();
    await until(async () => !(await store.health()).database.up);
    await expect(ehrIds()).rejects.toSatisfy(coded('store_unavailable'));
    const { ehrId } = await cdr.ehrs.create();
    expect((await cdr.ehrs.get(ehrId)).ehr_id).toMatchObject({ value: ehrId });
    await replica.start();
    await until(async () => (await store.health()).database.up);
    await follow();
    expect(await ehrIds()).toContain(ehrId);
  });
});
