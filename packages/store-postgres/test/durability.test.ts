import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { freshDatabase } from './support/databases.ts';
import { onDatabase, openWith } from './support/opened.ts';
import { startServer, type TestServer } from './support/server.ts';
import { postgresWanted } from './support/wanted.ts';

interface Acknowledged {
  readonly ehrId: string;
  readonly objectId: string;
  readonly number: number;
  readonly document: string;
}

const program = fileURLToPath(new URL('support/committing-process.ts', import.meta.url));

/** Lets a process commit until it has so many acknowledgements, then does something about it; gives what it had until it ended. */
async function commitUntil(
  url: string,
  acknowledgements: number,
  end: (kill: () => void) => void | Promise<void>,
): Promise<readonly Acknowledged[]> {
  const child = spawn(process.execPath, ['--conditions=cairn-source', program, url], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === acknowledgements) await end(() => child.kill('SIGKILL'));
  }
  await exited;
  // The kill may cut the last line short: it was acknowledged, but to nobody.
  return lines.filter((line) => line.endsWith('}')).map((line): Acknowledged => JSON.parse(line));
}

/** Everything acknowledged is there as it was, and whatever is there is whole. */
async function expectAllThere(url: string, acknowledged: readonly Acknowledged[]): Promise<void> {
  await using store = await openPostgresStore({ url, migrate: 'verify' });
  for (const { ehrId, objectId, number, document } of acknowledged) {
    const stored = await store.records.version(ehrId, objectId, { kind: 'number', number });
    expect(Buffer.from(stored?.document ?? []).toString()).toBe(document);
    expect((await store.records.contribution(ehrId, stored?.contributionId ?? ''))?.versions).toHaveLength(1);
  }
  const torn = await onDatabase(
    url,
    `select from versioned_object o where latest_number <> (
       select count(*) from version v where v.ehr_id = o.ehr_id and v.object_id = o.object_id)
     union all select from contribution c where not exists (
       select from version v where v.ehr_id = c.ehr_id and v.contribution_id = c.contribution_id)
     union all select from ehr e where last_commit <> (
       select max(time_committed) from contribution c where c.ehr_id = e.ehr_id)
     union all select from document d where indexed and (
       select count(*) from root r join leaf l using (ehr_id, document_key)
       where r.ehr_id = d.ehr_id and r.document_key = d.document_key) <> 1`,
  );
  expect(torn).toEqual([]);
}

describe.runIf(postgresWanted)('nothing that was acknowledged is lost, and nothing is half there', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startServer({ durable: true })), 60_000);
  afterAll(() => server.remove());
  const url = () => server.url('postgres');

  test('when a node is killed in the middle of its commits', async () => {
    const acknowledged: Acknowledged[] = [];
    for (const count of [1, 40, 120]) {
      acknowledged.push(...(await commitUntil(url(), count, (kill) => kill())));
      await expectAllThere(url(), acknowledged);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(161);
    const shared = 'select count(*) - count(distinct xmin::text) as count from version where number = 1 and kind = 1';
    expect(Number((await onDatabase<{ count: string }>(url(), shared))[0]?.count)).toBeGreaterThan(0);
  }, 120_000);

  test('when the server is killed in the middle of them', async () => {
    for (const count of [20, 100]) {
      const acknowledged = await commitUntil(url(), count, () => server.crash());
      expect(acknowledged.length).toBeGreaterThanOrEqual(count);
      await server.start();
      await expectAllThere(url(), acknowledged);
    }
  }, 120_000);
});

test.runIf(postgresWanted)(
  "a commit is on the disk before it is acknowledged, whatever the server's own setting",
  async () => {
    const { url, drop } = await freshDatabase();
    const name = new URL(url).pathname.slice(1);
    await onDatabase(url, `alter database ${name} set synchronous_commit = off`);
    const { store, records } = openWith(url);
    const { rows } = await records.run((orm) => orm.execute('show synchronous_commit'));
    await store.close();
    await drop();
    expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  },
);
