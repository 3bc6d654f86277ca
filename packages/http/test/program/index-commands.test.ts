import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@cairn/store-sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/program/index.ts';

const EHR = 'dec0de00-0001-4000-8000-000000000000';
const OBJECT = 'dec0de00-0001-4000-8000-000000000001';

let folder: string;
let path: string;
const run = async (...argv: readonly string[]) => {
  let [stdout, stderr] = ['', ''];
  const code = await main(['--set', `store.url=sqlite:${path}`, ...argv], {
    environment: {},
    print: (text) => (stdout += `${text}\n`),
    complain: (text) => (stderr += `${text}\n`),
  });
  return { code, stdout, stderr };
};

/** Gives one object the index rows of nothing; `rows` false: none at all. */
async function damage(rows: boolean): Promise<void> {
  await using store = await openSqliteStore({ path });
  const version = await store.records.version(EHR, OBJECT, { kind: 'latest' });
  const index = rows ? { roots: [], leaves: [] } : undefined;
  const timeCommitted = version?.timeCommitted ?? 0;
  expect(await store.admin.replaceIndexes([{ ehrId: EHR, objectId: OBJECT, timeCommitted, index }])).toBe(1);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-index-'));
  path = join(folder, 'cairn.db');
  await run('seed', '--demo');
});
afterAll(() => rm(folder, { recursive: true }));

describe('cairn verify and cairn reindex', () => {
  test('a store that is as it should be', async () => {
    const { code, stdout } = await run('verify');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[1-9]\d* documents read, 0 without index rows, 0 with rows that differ\n$/);
  });

  test('rows that differ are named, exit code 1, until the index is made anew', async () => {
    await damage(true);
    const { code, stdout } = await run('verify');
    expect(code).toBe(1);
    expect(stdout).toContain(`EHR ${EHR}, object ${OBJECT}`);
    expect(stdout).toContain('1 with rows that differ');
    const reindexed = await run('reindex');
    expect(reindexed.code).toBe(0);
    expect(reindexed.stdout).toMatch(/^[1-9]\d* documents indexed anew/);
    expect((await run('verify')).code).toBe(0);
  });

  test('a document without rows is slower to query, and no more: exit code 0, with a hint', async () => {
    await damage(false);
    const { code, stdout } = await run('verify');
    expect(code).toBe(0);
    expect(stdout).toMatch(/ 1 without index rows,.*\ncairn reindex/);
    await run('reindex');
    expect((await run('verify')).stdout).toContain(' 0 without index rows');
  });

  test.each(['verify', 'reindex'])('%s makes no store where there is none', async (command) => {
    const { code, stderr } = await run(command, '--set', `store.url=sqlite:${join(folder, 'none.db')}`);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^cairn: There is no database file/);
  });
});
