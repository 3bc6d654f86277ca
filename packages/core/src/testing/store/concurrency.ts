import { describe, expect, test } from 'vitest';
import type { CommitOutcome } from '../../ports/store.ts';
import { deletion, first, latestVersion, newEhr, newSubject, next, planOn } from '../plans.ts';
import { committed, createEhr, textOf, type StoreUnderTest } from '../support.ts';

const isCommitted = ({ kind }: CommitOutcome): boolean => kind === 'committed';

export function concurrencyTests(store: StoreUnderTest): void {
  describe('at the same moment', () => {
    test('of 50 updates that expect the same latest version exactly one wins', async () => {
      const version = first();
      const ehrId = await createEhr(store());
      await committed(store(), planOn(ehrId, { versions: [version] }));
      const failed = latestVersion(version);
      const texts = Array.from({ length: 50 }, (_, index) => `{"rival":${index}}`);
      const outcomes = await Promise.all(
        texts.map((document) =>
          store().commits.commit(planOn(ehrId, { expectations: [failed], versions: [next(version, { document })] })),
        ),
      );
      expect(outcomes.filter(isCommitted)).toHaveLength(1);
      for (const outcome of outcomes) if (!isCommitted(outcome)) expect(outcome).toEqual({ kind: 'refused', failed });
      const stored = await store().records.version(ehrId, version.objectId, { kind: 'latest' });
      expect(stored?.number).toBe(2);
      expect(textOf(stored?.document)).toBe(texts[outcomes.findIndex(isCommitted)]);
      expect((await store().records.contributions(ehrId, { offset: 0, fetch: 1 })).total).toBe(3);
    });

    test('a deletion and an update of the same version: one wins', async () => {
      const version = first();
      const ehrId = await createEhr(store());
      await committed(store(), planOn(ehrId, { versions: [version] }));
      const expectations = [latestVersion(version)];
      const rivals = [deletion(version), next(version)].map((rival) =>
        planOn(ehrId, { expectations, versions: [rival] }),
      );
      const outcomes = await Promise.all(rivals.map((plan) => store().commits.commit(plan)));
      expect(outcomes.filter(isCommitted)).toHaveLength(1);
      const { lifecycleState } = rivals[outcomes.findIndex(isCommitted)]?.versions[0] ?? {};
      expect((await store().records.object(ehrId, version.objectId))?.latest).toMatchObject({
        number: 2,
        lifecycleState,
      });
    });

    test('of 20 new EHRs for one subject exactly one is made', async () => {
      const subject = newSubject();
      const plans = Array.from({ length: 20 }, () => newEhr({ subject }));
      const outcomes = await Promise.all(plans.map((plan) => store().commits.commit(plan)));
      expect(outcomes.filter(isCommitted)).toHaveLength(1);
      for (const outcome of outcomes) {
        if (!isCommitted(outcome))
          expect(outcome).toEqual({ kind: 'refused', failed: { kind: 'subject-free', subject } });
      }
      const winner = plans[outcomes.findIndex(isCommitted)];
      expect((await store().records.ehrBySubject(subject))?.ehrId).toBe(winner?.ehrId);
    });

    test('of 20 new EHRs with one id exactly one is made', async () => {
      const { ehrId } = newEhr();
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => store().commits.commit(newEhr({ ehrId }))));
      expect(outcomes.filter(isCommitted)).toHaveLength(1);
    });

    test('of 10 first directories exactly one is made', async () => {
      const ehrId = await createEhr(store());
      const expectations = [{ kind: 'primary-folder', objectId: undefined }] as const;
      const plans = Array.from({ length: 10 }, () =>
        planOn(ehrId, { expectations, versions: [first({ kind: 'FOLDER' })] }),
      );
      const outcomes = await Promise.all(plans.map((plan) => store().commits.commit(plan)));
      expect(outcomes.filter(isCommitted)).toHaveLength(1);
      expect(await store().records.folderHierarchies(ehrId)).toHaveLength(1);
    });

    test('no content slips in beside a deactivation', async () => {
      const ehrId = await createEhr(store());
      const expectations = [{ kind: 'ehr-modifiable' }] as const;
      const ehrStatus = { queryable: true, modifiable: false, subject: undefined };
      const plans = Array.from({ length: 9 }, (_, index) =>
        planOn(ehrId, { expectations, versions: [first()], ...(index === 4 && { ehrStatus }) }),
      );
      const outcomes = await Promise.all(plans.map((plan) => store().commits.commit(plan)));
      const times = outcomes.map((outcome) => (outcome.kind === 'committed' ? outcome.timeCommitted : 0));
      expect(Math.max(...times), 'the deactivation is the last that is accepted').toBe(times[4]);
    });

    test('readers see all of a change set, or nothing', async () => {
      const pair = [first(), first()];
      const ehrId = await createEhr(store());
      await committed(store(), planOn(ehrId, { versions: pair }));
      const read = async (): Promise<void> => {
        const { objects } = await store().commits.loadForCommit(
          ehrId,
          pair.map(({ objectId }) => objectId),
        );
        expect(new Set([...objects.values()].map(({ latest }) => latest.number)).size).toBe(1);
        const stored = await store().records.version(ehrId, pair[0]?.objectId ?? '', { kind: 'latest' });
        expect(textOf(stored?.document)).toContain(`::${stored?.number}"`);
      };
      let versions = pair;
      for (let count = 0; count < 30; count++) {
        versions = versions.map((version) => next(version));
        await Promise.all([read(), committed(store(), planOn(ehrId, { versions })), read(), read()]);
      }
    });
  });
}
