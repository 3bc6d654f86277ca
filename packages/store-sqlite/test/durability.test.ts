import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { connect } from '../src/connection.ts';
import { openSqliteStore } from '../src/index.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

interface Acknowledged {
  readonly ehrId: string;
  readonly objectId: string;
  readonly number: number;
  readonly document: string;
}

const program = fileURLToPath(new URL('support/committing-process.ts', import.meta.url));

/** Starts the program, kills it without warning in the middle of its commits, and gives what it had acknowledged. */
async function commitUntilKilled(file: string, acknowledgements: number): Promise<readonly Acknowledged[]> {
  const child = spawn(process.execPath, ['--conditions=cairn-source', program, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === acknowledgements) child.kill('SIGKILL');
  }
  const [, signal] = await exited;
  expect(signal).toBe('SIGKILL');
  // The kill may cut the last line short: it was acknowledged, but to nobody.
  return lines.filter((line) => line.endsWith('}')).map((line): Acknowledged => JSON.parse(line));
}

describe('a process that is killed in the middle of its commits', () => {
  const { file, remove } = temporaryFolder();
  afterAll(remove);

  test('loses nothing that it has acknowledged, however often', async () => {
    const acknowledged: Acknowledged[] = [];
    for (const count of [1, 50, 200, 400]) {
      acknowledged.push(...(await commitUntilKilled(file, count)));

      await using store = await openSqliteStore({ path: file });
      for (const { ehrId, objectId, number, document } of acknowledged) {
        const stored = await store.records.version(ehrId, objectId, { kind: 'number', number });
        expect(Buffer.from(stored?.document ?? []).toString()).toBe(document);
        expect((await store.records.contribution(ehrId, stored?.contributionId ?? ''))?.versions).toHaveLength(1);
      }
      const check = new Database(file, { readonly: true });
      expect(check.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(check.pragma('foreign_key_check')).toEqual([]);
      check.close();
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(651);
  }, 120_000);
});

test('the log reaches the disk before a commit is acknowledged', () => {
  const { file, remove } = temporaryFolder();
  const { client } = connect(file, { create: true });
  const settings = [
    'journal_mode',
    'synchronous',
    'fullfsync',
    'checkpoint_fullfsync',
    'foreign_keys',
    'secure_delete',
  ];
  const values = settings.map((name) => client.pragma(name, { simple: true }));
  client.close();
  remove();
  expect(values).toEqual(['wal', 2, 1, 1, 1, 1]);
});
