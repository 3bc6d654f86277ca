import { beforeAll, describe, expect, test } from 'vitest';
import { deletion, first, next, planOn, uuid } from '../plans.ts';
import { committed, createEhr, type StoreUnderTest } from '../support.ts';

export function folderTests(store: StoreUnderTest): void {
  describe('folder hierarchies', () => {
    // At 1000 two are created by one change set, at 2000 a third; then the first is deleted, changed back, and deleted.
    const [one, two, three] = [first({ kind: 'FOLDER' }), first({ kind: 'FOLDER' }), first({ kind: 'FOLDER' })];
    const gone = deletion(one);
    const back = next(gone);
    let ehrId = '';

    beforeAll(async () => {
      ehrId = await createEhr(store(), { notBefore: 0 });
      const plans = [
        [first(), one, first(), two],
        [first(), three],
        [gone],
        [back, deletion(three)],
        [next(two)],
        [deletion(back)],
      ];
      for (const [index, versions] of plans.entries()) {
        await committed(store(), planOn(ehrId, { notBefore: 1000 * (index + 1), versions }));
      }
    });

    const all = [
      { objectId: one.objectId, timeCreated: 1000 },
      { objectId: two.objectId, timeCreated: 1000 },
      { objectId: three.objectId, timeCreated: 2000 },
    ];

    test.each([
      { at: 999, live: [] },
      { at: 1000, live: [true, true] },
      { at: 1999, live: [true, true] },
      { at: 2000, live: [true, true, true] },
      { at: 3000, live: [false, true, true] },
      { at: 4000, live: [true, true, false] },
      { at: 5500, live: [true, true, false] },
      { at: 6000, live: [false, true, false] },
      { at: undefined, live: [false, true, false] },
    ])('at $at, first created first: $live', async ({ at, live }) => {
      const expected = live.map((state, index) => ({ ...all[index], live: state }));
      expect(await store().records.folderHierarchies(ehrId, at)).toEqual(expected);
    });

    test('that are live are part of what a decision knows', async () => {
      expect((await store().commits.loadForCommit(ehrId, [])).liveFolders).toEqual([two.objectId]);
    });

    test('that come later come last, those of one change set in its order', async () => {
      const other = await createEhr(store());
      const folders = Array.from({ length: 12 }, () => first({ kind: 'FOLDER' }));
      await committed(store(), planOn(other, { versions: folders.slice(0, 11) }));
      await committed(store(), planOn(other, { versions: folders.slice(11) }));
      const { liveFolders } = await store().commits.loadForCommit(other, []);
      expect(liveFolders).toEqual(folders.map(({ objectId }) => objectId));
    });

    test('of no EHR, or of one without any, are none', async () => {
      expect(await store().records.folderHierarchies(uuid())).toEqual([]);
      expect(await store().records.folderHierarchies(await createEhr(store()))).toEqual([]);
    });
  });
}
