/**
 * One of several nodes that write the same objects: `node competing-process.ts URL EHR CLIENTS ROUNDS OBJECT…`. In each round
 * every client reads what the latest version of an object is and commits the next one. Waits for a line before it begins;
 * prints how often it was accepted for each object.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openPostgresStore } from '../../src/index.ts';

const [, , url = '', ehrId = '', clients = '', rounds = '', ...objectIds] = process.argv;
const store = await openPostgresStore({ url, migrate: 'verify', poolSize: 8 });
const accepted = new Map<string, number>();

async function compete(objectId: string): Promise<void> {
  const { objects } = await store.commits.loadForCommit(ehrId, [objectId]);
  const { number } = objects.get(objectId)?.latest ?? { number: 0 };
  const outcome = await store.commits.commit({
    ehrId,
    expectations: [{ kind: 'latest-version', objectId, number }],
    notBefore: 0,
    contribution: { contributionId: crypto.randomUUID(), audit: '{}', changeType: '251', committer: 'Nora' },
    versions: [
      {
        objectId,
        number: number + 1,
        kind: 'COMPOSITION',
        systemId: 'test',
        lifecycleState: '532',
        changeType: '251',
        document: '{}',
      },
    ],
    attestations: [],
    tags: [],
  });
  if (outcome.kind === 'committed') accepted.set(objectId, (accepted.get(objectId) ?? 0) + 1);
}

writeSync(1, 'ready\n');
await once(process.stdin, 'data');
await Promise.all(
  Array.from({ length: Number(clients) }, async (_, client) => {
    for (let round = 0; round < Number(rounds); round++) {
      await compete(objectIds[(client + round) % objectIds.length] ?? '');
    }
  }),
);
await store.close();
writeSync(1, `${JSON.stringify(Object.fromEntries(accepted))}\n`);
process.exit(0);
