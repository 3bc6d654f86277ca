import { describe, expect, test } from 'vitest';
import { first, newContribution, newEhr, next, planOn } from '../plans.ts';
import { committed, createEhr, type StoreUnderTest } from '../support.ts';

const hour = 3_600_000;
const now = 1_700_000_000_000;

export function commitTimeTests(store: StoreUnderTest): void {
  describe('commit time: max(notBefore, last commit of the EHR + 1)', () => {
    test.each([
      { clock: 'running', notBefore: [now, now + 5, now + 5 + hour], expected: [now, now + 5, now + 5 + hour] },
      { clock: 'stuck', notBefore: [now, now, now, now], expected: [now, now + 1, now + 2, now + 3] },
      { clock: 'set back', notBefore: [now, now - hour, 0, now + 2], expected: [now, now + 1, now + 2, now + 3] },
      { clock: 'set back, then running', notBefore: [now, now - 1, now + hour], expected: [now, now + 1, now + hour] },
    ])('$clock clock', async ({ notBefore, expected }) => {
      const [created = 0, ...later] = notBefore;
      const plan = newEhr({ notBefore: created });
      const times = [await committed(store(), plan)];
      for (const time of later) {
        times.push(await committed(store(), planOn(plan.ehrId, { notBefore: time, versions: [first()] })));
      }
      expect(times).toEqual(expected);
    });

    test('is unique and increasing for plans committed at the same moment', async () => {
      const ehrId = await createEhr(store(), { notBefore: now });
      const plans = Array.from({ length: 20 }, () => planOn(ehrId, { notBefore: now, versions: [first()] }));
      const times = await Promise.all(plans.map((plan) => committed(store(), plan)));
      expect(times.toSorted((a, b) => a - b)).toEqual(plans.map((_, index) => now + 1 + index));
    });

    test('is counted in each EHR on its own', async () => {
      const [one, two] = [await createEhr(store(), { notBefore: now }), await createEhr(store(), { notBefore: now })];
      await committed(store(), planOn(one, { notBefore: now, versions: [first()] }));
      expect(await committed(store(), planOn(two, { notBefore: now, versions: [first()] }))).toBe(now + 1);
    });

    test('is the same in everything that a plan writes', async () => {
      const [status, version, contribution] = [first({ kind: 'EHR_STATUS' }), first(), newContribution()];
      const plan = newEhr({ notBefore: now, versions: [status, version, next(version)], contribution });
      const { ehrId } = plan;
      await committed(store(), plan);
      const { objectId } = version;
      await committed(
        store(),
        planOn(ehrId, { notBefore: now + hour, attestations: [{ objectId, number: 1, attestation: '{}' }] }),
      );

      const { records } = store();
      expect((await records.ehr(ehrId))?.timeCreated).toBe(now);
      expect((await records.object(ehrId, objectId))?.timeCreated).toBe(now);
      expect((await records.contribution(ehrId, contribution.contributionId))?.timeCommitted).toBe(now);
      const history = await records.history(ehrId, objectId);
      expect(history.map(({ timeCommitted }) => timeCommitted)).toEqual([now, now]);
      expect(history[0]?.attestations.map(({ timeCommitted }) => timeCommitted)).toEqual([now + hour]);
    });
  });
}
