import type { DocumentIndex, Store } from '@cairn/core';
import { first, newEhr, newIndexedEhr, planOn, pressureIndex, pressuresFrom } from '@cairn/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Connection } from '../src/connection.ts';
import { indexReader, type IndexReader } from '../src/index-reader.ts';
import { openPostgresStore } from '../src/index.ts';
import { querySettings } from '../src/snapshot.ts';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { onDatabase } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

describe.runIf(postgresWanted)('an answer in one round trip', () => {
  let database: TestDatabase;
  let other: Store;
  let connection: Connection;
  let index: IndexReader;

  beforeAll(async () => {
    database = await freshDatabase();
    other = await openPostgresStore({ url: database.url });
    connection = connect({ url: database.url, size: 2, settings: querySettings });
    index = indexReader(connection);
  }, 60_000);
  afterAll(async () => {
    await connection.close();
    await other.close();
    await database.drop();
  });

  async function ehrOf(...indexes: DocumentIndex[]): Promise<string> {
    const created = newIndexedEhr();
    await other.commits.commit(created);
    for (const one of indexes) {
      await other.commits.commit(planOn(created.ehrId, { versions: [first({ index: one })] }));
    }
    return created.ehrId;
  }

  const atOnce = () => index.answerAtOnce((access) => access.count(pressuresFrom(0)));

  async function count(): Promise<number | undefined> {
    const own = await connection.snapshot();
    try {
      return await index.answer(own, (access) => access.count(pressuresFrom(0)));
    } finally {
      await own.end();
    }
  }

  /** Something has changed that answers rest on: the first one after it has to ask. */
  async function expectNews(expected: number | undefined): Promise<void> {
    expect(await atOnce()).toBeUndefined();
    expect(await count()).toBe(expected);
    expect(await atOnce()).toEqual(expected === undefined ? undefined : { value: expected });
  }

  test('needs to know the dictionaries; after that, it comes with whatever was committed meanwhile', async () => {
    await ehrOf(pressureIndex(1), pressureIndex(2));
    await expectNews(2);
    await ehrOf(pressureIndex(3));
    expect(await atOnce()).toEqual({ value: 3 });
  });

  test('is none while another node has added to the dictionaries', async () => {
    await ehrOf(pressureIndex(4, { units: 'kPa', path: '/data[at0005]', number: 1 }));
    await expectNews(4);
  });

  test('is none when an EHR has come to be hidden, or to be seen again', async () => {
    const ehrId = await ehrOf(pressureIndex(5));
    expect(await atOnce()).toEqual({ value: 5 });
    await onDatabase(database.url, 'update ehr set queryable = false where ehr_id = $1', [ehrId]);
    await expectNews(4);
    await onDatabase(database.url, 'update ehr set queryable = true where ehr_id = $1', [ehrId]);
    await expectNews(5);
  });

  test('is none when a composition is without index rows', async () => {
    const ehrId = await ehrOf();
    await other.commits.commit(planOn(ehrId, { versions: [first()] }));
    await expectNews(undefined);
    await other.admin.deleteEhr(ehrId);
    await expectNews(5);
  });

  test('is none when a number is one that no double holds', async () => {
    const ehrId = await ehrOf(pressureIndex('12345678901234567890.5'));
    expect(await atOnce()).toBeUndefined();
    expect(await count()).toBeUndefined();
    await other.admin.deleteEhr(ehrId);
    expect(await atOnce()).toEqual({ value: 5 });
  });

  test('says that there are no rows, when there are none', async () => {
    const above = pressuresFrom(1000);
    const rows = () => index.answerAtOnce((access) => access.rows({ ...above, ehrId: newEhr().ehrId }, 10));
    expect(await rows()).toEqual({ value: [] });
    expect(await index.answerAtOnce((access) => access.rows({ ...above, ehrIds: [] }, 10))).toEqual({ value: [] });
  });
});

test.runIf(postgresWanted)(
  'two nodes that answer while a third one writes are never behind what it has acknowledged',
  async () => {
    const database = await freshDatabase();
    const open = (): Promise<Store> => openPostgresStore({ url: database.url });
    const [writer, ...readers] = [await open(), await open(), await open()] as const;
    /** How many values there are after each step; of the last step before it is acknowledged, too. */
    const counts = [0];
    let acknowledged = 0;

    async function step(change: number, work: () => Promise<unknown>): Promise<void> {
      counts.push((counts.at(-1) ?? 0) + change);
      await work();
      acknowledged = counts.length - 1;
    }

    async function write(): Promise<void> {
      for (let round = 0; round < 25; round += 1) {
        const { ehrId, ...created } = newIndexedEhr();
        const [status = first({ kind: 'EHR_STATUS' })] = created.versions;
        await step(0, () => writer.commits.commit({ ehrId, ...created }));
        const units = `unit ${round % 10}`;
        const odd = pressureIndex(round, { number: 2, units, path: `/data[at${round % 10}]` });
        await step(1, () => writer.commits.commit(planOn(ehrId, { versions: [first({ index: odd })] })));
        for (const [number, queryable] of [false, true].entries()) {
          const ehrStatus = { queryable, modifiable: true, subject: undefined };
          const versions = [{ ...status, number: number + 2 }];
          await step(queryable ? 1 : -1, () => writer.commits.commit(planOn(ehrId, { ehrStatus, versions })));
        }
      }
    }

    const writing = new AbortController();
    const read = async (store: Store): Promise<number> => {
      let answers = 0;
      while (!writing.signal.aborted) {
        const since = acknowledged;
        const count = await store.queries.index?.count(pressuresFrom(0));
        const possible = counts.slice(since);
        if (count === undefined || !possible.includes(count)) throw new Error(`${count} is none of ${possible.join()}`);
        answers += 1;
      }
      return answers;
    };
    const reading = Promise.all(readers.map(read));
    await write().finally(() => writing.abort());
    for (const answers of await reading) expect(answers).toBeGreaterThan(20);
    for (const store of [writer, ...readers]) await store.close();
    await database.drop();
  },
);

test.runIf(postgresWanted)('a statement that is too much for a server is none to fail for', async () => {
  const database = await freshDatabase();
  const connection = connect({ url: database.url, size: 1, settings: querySettings });
  // 0A000: a row of a count is none that could be locked.
  const refused = { text: 'select count(*) from ehr for update', values: [] };
  expect(await connection.rows(refused)).toBeUndefined();
  const changes = connection.changes();
  expect(await connection.rows(refused)).toBeUndefined();
  expect(connection.changes()).toBe(changes);
  await expect(connection.rows({ text: 'select nothing', values: [] })).rejects.toMatchObject({
    code: 'store_unavailable',
  });
  await connection.close();
  await database.drop();
});

test.runIf(postgresWanted)('a connection with too many prepared statements is replaced', async () => {
  const database = await freshDatabase();
  const connection = connect({ url: database.url, size: 1, settings: querySettings });
  const prepared = async (): Promise<number> => {
    const found = await connection.rows({ text: 'select count(*) as "count" from pg_prepared_statements', values: [] });
    return (found as readonly { readonly count: number }[])[0]?.count ?? 0;
  };
  let most = 0;
  for (let number = 0; number < 1_500; number += 1) {
    for (const _ of [1, 2]) await connection.rows({ text: `select ${number} as number`, values: [] });
    if (number % 100 === 0) most = Math.max(most, await prepared());
  }
  expect(most).toBeGreaterThan(100);
  expect(await prepared()).toBeLessThan(1_000);
  await connection.close();
  await database.drop();
});
