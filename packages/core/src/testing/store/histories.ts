import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Store, TagTarget } from '../../ports/store.ts';
import { textOf, type StoreUnderTest } from '../support.ts';
import {
  commit,
  ehrBySubject,
  emptyModel,
  foldersAt,
  latestOf,
  targetKey,
  versionAt,
  type Model,
  type ModelVersion,
} from './model.ts';
import { intention, newWorld, planFor, type World } from './random-plans.ts';

export function historyTests(store: StoreUnderTest): void {
  describe('any history of plans', () => {
    test('has the outcomes, and leaves the record, that a simple model has', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(intention, { minLength: 5, maxLength: 25 }), async (intentions) => {
          const world = newWorld();
          let model = emptyModel;
          for (const intended of intentions) {
            const plan = planFor(intended, model, world);
            const step = commit(model, plan);
            expect(await store().commits.commit(plan)).toEqual(step.outcome);
            model = step.model;
          }
          for (const { ehrId } of world.ehrs) await compareEhr(store(), model, ehrId);
          for (const subject of world.subjects) {
            expect(await store().records.ehrBySubject(subject)).toEqual(ehrBySubject(model, subject));
          }
          await compareTags(store(), model, world);
        }),
        { numRuns: 60 },
      );
    }, 120_000);
  });
}

async function compareEhr({ records, commits }: Store, model: Model, ehrId: string): Promise<void> {
  const ehr = model.get(ehrId);
  expect(await records.ehr(ehrId)).toEqual(ehr?.record);
  if (!ehr) return;
  const times = [0, ...ehr.contributions.flatMap(({ timeCommitted }) => [timeCommitted - 1, timeCommitted])];
  for (const time of times) expect(await records.folderHierarchies(ehrId, time)).toEqual(foldersAt(ehr, time));
  const context = await commits.loadForCommit(ehrId, [...ehr.objects.keys()]);
  const live = foldersAt(ehr, Infinity).filter((folder) => folder.live);
  expect(context.liveFolders).toEqual(live.map(({ objectId }) => objectId));

  const newestFirst = ehr.contributions.toReversed();
  const { rows, total } = await records.contributions(ehrId, { offset: 1, fetch: 5 });
  expect({ rows, total }).toEqual({ rows: newestFirst.slice(1, 6), total: newestFirst.length });

  for (const [objectId, versions] of ehr.objects) {
    const { number, systemId, lifecycleState, templateId } = latestOf(versions) ?? {};
    const object = await records.object(ehrId, objectId);
    expect(object?.latest).toEqual({ number, systemId, lifecycleState, templateId });
    expect(object?.timeCreated).toBe(versions[0]?.timeCommitted);
    expect(context.objects.get(objectId)).toEqual(object);
    expect(await records.history(ehrId, objectId)).toEqual(versions.map(recordOf));
    for (const time of times) {
      const stored = await records.version(ehrId, objectId, { kind: 'at', time });
      const expected = versionAt(versions, time);
      expect([stored?.number, textOf(stored?.document)]).toEqual([
        expected?.committed.number,
        expected?.committed.document,
      ]);
    }
    const tagged = (n = 0): boolean => (ehr.tags.get(targetKey(objectId, n)) ?? []).length > 0;
    const latest = await records.version(ehrId, objectId, { kind: 'latest' });
    expect(latest?.tagged).toBe(tagged() || tagged(number));
  }
}

function recordOf({ committed, ...rest }: ModelVersion) {
  const { document: _, signature, templateId, ...version } = committed;
  return { ...version, ...rest, signature, templateId };
}

async function compareTags({ tags }: Store, model: Model, world: World): Promise<void> {
  for (const { ehrId, objectIds } of world.ehrs) {
    for (const objectId of objectIds) {
      for (const target of [{ objectId }, { objectId, number: 1 }, { objectId, number: 2 }] satisfies TagTarget[]) {
        const stored = await tags.tags(ehrId, target);
        const expected = model.get(ehrId)?.tags.get(targetKey(objectId, target.number)) ?? [];
        expect(stored.map(({ tag }) => tag)).toEqual(expected);
      }
    }
  }
}
