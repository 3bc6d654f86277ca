import { openPostgresStore } from '@cairn/store-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../packages/http/src/program/index.ts';
import { freshDatabase, type TestDatabase } from '../packages/store-postgres/test/support/databases.ts';
import { postgresWanted } from '../packages/store-postgres/test/support/wanted.ts';

const EHR = 'dec0de00-0001-4000-8000-000000000000';
const OBJECT = 'dec0de00-0001-4000-8000-000000000001';

describe.runIf(postgresWanted)('cairn verify and cairn reindex on PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
    await run('seed', '--demo');
  }, 60_000);
  afterAll(() => database.drop());

  async function run(...argv: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
    let output = '';
    const print = (text: string): void => void (output += `${text}\n`);
    const code = await main(['--set', `store.url=${database.url}`, ...argv], {
      environment: {},
      print,
      complain: print,
    });
    return { code, output };
  }

  test('find nothing amiss in a fresh store', async () => {
    const { code, output } = await run('verify');
    expect(output).toMatch(/^[1-9]\d* documents read, 0 without index rows, 0 with rows that differ\n$/);
    expect(code).toBe(0);
  });

  test.each([
    ['rows of nothing', { roots: [], leaves: [] }, 1, ` 0 without index rows, 1 with rows that differ`],
    ['no rows', undefined, 0, ` 1 without index rows, 0 with rows that differ`],
  ])('find %s, and make them anew', async (_, index, code, finding) => {
    await using store = await openPostgresStore({ url: database.url });
    const { timeCommitted = 0 } = (await store.records.version(EHR, OBJECT, { kind: 'latest' })) ?? {};
    expect(await store.admin.replaceIndexes([{ ehrId: EHR, objectId: OBJECT, timeCommitted, index }])).toBe(1);
    const verified = await run('verify');
    expect(verified.output).toContain(finding);
    expect(verified.code).toBe(code);
    const { output } = await run('reindex');
    expect(output).toMatch(/^[1-9]\d* documents indexed anew, 0 of which every query has to look at\n$/);
    expect((await run('verify')).output).toContain(' 0 without index rows, 0 with rows that differ');
  });
});
