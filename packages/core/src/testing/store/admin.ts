import { describe, expect, test } from 'vitest';
import type { Store } from '../../ports/store.ts';
import { first, newEhr, newSubject, newTemplate, next, planOn, uuid } from '../plans.ts';
import { committed, createEhr, type StoreUnderTest } from '../support.ts';

/** An EHR with something of everything in it. */
async function fullEhr(store: Store) {
  const template = newTemplate();
  await store.definitions.putTemplate(template, '<template/>');
  const [subject, folder, composition] = [
    newSubject(),
    first({ kind: 'FOLDER' }),
    first({ templateId: template.templateId }),
  ];
  const created = newEhr({ subject });
  await committed(store, created);
  const { objectId } = composition;
  const content = planOn(created.ehrId, {
    versions: [folder, composition, next(composition)],
    attestations: [{ objectId, number: 1, attestation: '{}' }],
    tags: [
      { target: { objectId }, tags: [{ key: 'k' }] },
      { target: { objectId, number: 2 }, tags: [{ key: 'k' }] },
    ],
  });
  await committed(store, content);
  return { ehrId: created.ehrId, subject, objectId, created, content };
}

type FullEhr = Awaited<ReturnType<typeof fullEhr>>;

/** How much of each kind is there. */
async function census({ records, tags, commits }: Store, { ehrId, subject, objectId, content }: FullEhr) {
  const context = await commits.loadForCommit(ehrId, [objectId]);
  const contribution = await records.contribution(ehrId, content.contribution?.contributionId ?? '');
  const version = await records.version(ehrId, objectId, { kind: 'latest' });
  const counts = {
    ehr: [await records.ehr(ehrId), await records.ehrBySubject(subject), context.ehr],
    object: [await records.object(ehrId, objectId), ...context.objects.values(), version],
    history: await records.history(ehrId, objectId),
    folders: [...(await records.folderHierarchies(ehrId)), ...context.liveFolders],
    contributions: [contribution, ...(await records.contributions(ehrId, { offset: 0, fetch: 9 })).rows],
    tags: await tags.tags(ehrId),
  };
  return Object.fromEntries(
    Object.entries(counts).map(([name, found]) => [name, found.filter((each) => each !== undefined).length]),
  );
}

const full = { ehr: 3, object: 3, history: 2, folders: 2, contributions: 3, tags: 2 };
const empty = { ehr: 0, object: 0, history: 0, folders: 0, contributions: 0, tags: 0 };

export function adminTests(store: StoreUnderTest): void {
  describe('physical deletion of an EHR', () => {
    test('leaves nothing of it, and everything of the others', async () => {
      const [gone, kept] = [await fullEhr(store()), await fullEhr(store())];
      expect(await census(store(), gone)).toEqual(full);
      expect(await store().admin.deleteEhr(gone.ehrId)).toBe(true);
      expect(await census(store(), gone)).toEqual(empty);
      expect(await census(store(), kept)).toEqual(full);
    });

    test('frees its ids and its subject', async () => {
      const { ehrId, created, content } = await fullEhr(store());
      await store().admin.deleteEhr(ehrId);
      await committed(store(), created);
      await committed(store(), content);
    });

    test('of one that is not there is false', async () => {
      expect(await store().admin.deleteEhr(uuid())).toBe(false);
      const ehrId = await createEhr(store());
      await store().admin.deleteEhr(ehrId);
      expect(await store().admin.deleteEhr(ehrId)).toBe(false);
    });
  });
}

/** Needs a store of its own. */
export function deleteAllTests(store: StoreUnderTest): void {
  describe('physical deletion of all EHRs', () => {
    test('counts them, leaves nothing of them, and keeps templates and settings', async () => {
      expect(await store().admin.deleteAllEhrs()).toBe(0);
      const ehrs = [await fullEhr(store()), await fullEhr(store())];
      const others = await Promise.all(Array.from({ length: 120 }, () => createEhr(store())));
      await store().settings.putIfAbsent('contract', 'kept');
      expect(await store().admin.deleteAllEhrs()).toBe(ehrs.length + others.length);
      for (const ehr of ehrs) expect(await census(store(), ehr)).toEqual(empty);
      expect(await store().definitions.templates()).toHaveLength(2);
      expect(await store().settings.get('contract')).toBe('kept');
      expect(await store().admin.deleteAllEhrs()).toBe(0);
      await createEhr(store());
    });
  });
}
