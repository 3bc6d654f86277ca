import { randomBytes } from 'node:crypto';
import { closeSync, copyFileSync, openSync, renameSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { CdrError, type CommitPlan, type Store } from '@cairn/core';
import { newEhr } from '@cairn/core/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { composition, createEhr, openWithConnection } from './support/opened.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let temporary: ReturnType<typeof temporaryFolder>;
let opened: ReturnType<typeof openWithConnection>;
let store: Store;
beforeEach(() => {
  temporary = temporaryFolder();
  opened = openWithConnection(temporary.file);
  ({ store } = opened);
});
afterEach(async () => {
  await store.close();
  temporary.remove();
});

const coded = (code: string) => (error: unknown) => error instanceof CdrError && error.code === code;
const noise = (bytes: number): string => JSON.stringify(randomBytes(bytes).toString('base64'));

async function isStored(plan: CommitPlan): Promise<boolean> {
  const [version] = plan.versions;
  return (await store.records.object(plan.ehrId, version?.objectId ?? '')) !== undefined;
}

describe('a database that may not grow any more', () => {
  const limitPages = (pages: number): unknown => opened.connection.client.pragma(`max_page_count = ${pages}`);

  test('refuses what does not fit, keeps what it acknowledged, and goes on when there is room again', async () => {
    const ehrId = await createEhr(store);
    limitPages(80);
    const acknowledged: CommitPlan[] = [];
    let refusedPlan: CommitPlan | undefined;
    while (!refusedPlan) {
      const plan = composition(ehrId, noise(5000));
      try {
        await store.commits.commit(plan);
        acknowledged.push(plan);
      } catch (error) {
        expect(error).toSatisfy(coded('store_unavailable'));
        refusedPlan = plan;
      }
    }
    expect(acknowledged.length).toBeGreaterThan(10);
    for (const plan of acknowledged) expect(await isStored(plan)).toBe(true);
    expect(await isStored(refusedPlan)).toBe(false);

    limitPages(1_000_000);
    expect((await store.commits.commit(refusedPlan)).kind).toBe('committed');
    expect(await isStored(refusedPlan)).toBe(true);
    expect(opened.connection.client.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  test('still takes the small plans that were committed at the same moment as one too large', async () => {
    const ehrId = await createEhr(store);
    limitPages(100);
    const plans = Array.from({ length: 9 }, (_, index) => composition(ehrId, index === 4 ? noise(1_500_000) : '{}'));
    const outcomes = await Promise.allSettled(plans.map((plan) => store.commits.commit(plan)));
    const expected = plans.map((_, index) => (index === 4 ? 'rejected' : 'fulfilled'));
    expect(outcomes.map(({ status }) => status)).toEqual(expected);
    expect(await Promise.all(plans.map(isStored))).toEqual(expected.map((status) => status === 'fulfilled'));
  });
});

describe('a database that another process writes to', () => {
  test('waits for it, then says that it is not available, and goes on once it is released', async () => {
    const ehrId = await createEhr(store);
    const other = new Database(temporary.file);
    other.exec('begin immediate');
    const plans = [composition(ehrId, '{}'), composition(ehrId, '{}')];
    const outcomes = await Promise.allSettled(plans.map((plan) => store.commits.commit(plan)));
    for (const outcome of outcomes) {
      expect(outcome.status === 'rejected' && outcome.reason).toSatisfy(coded('store_unavailable'));
    }
    await expect(store.settings.putIfAbsent('key', 'value')).rejects.toSatisfy(coded('store_unavailable'));
    expect((await store.records.ehr(ehrId))?.ehrId, 'reading goes on').toBe(ehrId);
    other.exec('rollback');
    other.close();
    for (const plan of plans) expect((await store.commits.commit(plan)).kind).toBe('committed');
  });
});

describe('damage', () => {
  test.each([
    [
      'a document with a byte changed',
      "document = cast(substr(document, 1, 12) || x'ff' || substr(document, 14) as blob)",
    ],
    ['a document cut short', 'document = cast(substr(document, 1, length(document) - 9) as blob)'],
    ['a document that is none', "document = x'00'"],
    ['an unknown lifecycle state', 'lifecycle_state = 1'],
    ['an unknown kind', 'kind = 9'],
    ['an id that is none', "object_id = x'00'"],
  ])('%s is store_corrupt, and never handed out', async (_, change) => {
    const ehrId = await createEhr(store);
    const plan = composition(ehrId, `{"text":"${'words '.repeat(50)}"}`);
    await store.commits.commit(plan);
    const { client } = opened.connection;
    client.pragma('foreign_keys = off');
    client.prepare(`update version set ${change} where document is not null and kind = 1`).run();
    const reads = [
      store.records.version(ehrId, plan.versions[0]?.objectId ?? '', { kind: 'latest' }),
      store.records.contribution(ehrId, plan.contribution?.contributionId ?? ''),
    ];
    const outcomes = await Promise.allSettled(reads);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) expect(reason).toSatisfy(coded('store_corrupt'));
  });

  test('of the file itself is store_corrupt, too', async () => {
    const ehrId = await createEhr(store);
    await store.close();
    const database = new Database(temporary.file);
    const page = database.prepare("select rootpage from sqlite_schema where name = 'ehr'").pluck().get();
    database.close();
    const file = openSync(temporary.file, 'r+');
    writeSync(file, randomBytes(8192), 0, 8192, (Number(page) - 1) * 8192);
    closeSync(file);
    const again = openWithConnection(temporary.file);
    await expect(again.store.records.ehr(ehrId)).rejects.toSatisfy(coded('store_corrupt'));
    await again.store.close();
  });
});

test('a database file that was moved away is not healthy, and nothing is acknowledged', async () => {
  const ehrId = await createEhr(store);
  expect((await store.health()).database.up).toBe(true);
  renameSync(temporary.file, `${temporary.file}.moved`);
  copyFileSync(`${temporary.file}.moved`, temporary.file);
  expect((await store.health()).database).toEqual({ up: false, detail: 'The database file has been moved or removed' });
  const plan = composition(ehrId, '{}');
  for (const write of [
    () => store.commits.commit(plan),
    () => store.settings.putIfAbsent('key', 'value'),
    () => store.tags.removeKey(ehrId, { objectId: ehrId }, 'key', true),
    () => store.admin.deleteEhr(ehrId),
  ]) {
    await expect(write()).rejects.toSatisfy(coded('store_unavailable'));
  }
  renameSync(`${temporary.file}.moved`, temporary.file);
  expect((await store.health()).database.up).toBe(true);
  expect(await isStored(plan)).toBe(false);
  expect((await store.commits.commit(plan)).kind).toBe('committed');
});

describe('while another process is writing', () => {
  let other: Database.Database;
  beforeEach(() => {
    other = new Database(temporary.file);
    other.exec('begin immediate');
  });
  afterEach(() => void other.close());

  /** The longest that nothing else had its turn, in milliseconds. */
  async function longestPause(during: Promise<unknown>): Promise<number> {
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    await Promise.allSettled([during]);
    clearInterval(timer);
    return longest;
  }

  test('a commit waits for it, and nothing else does', async () => {
    const created = [newEhr(), newEhr()].map((plan) => store.commits.commit(plan));
    setTimeout(() => other.exec('commit'), 400);
    expect(await longestPause(Promise.all(created))).toBeLessThan(200);
    expect((await Promise.all(created)).map(({ kind }) => kind)).toEqual(['committed', 'committed']);
  });
});
