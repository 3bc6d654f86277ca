import { describe, expect, test } from 'vitest';
import type { CommitPlan, Expectation, Store } from '../../ports/store.ts';
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
  uuid,
} from '../plans.ts';
import { committed, createEhr, refused, type StoreUnderTest } from '../support.ts';

interface Case {
  readonly name: string;
  readonly holds: boolean;
  /** Brings the store into a state; gives the expectation and the EHR that it is about. */
  arrange(store: Store): Promise<readonly [expectation: Expectation, ehrId: string]>;
}

const cases: readonly Case[] = [
  {
    name: 'ehr-present, of an EHR that is there',
    holds: true,
    arrange: async (store) => [{ kind: 'ehr-present' }, await createEhr(store)],
  },
  { name: 'ehr-present, of an EHR that is not', holds: false, arrange: async () => [{ kind: 'ehr-present' }, uuid()] },
  {
    name: 'ehr-absent, of an EHR that is there',
    holds: false,
    arrange: async (store) => [{ kind: 'ehr-absent' }, await createEhr(store)],
  },
  {
    name: 'ehr-modifiable',
    holds: true,
    arrange: async (store) => [{ kind: 'ehr-modifiable' }, await createEhr(store)],
  },
  {
    name: 'ehr-modifiable, of a deactivated EHR',
    holds: false,
    arrange: async (store) => [
      { kind: 'ehr-modifiable' },
      await createEhr(store, { flags: { queryable: true, modifiable: false } }),
    ],
  },
  { name: 'ehr-modifiable, of no EHR', holds: false, arrange: async () => [{ kind: 'ehr-modifiable' }, uuid()] },
  {
    name: 'subject-free, of a subject that is free',
    holds: true,
    arrange: async (store) => [{ kind: 'subject-free', subject: newSubject() }, await createEhr(store)],
  },
  {
    name: 'subject-free, of a subject that has an EHR',
    holds: false,
    async arrange(store) {
      const subject = newSubject();
      await createEhr(store, { subject });
      return [{ kind: 'subject-free', subject }, await createEhr(store)];
    },
  },
  {
    name: "subject-free, of the EHR's own subject",
    holds: true,
    async arrange(store) {
      const subject = newSubject();
      return [{ kind: 'subject-free', subject }, await createEhr(store, { subject })];
    },
  },
  {
    name: 'contribution-absent, of an id that is free',
    holds: true,
    arrange: async (store) => [{ kind: 'contribution-absent', contributionId: uuid() }, await createEhr(store)],
  },
  {
    name: 'contribution-absent, of an id that is taken',
    holds: false,
    async arrange(store) {
      const contribution = newContribution();
      const { contributionId } = contribution;
      return [{ kind: 'contribution-absent', contributionId }, await createEhr(store, { contribution })];
    },
  },
  {
    name: 'object-absent, of an id that is free',
    holds: true,
    arrange: async (store) => [{ kind: 'object-absent', objectId: uuid() }, await createEhr(store)],
  },
  {
    name: 'object-absent, of an object that is there',
    holds: false,
    async arrange(store) {
      const [ehrId, version] = await withComposition(store);
      return [{ kind: 'object-absent', objectId: version.objectId }, ehrId];
    },
  },
  {
    name: 'object-absent, of an object that is deleted',
    holds: false,
    async arrange(store) {
      const [ehrId, version] = await withComposition(store);
      await committed(store, planOn(ehrId, { versions: [deletion(version)] }));
      return [{ kind: 'object-absent', objectId: version.objectId }, ehrId];
    },
  },
  ...[
    { name: 'latest-version', step: 0, holds: true },
    { name: 'latest-version, of a version that is not the latest any more', step: -1, holds: false },
    { name: 'latest-version, of a version that is not there yet', step: 1, holds: false },
  ].map(({ name, step, holds }): Case => ({
    name,
    holds,
    async arrange(store) {
      const [ehrId, version] = await withComposition(store);
      const second = next(version);
      await committed(store, planOn(ehrId, { versions: [second] }));
      return [{ kind: 'latest-version', objectId: second.objectId, number: second.number + step }, ehrId];
    },
  })),
  {
    name: 'latest-version, of no object',
    holds: false,
    arrange: async (store) => [{ kind: 'latest-version', objectId: uuid(), number: 1 }, await createEhr(store)],
  },
  {
    name: "latest-version, of another EHR's object",
    holds: false,
    async arrange(store) {
      const [, version] = await withComposition(store);
      return [latestVersion(version), await createEhr(store)];
    },
  },
  {
    name: 'primary-folder none, where there is none',
    holds: true,
    arrange: async (store) => [{ kind: 'primary-folder', objectId: undefined }, await createEhr(store)],
  },
  {
    name: 'primary-folder, where there is none',
    holds: false,
    arrange: async (store) => [{ kind: 'primary-folder', objectId: uuid() }, await createEhr(store)],
  },
  ...(['none', 'the first', 'the second'] as const).map((which): Case => ({
    name: `primary-folder ${which}, where there are two`,
    holds: which === 'the first',
    async arrange(store) {
      const [ehrId, one, two] = await withFolders(store);
      const objectId = { none: undefined, 'the first': one.objectId, 'the second': two.objectId }[which];
      return [{ kind: 'primary-folder', objectId }, ehrId];
    },
  })),
  {
    name: 'primary-folder the second, once the first is deleted',
    holds: true,
    async arrange(store) {
      const [ehrId, one, two] = await withFolders(store);
      await committed(store, planOn(ehrId, { versions: [deletion(one)] }));
      return [{ kind: 'primary-folder', objectId: two.objectId }, ehrId];
    },
  },
  ...[
    { name: 'template-present', change: {}, holds: true },
    { name: 'template-present, of an unknown id', change: { templateId: 'unknown' }, holds: false },
    { name: 'template-present, of a template since replaced', change: { timeCreated: 1 }, holds: false },
  ].map(({ name, change, holds }): Case => ({
    name,
    holds,
    async arrange(store) {
      const template = newTemplate();
      await store.definitions.putTemplate(template, '<template/>');
      const { templateId, timeCreated } = { ...template, ...change };
      return [{ kind: 'template-present', templateId, timeCreated }, await createEhr(store)];
    },
  })),
];

export function expectationTests(store: StoreUnderTest): void {
  describe('expectations', () => {
    for (const { name, holds, arrange } of cases) {
      test(`${holds ? 'accepts' : 'refuses'} ${name}`, async () => {
        const [expectation, ehrId] = await arrange(store());
        const version = first();
        const plan = planOn(ehrId, { expectations: [expectation], versions: [version] });
        if (holds) await committed(store(), plan);
        else await refused(store(), plan, expectation);
        const stored = await store().records.version(ehrId, version.objectId, { kind: 'latest' });
        expect(stored !== undefined).toBe(holds);
      });
    }

    test('accepts ehr-absent with a new EHR, once', async () => {
      const plan = newEhr();
      await committed(store(), plan);
      await refused(store(), { ...newEhr(), ehrId: plan.ehrId }, { kind: 'ehr-absent' });
    });

    test('reports the first that fails, in the order given', async () => {
      const ehrId = await createEhr(store());
      const failing: readonly Expectation[] = [
        { kind: 'latest-version', objectId: uuid(), number: 3 },
        { kind: 'template-present', templateId: 'unknown', timeCreated: 0 },
        { kind: 'ehr-absent' },
      ];
      for (const order of [failing, failing.toReversed()]) {
        const [expected] = order;
        if (!expected) throw new Error('the order is empty');
        await refused(store(), onlyExpecting(ehrId, [{ kind: 'ehr-present' }, ...order]), expected);
      }
    });

    test('looks at what was there before the plan, not at what the plan does', async () => {
      const ehrId = await createEhr(store());
      const version = first();
      const deactivation = planOn(ehrId, {
        expectations: [{ kind: 'ehr-modifiable' }, { kind: 'object-absent', objectId: version.objectId }],
        ehrStatus: { queryable: true, modifiable: false, subject: undefined },
        versions: [version],
      });
      await committed(store(), deactivation);
      await refused(store(), onlyExpecting(ehrId, [{ kind: 'ehr-modifiable' }]), { kind: 'ehr-modifiable' });
    });
  });
}

function onlyExpecting(ehrId: string, expectations: readonly Expectation[]): CommitPlan {
  return planOn(ehrId, { expectations, versions: [first()] });
}

async function withComposition(store: Store) {
  const version = first();
  const ehrId = await createEhr(store);
  await committed(store, planOn(ehrId, { versions: [version] }));
  return [ehrId, version] as const;
}

async function withFolders(store: Store) {
  const one = first({ kind: 'FOLDER' });
  const two = first({ kind: 'FOLDER' });
  const ehrId = await createEhr(store);
  await committed(store, planOn(ehrId, { versions: [one] }));
  await committed(store, planOn(ehrId, { versions: [two] }));
  return [ehrId, one, two] as const;
}
