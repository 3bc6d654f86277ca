import type { CommitOutcome, CommitPlan, Expectation, Store } from '@cairn/core';
import { first, newContribution, newEhr, newTemplate, planOn } from '@cairn/core/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { onDatabase, until } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

const template = newTemplate();
const ehrId = crypto.randomUUID();
const known = first();

/** A new composition, with whatever a row can hold. */
function creation(change: Partial<CommitPlan> = {}): CommitPlan {
  const archetypeId = 'openEHR-EHR-COMPOSITION.encounter.v1';
  const { templateId, timeCreated } = template;
  const plain = { root: 0, rmType: 'DV_QUANTITY', position: '' };
  const added = first({
    templateId,
    lifecycleState: '553',
    changeType: '252',
    systemId: 'odd\0\u001a"\\',
    index: {
      roots: [
        { archetypeId, rmType: 'COMPOSITION', parent: -1, last: 1 },
        { archetypeId, rmType: 'OBSERVATION', parent: 0, last: 1 },
      ],
      leaves: [
        { ...plain, path: '/a', number: 0.1, units: 'mm' },
        { ...plain, path: '/b', text: String.raw`a "quoted\" {text}, NULL`, position: '0.1' },
        { ...plain, path: '/b', root: 1, rmType: 'DV_CODED_TEXT', text: '', code: 'a,b::local' },
        { ...plain, path: '/c', rmType: '' },
      ],
    },
  });
  return planOn(ehrId, {
    expectations: [
      { kind: 'ehr-present' },
      { kind: 'ehr-modifiable' },
      { kind: 'object-absent', objectId: added.objectId },
      { kind: 'template-present', templateId, timeCreated },
    ],
    notBefore: 1_700_000_000_000,
    contribution: newContribution({ committer: 'Nora\0', audit: '{"a":"\u001a"}', changeType: '253' }),
    versions: [added],
    ...change,
  });
}

const before = [
  newEhr({ ehrId, notBefore: 1_600_000_000_000, versions: [first({ kind: 'EHR_STATUS' })] }),
  planOn(ehrId, { notBefore: 1_600_000_000_000, versions: [known] }),
];

const FUNCTION = 'commit_plan(uuid, bigint, jsonb, bytea)';

const TABLES = [
  'ehr',
  'contribution',
  'versioned_object',
  'version',
  'document',
  'root',
  'leaf',
  'leaf_path',
  'archetype',
];

/** All rows of a database, but for the keys that it counts itself. */
async function contentsOf(url: string): Promise<object> {
  const [row] = await onDatabase(
    url,
    `select ${TABLES.map((table) => `(select json_agg(to_jsonb(t) - 'document_key' order by t::text) from ${table} t) as ${table}`).join(', ')}`,
  );
  return row ?? {};
}

let databases: readonly TestDatabase[];
let stores: readonly Store[];
beforeEach(async () => {
  databases = await Promise.all([freshDatabase(), freshDatabase()]);
  stores = await Promise.all(databases.map(({ url }) => openPostgresStore({ url })));
  for (const store of stores) {
    await store.definitions.putTemplate(template, '<template/>');
    for (const plan of before) await store.commits.commit(plan);
  }
}, 60_000);
afterEach(async () => {
  for (const store of stores) await store.close();
  for (const database of databases) await database.drop();
});

describe.runIf(postgresWanted)('a new composition', () => {
  test('is written by one statement as commit_plan writes it', async () => {
    const [store, other] = stores;
    const plan = creation();
    const also: Expectation = { kind: 'primary-folder', objectId: undefined };
    await onDatabase(databases[0]?.url ?? '', `alter function ${FUNCTION} rename to is_not_needed`);
    expect(await store?.commits.commit(plan)).toEqual({ kind: 'committed', timeCommitted: plan.notBefore });
    expect(await other?.commits.commit({ ...plan, expectations: [...plan.expectations, also] })).toEqual({
      kind: 'committed',
      timeCommitted: plan.notBefore,
    });
    const [one, another] = await Promise.all(databases.map(({ url }) => contentsOf(url)));
    expect(one).toEqual(another);
  });

  test('gets a time after the last commit of its EHR', async () => {
    const [store] = stores;
    expect(await store?.commits.commit(creation({ notBefore: 0 }))).toEqual({
      kind: 'committed',
      timeCommitted: 1_600_000_000_002,
    });
  });

  const { templateId } = template;
  const refusals: readonly (readonly [string, (plan: CommitPlan) => CommitPlan, Expectation['kind']])[] = [
    ['an EHR that is not there', (plan) => ({ ...plan, ehrId: crypto.randomUUID() }), 'ehr-present'],
    [
      'an object that is there',
      (plan) => ({
        ...plan,
        versions: plan.versions.map((version) => ({ ...version, objectId: known.objectId })),
        expectations: plan.expectations.map((one) =>
          one.kind === 'object-absent' ? { ...one, objectId: known.objectId } : one,
        ),
      }),
      'object-absent',
    ],
    [
      'a contribution that is there',
      (plan) => {
        const { contributionId = '' } = before[1]?.contribution ?? {};
        return {
          ...plan,
          contribution: newContribution({ contributionId }),
          expectations: [...plan.expectations, { kind: 'contribution-absent', contributionId }],
        };
      },
      'contribution-absent',
    ],
    [
      'a template that has been replaced',
      (plan) => ({
        ...plan,
        expectations: plan.expectations.map((one) =>
          one.kind === 'template-present' ? { kind: 'template-present', templateId, timeCreated: 1 } : one,
        ),
      }),
      'template-present',
    ],
  ];

  test.each(refusals)('is refused with %s, and leaves nothing behind', async (_, change, kind) => {
    const [store] = stores;
    const contents = await contentsOf(databases[0]?.url ?? '');
    expect(await store?.commits.commit(change(creation()))).toMatchObject({ kind: 'refused', failed: { kind } });
    expect(withoutDictionaries(await contentsOf(databases[0]?.url ?? ''))).toEqual(withoutDictionaries(contents));
  });

  test('is refused while its EHR is deactivated', async () => {
    const [store] = stores;
    await onDatabase(databases[0]?.url ?? '', 'update ehr set modifiable = false');
    const outcome = await store?.commits.commit(creation());
    expect(outcome).toEqual({ kind: 'refused', failed: { kind: 'ehr-modifiable' } });
  });

  test('waits for another commit to its EHR, and goes by what that leaves', async () => {
    const [store] = stores;
    const url = databases[0]?.url ?? '';
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('begin');
    await client.query('update ehr set last_commit = 1800000000000');
    const waiting = store?.commits.commit(creation());
    await until(async () => (await onDatabase(url, 'select from pg_locks where not granted')).length > 0);
    await client.query('commit');
    expect(await waiting).toEqual({ kind: 'committed', timeCommitted: 1_800_000_000_001 });

    await client.query('begin');
    await client.query('update ehr set modifiable = false');
    const late = store?.commits.commit(creation());
    await until(async () => (await onDatabase(url, 'select from pg_locks where not granted')).length > 0);
    await client.query('commit');
    expect(await late).toEqual({ kind: 'refused', failed: { kind: 'ehr-modifiable' } });
    await client.end();
  });
});

describe.runIf(postgresWanted)('new compositions that come together', () => {
  const { templateId, timeCreated } = template;
  /** An EHR of its own for each of so many new compositions. */
  const compositions = (count: number): { readonly ehr: CommitPlan; readonly plan: CommitPlan }[] =>
    Array.from({ length: count }, (_, place) => {
      const ownEhr = crypto.randomUUID();
      return {
        ehr: newEhr({ ehrId: ownEhr, notBefore: 1_600_000_000_000, versions: [first({ kind: 'EHR_STATUS' })] }),
        plan: creation({
          ehrId: ownEhr,
          notBefore: 1_700_000_000_000 + place,
          contribution: newContribution({ committer: `"Nora" {${place}},\0\\`, changeType: '253' }),
        }),
      };
    });
  const commitAll = (store: Store | undefined, plans: readonly CommitPlan[]) =>
    Promise.all(plans.map(async (plan) => store?.commits.commit(plan)));
  /** What became of it: `committed`, or the expectation that failed. */
  const kindOf = (outcome: CommitOutcome | undefined) =>
    outcome?.kind === 'refused' ? outcome.failed.kind : outcome?.kind;
  const withoutTemplate = (plan: CommitPlan): CommitPlan => ({
    ...plan,
    expectations: plan.expectations.map((one) =>
      one.kind === 'template-present' ? { kind: 'template-present', templateId, timeCreated: timeCreated + 1 } : one,
    ),
  });

  test('are written by a few statements for all, as commit_plan writes them', async () => {
    const [store, other] = stores;
    const many = compositions(22);
    for (const { ehr } of many) for (const one of stores) await one.commits.commit(ehr);
    // A pool that grows may be on its way to another server: keys are looked up anew, and commit_plan takes over.
    const plansBefore = many.splice(0, 2).map(({ plan }) => plan);
    for (const one of stores) await commitAll(one, plansBefore);
    await onDatabase(databases[0]?.url ?? '', `alter function ${FUNCTION} rename to is_not_needed`);
    const outcomes = many.map(({ plan }) => ({ kind: 'committed', timeCommitted: plan.notBefore }));
    expect(
      await commitAll(
        store,
        many.map(({ plan }) => plan),
      ),
    ).toEqual(outcomes);
    const also: Expectation = { kind: 'primary-folder', objectId: undefined };
    const others = many.map(({ plan }) => ({ ...plan, expectations: [...plan.expectations, also] }));
    expect(await commitAll(other, others)).toEqual(outcomes);
    const [one, another] = await Promise.all(databases.map(({ url }) => contentsOf(url)));
    expect(one).toEqual(another);
    const [row] = await onDatabase<{ transactions: number }>(
      databases[0]?.url ?? '',
      'select count(distinct xmin::text)::integer as transactions from version where number = 1 and kind = 1',
    );
    // Those before, two that find nobody else under way, and those that came meanwhile.
    expect(row?.transactions).toBeLessThanOrEqual(6);
  });

  test('are refused one by one', async () => {
    const [store] = stores;
    const many = compositions(6);
    for (const { ehr } of many) await store?.commits.commit(ehr);
    const plans = many.map(({ plan }, place) => {
      if (place === 3) return withoutTemplate(plan);
      return place === 4 ? { ...plan, ehrId: crypto.randomUUID() } : plan;
    });
    expect((await commitAll(store, plans)).map(kindOf)).toEqual([
      'committed',
      'committed',
      'committed',
      'template-present',
      'ehr-present',
      'committed',
    ]);
    expect((await commitAll(store, plans)).map(kindOf)).toEqual([
      'object-absent',
      'object-absent',
      'object-absent',
      'template-present',
      'ehr-present',
      'object-absent',
    ]);
  });

  test('get times one after the other in one EHR', async () => {
    const [store] = stores;
    const plans = Array.from({ length: 10 }, () => creation());
    const outcomes = await commitAll(store, plans);
    const times = outcomes.map((outcome) => (outcome?.kind === 'committed' ? outcome.timeCommitted : 0));
    expect(times.toSorted((a, b) => a - b)).toEqual(plans.map(({ notBefore }, place) => notBefore + place));
  });

  test('do not wait for an EHR that somebody holds', async () => {
    const [store] = stores;
    const url = databases[0]?.url ?? '';
    const many = compositions(6);
    for (const { ehr } of many) await store?.commits.commit(ehr);
    const [held, ...free] = many;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('begin');
    await client.query('select from ehr where ehr_id = $1 for update', [held?.plan.ehrId]);
    const waiting = commitAll(store, held ? [held.plan] : []);
    const outcomes = await commitAll(
      store,
      free.map(({ plan }) => plan),
    );
    expect(outcomes.map((outcome) => outcome?.kind)).toEqual(free.map(() => 'committed'));
    await client.query('rollback');
    await client.end();
    expect((await waiting).map((outcome) => outcome?.kind)).toEqual(['committed']);
  });
});

/** They may gain entries that nothing uses. */
const withoutDictionaries = (contents: object): object => ({ ...contents, leaf_path: undefined, archetype: undefined });
