import { beforeAll, describe, expect, test } from 'vitest';
import { first, newContribution, newEhr, next, planOn, systemId, uuid } from '../plans.ts';
import { committed, createEhr, type StoreUnderTest } from '../support.ts';

export function contributionTests(store: StoreUnderTest): void {
  describe('the list of contributions', () => {
    const contributions = Array.from({ length: 7 }, (_, index) =>
      newContribution({ audit: `{"n":${index}}`, changeType: '251', committer: `Nora ${index}` }),
    );
    let ehrId = '';

    beforeAll(async () => {
      for (const [index, contribution] of contributions.entries()) {
        const at = { notBefore: 1000 * (index + 1), contribution };
        if (index > 0) await committed(store(), planOn(ehrId, { ...at, versions: [first()] }));
        else ehrId = await createEhr(store(), at);
      }
    });

    const newestFirst = contributions
      .map((contribution, index) => ({ ...contribution, timeCommitted: 1000 * (index + 1) }))
      .toReversed();

    test.each([
      { window: { offset: 0, fetch: 20 }, from: 0, to: 7, total: 7 },
      { window: { offset: 0, fetch: 3 }, from: 0, to: 3, total: 7 },
      { window: { offset: 3, fetch: 3 }, from: 3, to: 6, total: 7 },
      { window: { offset: 6, fetch: 3 }, from: 6, to: 7, total: 7 },
      { window: { offset: 7, fetch: 3 }, from: 7, to: 7, total: 7 },
      { window: { offset: 0, fetch: 0 }, from: 0, to: 0, total: 7 },
      { window: { offset: 0, fetch: 9, from: 3000 }, from: 0, to: 5, total: 5 },
      { window: { offset: 0, fetch: 9, from: 3001 }, from: 0, to: 4, total: 4 },
      { window: { offset: 0, fetch: 9, to: 3000 }, from: 4, to: 7, total: 3 },
      { window: { offset: 0, fetch: 9, to: 2999 }, from: 5, to: 7, total: 2 },
      { window: { offset: 0, fetch: 9, from: 2000, to: 4000 }, from: 3, to: 6, total: 3 },
      { window: { offset: 1, fetch: 1, from: 2000, to: 4000 }, from: 4, to: 5, total: 3 },
      { window: { offset: 0, fetch: 9, from: 4000, to: 2000 }, from: 0, to: 0, total: 0 },
    ])('newest first, in the window $window', async ({ window, from, to, total }) => {
      const rows = newestFirst.slice(from, to);
      expect(await store().records.contributions(ehrId, window)).toEqual({ rows, total });
    });

    test('is empty for an EHR that is not there', async () => {
      expect(await store().records.contributions(uuid(), { offset: 0, fetch: 5 })).toEqual({ rows: [], total: 0 });
    });
  });

  describe('a contribution', () => {
    test('names its versions in the order of the change set', async () => {
      const [status, composition, folder, contribution] = [
        first({ kind: 'EHR_STATUS' }),
        first(),
        first({ kind: 'FOLDER', systemId: 'second.system' }),
        newContribution(),
      ];
      const versions = [composition, status, next(composition), folder, next(status)];
      const plan = newEhr({ contribution, versions, notBefore: 4000 });
      await committed(store(), plan);
      expect(await store().records.contribution(plan.ehrId, contribution.contributionId)).toEqual({
        ...contribution,
        timeCommitted: 4000,
        versions: [
          { objectId: composition.objectId, number: 1, systemId, kind: 'COMPOSITION' },
          { objectId: status.objectId, number: 1, systemId, kind: 'EHR_STATUS' },
          { objectId: composition.objectId, number: 2, systemId, kind: 'COMPOSITION' },
          { objectId: folder.objectId, number: 1, systemId: 'second.system', kind: 'FOLDER' },
          { objectId: status.objectId, number: 2, systemId, kind: 'EHR_STATUS' },
        ],
      });
    });

    test('is in its own EHR only', async () => {
      const contribution = newContribution();
      await createEhr(store(), { contribution });
      const { records } = store();
      expect(await records.contribution(await createEhr(store()), contribution.contributionId)).toBeUndefined();
      expect(await records.contribution(uuid(), contribution.contributionId)).toBeUndefined();
    });
  });
}
