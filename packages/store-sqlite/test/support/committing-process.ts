/**
 * Commits until it is killed: `node committing-process.ts FILE`. Several writers, each on an EHR of its own, add
 * compositions and new versions of them; each prints a line once its commit is acknowledged.
 */
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { CommitPlan, NewVersion } from '@cairn/core';
import { openSqliteStore } from '../../src/index.ts';
import { compositionText } from './composition.ts';

const WRITERS = 6;
const [, , file = ''] = process.argv;
const store = await openSqliteStore({ path: file });

async function write(seed: number): Promise<never> {
  const ehrId = randomUUID();
  await commit(ehrId, [version(randomUUID(), 1, 'EHR_STATUS', seed)], {
    expectations: [{ kind: 'ehr-absent' }],
    createEhr: { systemId: 'test' },
    ehrStatus: { queryable: true, modifiable: true, subject: undefined },
  });
  for (let count = 0; ; count += 3) {
    const objectId = randomUUID();
    for (const number of [1, 2, 3])
      await commit(ehrId, [version(objectId, number, 'COMPOSITION', seed + count + number)]);
  }
}

async function commit(ehrId: string, versions: readonly NewVersion[], change: Partial<CommitPlan> = {}): Promise<void> {
  const outcome = await store.commits.commit({
    ehrId,
    expectations: [{ kind: 'ehr-present' }],
    notBefore: Date.now(),
    contribution: { contributionId: randomUUID(), audit: '{}', changeType: '249', committer: 'Nora' },
    versions,
    attestations: [],
    tags: [],
    ...change,
  });
  if (outcome.kind === 'refused') throw new Error(`refused: ${outcome.failed.kind}`);
  for (const { objectId, number, document = '' } of versions) {
    writeSync(1, `${JSON.stringify({ ehrId, objectId, number, document })}\n`);
  }
}

function version(objectId: string, number: number, kind: NewVersion['kind'], seed: number): NewVersion {
  const document = compositionText(`${objectId}::test::${number}`, seed);
  return { objectId, number, kind, systemId: 'test', lifecycleState: '532', changeType: '249', document };
}

await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index * 1_000_000)));
