import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CommitOutcome, CommitPlan, Store } from '@cairn/core';
import {
  deletion,
  first,
  latestVersion,
  newContribution,
  newEhr,
  newSubject,
  newTemplate,
  next,
  planOn,
} from '@cairn/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { createEhr } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

const CLIENTS = 50;
const program = fileURLToPath(new URL('support/competing-process.ts', import.meta.url));
const isCommitted = ({ kind }: CommitOutcome): boolean => kind === 'committed';

describe.runIf(postgresWanted)('two nodes on one database', () => {
  let database: TestDatabase;
  let nodes: readonly Store[];
  beforeAll(async () => {
    database = await freshDatabase();
    nodes = await Promise.all([1, 2].map(() => openPostgresStore({ url: database.url })));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  });

  /** Each client of each node commits a plan, all at the same moment. */
  const all = (make: (client: number) => CommitPlan): Promise<readonly CommitOutcome[]> =>
    Promise.all(
      nodes.flatMap((node) => Array.from({ length: CLIENTS }, (_, client) => node.commits.commit(make(client)))),
    );

  const one = (): Store => {
    const [node] = nodes;
    if (!node) throw new Error('the nodes are not open yet');
    return node;
  };

  /** Exactly one is accepted; the others are told what it was that no longer held. */
  function expectOneWinner(outcomes: readonly CommitOutcome[], failed: object): void {
    expect(outcomes.filter(isCommitted)).toHaveLength(1);
    const others = outcomes.filter((outcome) => !isCommitted(outcome));
    expect(others).toEqual(others.map(() => ({ kind: 'refused', failed })));
  }

  test('of all updates of the same version one wins', async () => {
    const version = first();
    const ehrId = await createEhr(one());
    await one().commits.commit(planOn(ehrId, { versions: [version] }));
    const failed = latestVersion(version);
    expectOneWinner(await all(() => planOn(ehrId, { expectations: [failed], versions: [next(version)] })), failed);
    expect(await one().records.history(ehrId, version.objectId)).toHaveLength(2);
  });

  test('of all updates and deletions one wins, also when they forget to expect it', async () => {
    const version = first();
    const ehrId = await createEhr(one());
    await one().commits.commit(planOn(ehrId, { versions: [version] }));
    const rivals = [next(version), deletion(version)];
    const plan = (client: number) => planOn(ehrId, { versions: rivals.slice(client % 2, (client % 2) + 1) });
    expectOneWinner(await all(plan), latestVersion(version));
  });

  test('of all new EHRs for one subject one is made', async () => {
    const subject = newSubject();
    const outcomes = await all(() => newEhr({ subject }));
    expectOneWinner(outcomes, { kind: 'subject-free', subject });
    expect((await one().records.ehrBySubject(subject))?.subject).toEqual(subject);
  });

  test('of all EHRs that want the same subject one gets it', async () => {
    const subject = newSubject();
    const plans = Array.from({ length: 2 * CLIENTS }, () => newEhr());
    await Promise.all(plans.map((plan) => one().commits.commit(plan)));
    const claims = plans.map(({ ehrId, versions: [status = first()] }) =>
      planOn(ehrId, { ehrStatus: { queryable: true, modifiable: true, subject }, versions: [next(status)] }),
    );
    const outcomes = await Promise.all(claims.map((claim, index) => (nodes[index % 2] ?? one()).commits.commit(claim)));
    expectOneWinner(outcomes, { kind: 'subject-free', subject });
    const winner = claims[outcomes.findIndex(isCommitted)];
    expect((await one().records.ehrBySubject(subject))?.ehrId).toBe(winner?.ehrId);
  });

  test('of all EHRs with one id one is made', async () => {
    const { ehrId } = newEhr();
    expectOneWinner(await all(() => newEhr({ ehrId })), { kind: 'ehr-absent' });
  });

  test('of all contributions and objects with one id one is made', async () => {
    const ehrId = await createEhr(one());
    const contribution = newContribution();
    const { contributionId } = contribution;
    const contributions = await all(() => planOn(ehrId, { contribution, versions: [first()] }));
    expectOneWinner(contributions, { kind: 'contribution-absent', contributionId });
    const version = first();
    const { objectId } = version;
    expectOneWinner(await all(() => planOn(ehrId, { versions: [version] })), { kind: 'object-absent', objectId });
  });

  test('of all first directories one is made', async () => {
    const ehrId = await createEhr(one());
    const failed = { kind: 'primary-folder', objectId: undefined } as const;
    expectOneWinner(
      await all(() => planOn(ehrId, { expectations: [failed], versions: [first({ kind: 'FOLDER' })] })),
      failed,
    );
  });

  test('no content slips in beside a deactivation', async () => {
    const ehrId = await createEhr(one());
    const ehrStatus = { queryable: true, modifiable: false, subject: undefined };
    const outcomes = await all((client) =>
      planOn(ehrId, {
        expectations: [{ kind: 'ehr-modifiable' }],
        versions: [first()],
        ...(client === CLIENTS / 2 && { ehrStatus }),
      }),
    );
    const times = outcomes.map((outcome) => (outcome.kind === 'committed' ? outcome.timeCommitted : 0));
    const deactivations = times.filter((_, index) => index % CLIENTS === CLIENTS / 2).filter((time) => time > 0);
    expect(deactivations).toEqual([Math.max(...times)]);
  });

  test('everything in one EHR has a commit time of its own, in the order of commits', async () => {
    const ehrId = await createEhr(one());
    const outcomes = await all(() => planOn(ehrId, { notBefore: 0, versions: [first()] }));
    const times = outcomes.map((outcome) => (outcome.kind === 'committed' ? outcome.timeCommitted : NaN));
    expect(times.toSorted((a, b) => a - b)).toEqual(times.map((_, index) => index + 1));
  });

  test('a template that one of them deletes is not there for the other, and a version of it is never left alone', async () => {
    const [node, other] = nodes;
    const ehrId = await createEhr(one());
    for (let count = 0; count < 20; count++) {
      const template = newTemplate();
      const { templateId, timeCreated } = template;
      await node?.definitions.putTemplate(template, '<template/>');
      const plans = Array.from({ length: 4 }, () =>
        planOn(ehrId, {
          expectations: [{ kind: 'template-present', templateId, timeCreated }],
          versions: [first({ templateId })],
        }),
      );
      const [deleted, ...outcomes] = await Promise.all([
        other?.definitions.deleteTemplate(templateId),
        ...plans.map((plan) => node?.commits.commit(plan)),
      ]);
      const left = await node?.definitions.template(templateId);
      expect(left === undefined).toBe(deleted === 'deleted');
      const committed = outcomes.filter((outcome) => outcome?.kind === 'committed');
      expect(committed).toHaveLength(deleted === 'deleted' ? 0 : plans.length);
    }
  });

  test('in processes of their own lose no update: versions are as many as were accepted', async () => {
    const versions = [first(), first(), first()];
    const ehrId = await createEhr(one());
    await one().commits.commit(planOn(ehrId, { versions }));
    const objectIds = versions.map(({ objectId }) => objectId);
    const processes = [1, 2].map(() => {
      const values = [database.url, ehrId, String(CLIENTS), '6', ...objectIds];
      const child = spawn(process.execPath, ['--conditions=cairn-source', program, ...values], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      return { child, lines: createInterface({ input: child.stdout }) };
    });
    await Promise.all(processes.map(({ lines }) => once(lines, 'line')));
    const answers = processes.map(async ({ child, lines }) => {
      const answered = once(lines, 'line');
      child.stdin.end('go\n');
      const [line] = await answered;
      return JSON.parse(String(line)) as Readonly<Record<string, number>>;
    });
    const accepted = await Promise.all(answers);
    for (const counts of accepted) expect(Object.keys(counts).length, 'both have won').toBeGreaterThan(0);
    for (const objectId of objectIds) {
      const wins = accepted.reduce((sum, counts) => sum + (counts[objectId] ?? 0), 0);
      const history = await one().records.history(ehrId, objectId);
      expect(history.map(({ number }) => number)).toEqual(Array.from({ length: wins + 1 }, (_, index) => index + 1));
      expect(new Set(history.map(({ timeCommitted }) => timeCommitted)).size).toBe(history.length);
    }
  }, 60_000);
});
