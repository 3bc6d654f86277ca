import { describe, expect, test } from 'vitest';
import { CdrError } from '../../errors.ts';
import { first, newEhr, newTemplate, planOn, uuid } from '../plans.ts';
import type { OpenStore } from '../opened-store.ts';
import { committed, createEhr, textOf } from '../support.ts';

const unavailable = (error: unknown): boolean => error instanceof CdrError && error.code === 'store_unavailable';

/** Opens stores of its own, since it closes them. */
export function lifecycleTests(openStore: OpenStore): void {
  describe('opening and closing', () => {
    test('an open store is in good health', async () => {
      const { store, cleanUp } = await openStore();
      expect(await store.health()).toEqual({
        database: { up: true, detail: expect.any(String) },
        migrations: { current: true, detail: expect.any(String) },
      });
      await cleanUp();
    });

    test('closing waits for plans under way, and may be repeated', async () => {
      const { store, cleanUp } = await openStore();
      const large = first({ document: JSON.stringify('x'.repeat(500_000)) });
      const ehrId = await createEhr(store);
      const plans = [planOn(ehrId, { versions: [large] }), ...Array.from({ length: 150 }, () => newEhr())];
      const outcomes = Promise.all(plans.map((plan) => store.commits.commit(plan)));
      await Promise.all([store.close(), store.close(), store[Symbol.asyncDispose]()]);
      expect((await outcomes).filter(({ kind }) => kind === 'committed')).toHaveLength(plans.length);
      await store.close();
      await cleanUp();
    });

    test('a closed store refuses everything, and says so when asked for its health', async () => {
      const { store, cleanUp } = await openStore();
      const ehrId = await createEhr(store);
      await store.close();
      const { commits, records, tags, definitions, settings, admin } = store;
      for (const use of [
        () => commits.commit(newEhr()),
        () => commits.loadForCommit(ehrId, []),
        () => records.ehr(ehrId),
        () => records.ehrBySubject({ namespace: 'n', id: 'i' }),
        () => records.version(ehrId, uuid(), { kind: 'latest' }),
        () => tags.tags(ehrId),
        () => definitions.putTemplate(newTemplate(), '<template/>'),
        () => definitions.templates(),
        () => settings.putIfAbsent('key', 'value'),
        () => admin.deleteEhr(ehrId),
        () => admin.deleteAllEhrs(),
      ]) {
        await expect(use()).rejects.toSatisfy(unavailable);
      }
      expect(await store.health()).toMatchObject({ database: { up: false }, migrations: { current: false } });
      await cleanUp();
    });

    test('what was acknowledged is there when it is opened again', async (context) => {
      const { store, reopen, cleanUp } = await openStore();
      if (!reopen) {
        await cleanUp();
        return context.skip('this store does not outlive its closing');
      }
      const template = newTemplate();
      await store.definitions.putTemplate(template, '<template/>');
      await store.settings.putIfAbsent('key', 'value');
      const version = first({ templateId: template.templateId, document: '{"kept":"Größe"}' });
      const ehrId = await createEhr(store);
      const tags = [{ target: { objectId: version.objectId }, tags: [{ key: 'k' }] }];
      const timeCommitted = await committed(store, planOn(ehrId, { versions: [version], tags }));
      const before = await store.records.contributions(ehrId, { offset: 0, fetch: 9 });

      const again = await reopen();
      const stored = await again.records.version(ehrId, version.objectId, { kind: 'latest' });
      expect(stored).toMatchObject({ timeCommitted, templateId: template.templateId });
      expect(textOf(stored?.document)).toBe(version.document);
      expect(await again.records.contributions(ehrId, { offset: 0, fetch: 9 })).toEqual(before);
      expect(await again.tags.tags(ehrId)).toHaveLength(1);
      expect((await again.definitions.template(template.templateId))?.opt).toBe('<template/>');
      expect(await again.settings.get('key')).toBe('value');
      expect(await committed(again, planOn(ehrId, { versions: [first()] }))).toBe(timeCommitted + 1);
      expect((await again.health()).migrations.current).toBe(true);
      await cleanUp();
    });
  });
}
