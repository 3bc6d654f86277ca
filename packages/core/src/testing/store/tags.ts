import { describe, expect, test } from 'vitest';
import type { ItemTag, StoredTag, TagTarget, VersionedKind } from '../../ports/store.ts';
import { first, next, planOn, systemId, tagPlanOn, uuid } from '../plans.ts';
import { committed, createEhr, type StoreUnderTest } from '../support.ts';

const tagsOf = (target: TagTarget, tags: readonly ItemTag[], kind: VersionedKind = 'COMPOSITION'): StoredTag[] =>
  tags.map((tag) => ({ target: { ...target, kind, systemId }, tag }));

export function tagTests(store: StoreUnderTest): void {
  describe('tags', () => {
    const many: readonly ItemTag[] = [
      { key: 'z' },
      { key: 'a', value: 'Größe' },
      { key: 'a', value: 'x', targetPath: '/content[0]' },
      { key: 'm', targetPath: '/' },
    ];

    test('are replaced target by target, and keep the order they were given in', async () => {
      const version = first();
      const { objectId } = version;
      const ehrId = await createEhr(store());
      await committed(store(), planOn(ehrId, { versions: [version, next(version)] }));
      const [whole, one, two] = [{ objectId }, { objectId, number: 1 }, { objectId, number: 2 }];
      const read = (target?: TagTarget) => store().tags.tags(ehrId, target);

      await committed(
        store(),
        tagPlanOn(ehrId, [
          { target: two, tags: [{ key: 'two' }] },
          { target: whole, tags: many },
          { target: one, tags: [{ key: 'one' }] },
        ]),
      );
      expect(await read(whole)).toEqual(tagsOf(whole, many));
      expect(await read(one)).toEqual(tagsOf(one, [{ key: 'one' }]));
      expect(await read(), 'whole objects before versions').toEqual([
        ...tagsOf(whole, many),
        ...tagsOf(one, [{ key: 'one' }]),
        ...tagsOf(two, [{ key: 'two' }]),
      ]);

      await committed(
        store(),
        tagPlanOn(ehrId, [
          { target: whole, tags: [{ key: 'new' }] },
          { target: one, tags: [] },
        ]),
      );
      expect(await read()).toEqual([...tagsOf(whole, [{ key: 'new' }]), ...tagsOf(two, [{ key: 'two' }])]);
      expect(await read(one)).toEqual([]);
    });

    test('are removed key by key, whoever else removes others at the same time', async () => {
      const version = first();
      const target = { objectId: version.objectId };
      const ehrId = await createEhr(store());
      const keys = Array.from({ length: 8 }, (_, index) => `k${index}`);
      const tags = [...many, ...keys.map((key) => ({ key }))];
      await committed(store(), planOn(ehrId, { versions: [version], tags: [{ target, tags }] }));
      const remove = (key: string, onlyModifiable = true) => store().tags.removeKey(ehrId, target, key, onlyModifiable);
      expect(await Promise.all([...keys, 'a'].map((key) => remove(key)))).toEqual([...keys, 'a'].map(() => 'removed'));
      const left = many.filter(({ key }) => key !== 'a');
      expect(await store().tags.tags(ehrId, target)).toEqual(tagsOf(target, left));
      expect(await remove('a')).toBe('tag-absent');
      expect(await store().tags.removeKey(ehrId, { ...target, number: 1 }, 'z', true)).toBe('tag-absent');
      expect(await store().tags.removeKey(uuid(), target, 'z', true)).toBe('ehr-absent');
    });

    test('of an EHR that is deactivated are removed where that does not matter', async () => {
      const version = first();
      const target = { objectId: version.objectId };
      const ehrId = await createEhr(store(), { flags: { queryable: true, modifiable: false } });
      await committed(store(), planOn(ehrId, { versions: [version], tags: [{ target, tags: many }] }));
      expect(await store().tags.removeKey(ehrId, target, 'z', true)).toBe('ehr-not-modifiable');
      expect(await store().tags.tags(ehrId, target)).toHaveLength(many.length);
      expect(await store().tags.removeKey(ehrId, target, 'z', false)).toBe('removed');
    });

    test('of an EHR are ordered by object', async () => {
      const versions = Array.from({ length: 6 }, () => first());
      const ehrId = await createEhr(store());
      const tags = versions.map(({ objectId }) => ({ target: { objectId }, tags: [{ key: 'k' }] }));
      await committed(store(), planOn(ehrId, { versions, tags }));
      const objectIds = (await store().tags.tags(ehrId)).map(({ target }) => target.objectId);
      expect(objectIds).toEqual(versions.map(({ objectId }) => objectId).toSorted());
    });

    test('name the kind and the creating system of what they tag', async () => {
      const folder = first({ kind: 'FOLDER', systemId: 'first.system' });
      const { objectId } = folder;
      const ehrId = await createEhr(store());
      const tags = [undefined, 1, 2].map((number) => ({
        target: { objectId, ...(number !== undefined && { number }) },
        tags: [{ key: 'k' }],
      }));
      await committed(
        store(),
        planOn(ehrId, { versions: [folder, next(folder, { systemId: 'second.system' })], tags }),
      );
      const targets = (await store().tags.tags(ehrId)).map(({ target }) => target);
      expect(targets).toEqual([
        { objectId, kind: 'FOLDER', systemId: 'second.system' },
        { objectId, number: 1, kind: 'FOLDER', systemId: 'first.system' },
        { objectId, number: 2, kind: 'FOLDER', systemId: 'second.system' },
      ]);
    });

    test('alone make no contribution and no version', async () => {
      const version = first();
      const { objectId } = version;
      const ehrId = await createEhr(store());
      await committed(store(), planOn(ehrId, { versions: [version] }));
      await committed(store(), tagPlanOn(ehrId, [{ target: { objectId }, tags: many }]));
      expect((await store().records.contributions(ehrId, { offset: 0, fetch: 9 })).total).toBe(2);
      expect(await store().records.history(ehrId, objectId)).toHaveLength(1);
    });

    test('show in the versions that they or their object have them', async () => {
      const version = first();
      const { objectId } = version;
      const ehrId = await createEhr(store());
      await committed(store(), planOn(ehrId, { versions: [version, next(version)] }));
      const tag = (target: TagTarget, tags: readonly ItemTag[]) =>
        committed(store(), tagPlanOn(ehrId, [{ target, tags }]));
      const tagged = async () => {
        const selectors = [{ kind: 'number', number: 1 }, { kind: 'latest' }] as const;
        const versions = selectors.map((selector) => store().records.version(ehrId, objectId, selector));
        return (await Promise.all(versions)).map((stored) => stored?.tagged);
      };
      expect(await tagged()).toEqual([false, false]);
      await tag({ objectId, number: 1 }, [{ key: 'k' }]);
      expect(await tagged()).toEqual([true, false]);
      await tag({ objectId }, [{ key: 'k' }]);
      expect(await tagged()).toEqual([true, true]);
      await tag({ objectId, number: 1 }, []);
      await tag({ objectId }, []);
      expect(await tagged()).toEqual([false, false]);
    });

    test('of what is not there are none', async () => {
      const ehrId = await createEhr(store());
      expect(await store().tags.tags(ehrId)).toEqual([]);
      expect(await store().tags.tags(ehrId, { objectId: uuid() })).toEqual([]);
      expect(await store().tags.tags(uuid())).toEqual([]);
    });
  });
}
