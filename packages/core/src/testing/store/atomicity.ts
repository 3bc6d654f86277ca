import { describe, expect, test } from 'vitest';
import type { CommitPlan, Expectation, NewVersion } from '../../ports/store.ts';
import {
  deletion,
  first,
  latestVersion,
  newContribution,
  newEhr,
  newSubject,
  next,
  planOn,
  tagPlanOn,
  uuid,
} from '../plans.ts';
import { committed, createEhr, refused, type StoreUnderTest } from '../support.ts';

export function atomicityTests(store: StoreUnderTest): void {
  describe('a plan as a whole, or nothing of it', () => {
    test.each<readonly [string, (version: NewVersion) => Partial<CommitPlan>]>([
      ['refused', ({ objectId }) => ({ versions: [first(), first({ objectId })] })],
      ['invalid', () => ({ versions: [first()], tags: [{ target: { objectId: uuid() }, tags: [{ key: 'k' }] }] })],
    ])('leaves nothing behind when its last effect is %s', async (_, lastOf) => {
      const { commits, records, tags } = store();
      const [subject, status, version] = [newSubject(), first({ kind: 'EHR_STATUS' }), first()];
      const ehrId = await createEhr(store(), { subject, versions: [status], notBefore: 1000 });
      const before = await committed(store(), planOn(ehrId, { versions: [version], notBefore: 2000 }));
      const last = lastOf(version);
      const plan = planOn(ehrId, {
        notBefore: 9000,
        ehrStatus: { queryable: false, modifiable: false, subject: newSubject() },
        attestations: [{ objectId: version.objectId, number: 1, attestation: '{}' }],
        ...last,
        versions: [next(status), next(version), ...(last.versions ?? [])],
        tags: [{ target: { objectId: version.objectId }, tags: [{ key: 'k' }] }, ...(last.tags ?? [])],
      });
      const outcome = await commits.commit(plan).catch((error: unknown) => error);
      expect(outcome).not.toMatchObject({ kind: 'committed' });

      expect(await records.ehr(ehrId)).toMatchObject({ queryable: true, modifiable: true, subject });
      expect(await records.object(ehrId, last.versions?.[0]?.objectId ?? '')).toBeUndefined();
      expect(await records.contribution(ehrId, plan.contribution?.contributionId ?? '')).toBeUndefined();
      expect((await records.contributions(ehrId, { offset: 0, fetch: 10 })).total).toBe(2);
      const history = await records.history(ehrId, version.objectId);
      expect(history.map(({ attestations }) => attestations)).toEqual([[]]);
      expect(await tags.tags(ehrId)).toEqual([]);
      expect(await committed(store(), planOn(ehrId, { versions: [next(version)] })), 'no time was taken').toBe(
        before + 1,
      );
    });

    test('leaves no EHR behind when the subject of a new one is taken', async () => {
      const subject = newSubject();
      await createEhr(store(), { subject });
      const plan = newEhr({ subject });
      await refused(store(), plan, { kind: 'subject-free', subject });
      expect(await store().records.ehr(plan.ehrId)).toBeUndefined();
      await committed(store(), newEhr({ ehrId: plan.ehrId }));
    });

    test('one refused or invalid plan does not touch those that are committed at the same moment', async () => {
      const ehrId = await createEhr(store());
      const versions = Array.from({ length: 9 }, () => first());
      const outcomes = await Promise.allSettled(
        versions.map((version, index) => {
          if (index % 3 === 0) return store().commits.commit(planOn(ehrId, { versions: [version] }));
          if (index % 3 === 1) return store().commits.commit(planOn(uuid(), { versions: [version] }));
          return store().commits.commit(tagPlanOn(ehrId, [{ target: { objectId: uuid() }, tags: [{ key: 'k' }] }]));
        }),
      );
      const kinds = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.kind : 'invalid'));
      expect(kinds).toEqual([
        'committed',
        'refused',
        'invalid',
        'committed',
        'refused',
        'invalid',
        'committed',
        'refused',
        'invalid',
      ]);
      const stored = await Promise.all(versions.map(({ objectId }) => store().records.object(ehrId, objectId)));
      expect(stored.map((object) => object !== undefined)).toEqual(kinds.map((kind) => kind === 'committed'));
    });
  });

  describe('what must be there, unique or in sequence, also when a plan forgets to expect it', () => {
    test.each<readonly [string, (taken: Taken) => readonly [CommitPlan, Expectation]]>([
      ['an EHR to write to', () => [planOn(uuid(), { versions: [first()] }), { kind: 'ehr-present' }]],
      [
        'a subject',
        ({ other, subject }) => [
          planOn(other, { ehrStatus: { queryable: true, modifiable: true, subject }, versions: [first()] }),
          { kind: 'subject-free', subject },
        ],
      ],
      [
        'a contribution id',
        ({ ehrId, contributionId }) => [
          planOn(ehrId, { contribution: newContribution({ contributionId }), versions: [first()] }),
          { kind: 'contribution-absent', contributionId },
        ],
      ],
      [
        'an object id',
        ({ ehrId, version }) => [
          planOn(ehrId, { versions: [version] }),
          { kind: 'object-absent', objectId: version.objectId },
        ],
      ],
      [
        'a version number that is taken',
        ({ ehrId, version }) => [planOn(ehrId, { versions: [next(version)] }), latestVersion(version)],
      ],
      [
        'a version number that leaves a gap',
        ({ ehrId, version }) => [
          planOn(ehrId, { versions: [next(version, { number: 7 })] }),
          { kind: 'latest-version', objectId: version.objectId, number: 6 },
        ],
      ],
    ])('%s', async (_, make) => {
      const [subject, version, contribution] = [newSubject(), first(), newContribution()];
      const ehrId = await createEhr(store(), { subject });
      const other = await createEhr(store());
      await committed(store(), planOn(ehrId, { contribution, versions: [version] }));
      await committed(store(), planOn(ehrId, { versions: [next(version)] }));
      const [plan, failed] = make({ ehrId, other, subject, version, contributionId: contribution.contributionId });
      await refused(store(), plan, failed);
    });

    test('ids of objects and contributions are free in another EHR', async () => {
      const [version, contribution] = [first(), newContribution()];
      for (const ehrId of [await createEhr(store()), await createEhr(store())]) {
        await committed(store(), planOn(ehrId, { contribution, versions: [version] }));
      }
    });
  });

  describe('a plan that no decision can have made is an error, and nothing is stored', () => {
    test.each<readonly [string, (taken: Pick<Taken, 'ehrId' | 'version'>) => CommitPlan]>([
      ['no effects', ({ ehrId }) => tagPlanOn(ehrId, [])],
      ['an empty contribution', ({ ehrId }) => planOn(ehrId)],
      ['versions without a contribution', ({ ehrId }) => ({ ...tagPlanOn(ehrId, []), versions: [first()] })],
      ['a new EHR that is not expected to be absent', () => newEhr({ expectations: [] })],
      ['a new EHR without an EHR_STATUS', () => newEhr({ versions: [first()] })],
      ['an unknown template', ({ ehrId }) => planOn(ehrId, { versions: [first({ templateId: 'unknown' })] })],
      [
        'a version of another kind',
        ({ ehrId, version }) => planOn(ehrId, { versions: [next(version, { kind: 'FOLDER' })] }),
      ],
      [
        'an attestation of no version',
        ({ ehrId, version }) =>
          planOn(ehrId, { attestations: [{ objectId: version.objectId, number: 2, attestation: '{}' }] }),
      ],
      [
        'tags of no version',
        ({ ehrId, version }) =>
          tagPlanOn(ehrId, [{ target: { objectId: version.objectId, number: 2 }, tags: [{ key: 'k' }] }]),
      ],
    ])('%s', async (_, make) => {
      const version = first();
      const ehrId = await createEhr(store());
      await committed(store(), planOn(ehrId, { versions: [version] }));
      const plan = make({ ehrId, version });
      await expect(store().commits.commit(plan)).rejects.toThrow(TypeError);
      const { total } = await store().records.contributions(ehrId, { offset: 0, fetch: 1 });
      expect(total).toBe(2);
      expect((await store().records.ehr(plan.ehrId))?.ehrId).toBe(plan.ehrId === ehrId ? ehrId : undefined);
      await committed(store(), planOn(ehrId, { versions: [deletion(version)] }));
    });
  });
}

interface Taken {
  readonly ehrId: string;
  readonly other: string;
  readonly subject: { readonly namespace: string; readonly id: string };
  readonly version: ReturnType<typeof first>;
  readonly contributionId: string;
}
