import type { Cdr } from '@cairn/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stores } from '../support/stores.ts';
import { composition, objectOf, openWorld, outcome, status } from '../support/world.ts';

/** What one client does; objects and versions are named by index, so that some of it is stale or contradicts the rest. */
type Step =
  | { readonly kind: 'create' }
  | { readonly kind: 'update'; readonly object: number; readonly behind: number }
  | { readonly kind: 'delete'; readonly object: number; readonly behind: number }
  | { readonly kind: 'status'; readonly modifiable: boolean }
  | { readonly kind: 'contribution'; readonly object: number; readonly behind: number };

const object = fc.nat({ max: 2 });
const behind = fc.nat({ max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const) }),
  fc.record({ kind: fc.constant('update' as const), object, behind }),
  fc.record({ kind: fc.constant('delete' as const), object, behind }),
  fc.record({ kind: fc.constant('status' as const), modifiable: fc.boolean() }),
  fc.record({ kind: fc.constant('contribution' as const), object, behind }),
);

interface Known {
  readonly objectId: string;
  readonly number: number;
}

const uidOf = ({ objectId, number }: Known, back: number): string =>
  `${objectId}::test.system::${Math.max(1, number - back)}`;

async function act(cdr: Cdr, ehrId: string, objects: readonly Known[], one: Step): Promise<unknown> {
  const target = 'object' in one ? objects[one.object] : undefined;
  switch (one.kind) {
    case 'create':
      return cdr.compositions.create(ehrId, composition());
    case 'status': {
      const { uid } = await cdr.statuses.get(ehrId);
      return cdr.statuses.update(ehrId, status({ modifiable: one.modifiable }), { precedingVersionUid: uid });
    }
    case 'update':
      if (!target) return undefined;
      return cdr.compositions.update(ehrId, target.objectId, composition(), {
        precedingVersionUid: uidOf(target, one.behind),
      });
    case 'delete':
      return target && cdr.compositions.delete(ehrId, uidOf(target, one.behind));
    case 'contribution':
      return (
        target &&
        cdr.contributions.create(ehrId, {
          audit: { change_type: '251', committer: 'N' },
          versions: [
            { commit_audit: { change_type: '249' }, data: composition() },
            {
              commit_audit: { change_type: '251' },
              preceding_version_uid: uidOf(target, one.behind),
              data: composition(),
            },
          ],
        })
      );
  }
}

const ALLOWED: Readonly<Record<Step['kind'], readonly string[]>> = {
  create: ['accepted', 'ehr_not_modifiable'],
  update: ['accepted', 'ehr_not_modifiable', 'precondition_failed'],
  delete: ['accepted', 'ehr_not_modifiable', 'not_latest_version', 'already_deleted'],
  status: ['accepted', 'precondition_failed'],
  contribution: ['accepted', 'ehr_not_modifiable', 'not_latest_version'],
};

describe.each(stores)('random interleavings of concurrent commits on one EHR ($name)', ({ open }) => {
  it(
    'equal some serial order: no gap, no lost version, every refusal one that its order explains',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
          async (rounds) => {
            await using world = await openWorld(open);
            const { cdr, store, ehrId } = world;
            for (let index = 0; index < 3; index += 1) await cdr.compositions.create(ehrId, composition());
            for (const round of rounds) {
              const before = await survey(world);
              const results = await Promise.all(round.map((one) => outcome(act(cdr, ehrId, before.objects, one))));
              const after = await survey(world);
              round.forEach((one, index) => expect(ALLOWED[one.kind]).toContain(results[index]));
              const done = round.filter((_, index) => results[index] === 'accepted');
              const acted = done.filter((one) => !('object' in one) || before.objects[one.object]);
              const made = acted.reduce((sum, { kind }) => sum + (kind === 'contribution' ? 2 : 1), 0);
              expect(after.versions - before.versions).toBe(made);
              // Whoever named the latest version and came first won; nobody else did.
              for (const [position, known] of before.objects.entries()) {
                const winners = acted.filter((one) => 'object' in one && one.object === position).length;
                expect(after.numbers.get(known.objectId)).toBe(known.number + winners);
                expect(winners).toBeLessThanOrEqual(1);
              }
            }
            const { rows, total } = await cdr.contributions.list(ehrId, { fetch: 100 });
            const times = rows.map(({ time_committed: time }) => time);
            expect(times).toEqual(times.toSorted().toReversed());
            expect(new Set(times).size).toBe(rows.length);
            expect(total).toBe(rows.length);
            expect((await store.records.ehr(ehrId))?.ehrId).toBe(ehrId);
          },
        ),
        { numRuns: 15 },
      );
    },
  );

  it('of fifty updates with the same If-Match one wins', async () => {
    await using world = await openWorld(open);
    const { cdr, ehrId } = world;
    const { uid } = await cdr.compositions.create(ehrId, composition());
    const update = () => cdr.compositions.update(ehrId, objectOf(uid), composition(), { precedingVersionUid: uid });
    const results = await Promise.all(Array.from({ length: 50 }, () => outcome(update())));
    expect(results.filter((code) => code === 'accepted')).toHaveLength(1);
    expect(results.filter((code) => code === 'precondition_failed')).toHaveLength(49);
  });

  it('of twenty EHRs for the same subject one is made', async () => {
    await using world = await openWorld(open);
    const create = () => world.cdr.ehrs.create({ status: status({ subject: 'same' }) });
    const results = await Promise.all(Array.from({ length: 20 }, () => outcome(create())));
    expect(results.toSorted()).toEqual(['accepted', ...Array<string>(19).fill('subject_exists')]);
  });
});

/** All compositions of the EHR by the contributions that made them, each with its latest number; how many versions there are. */
async function survey({ cdr, store, ehrId }: Awaited<ReturnType<typeof openWorld>>) {
  const { rows } = await cdr.contributions.list(ehrId, { fetch: 100 });
  const numbers = new Map<string, number>();
  let versions = 0;
  for (const { uid } of rows.toReversed()) {
    const contribution = await store.records.contribution(ehrId, uid);
    for (const version of contribution?.versions ?? []) {
      versions += 1;
      if (version.kind !== 'COMPOSITION') continue;
      // Numbers rise by one: the serial order has no gap.
      expect(version.number).toBe((numbers.get(version.objectId) ?? 0) + 1);
      numbers.set(version.objectId, version.number);
    }
  }
  const objects = [...numbers].slice(0, 3).map(([objectId, number]) => ({ objectId, number }));
  return { numbers, versions, objects };
}
