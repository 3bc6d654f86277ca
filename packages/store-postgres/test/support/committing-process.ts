/**
 * Commits until it is killed: `node committing-process.ts URL`. Several writers, each on an EHR of its own, add compositions,
 * with others in one statement when they come together, and new versions of them; each prints a line once its commit is acknowledged.
 */
import { writeSync } from 'node:fs';
import type { CommitPlan, DocumentIndex, NewVersion } from '@cairn/core';
import { newTemplate } from '@cairn/core/testing';
import { openPostgresStore } from '../../src/index.ts';

const WRITERS = 12;
const [, , url = ''] = process.argv;
const store = await openPostgresStore({ url, poolSize: WRITERS });
const template = newTemplate();
const { templateId, timeCreated } = template;
await store.definitions.putTemplate(template, '<template/>');

const index: DocumentIndex = {
  roots: [{ archetypeId: 'openEHR-EHR-COMPOSITION.encounter.v1', rmType: 'COMPOSITION', parent: -1, last: 0 }],
  leaves: [{ root: 0, rmType: 'DV_TEXT', path: '/name', position: '', text: 'Encounter' }],
};

async function write(): Promise<never> {
  const ehrId = crypto.randomUUID();
  await commit(ehrId, [version(crypto.randomUUID(), 1, 'EHR_STATUS')], {
    expectations: [{ kind: 'ehr-absent' }],
    createEhr: { systemId: 'test' },
    ehrStatus: { queryable: true, modifiable: true, subject: undefined },
  });
  for (;;) {
    const objectId = crypto.randomUUID();
    await commit(ehrId, [{ ...version(objectId, 1, 'COMPOSITION'), templateId, index }], {
      expectations: [
        { kind: 'ehr-present' },
        { kind: 'ehr-modifiable' },
        { kind: 'object-absent', objectId },
        { kind: 'template-present', templateId, timeCreated },
      ],
    });
    for (const number of [2, 3]) await commit(ehrId, [version(objectId, number, 'COMPOSITION')]);
  }
}

async function commit(ehrId: string, versions: readonly NewVersion[], change: Partial<CommitPlan> = {}): Promise<void> {
  const outcome = await store.commits.commit({
    ehrId,
    expectations: [{ kind: 'ehr-present' }],
    notBefore: Date.now(),
    contribution: { contributionId: crypto.randomUUID(), audit: '{}', changeType: '249', committer: 'Nora' },
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

function version(objectId: string, number: number, kind: NewVersion['kind']): NewVersion {
  const document = JSON.stringify({ uid: `${objectId}::test::${number}`, text: 'word '.repeat(Math.random() * 2000) });
  return { objectId, number, kind, systemId: 'test', lifecycleState: '532', changeType: '249', document };
}

await Promise.all(Array.from({ length: WRITERS }, write));
