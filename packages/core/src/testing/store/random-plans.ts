/** Random plans that fit what a model holds, or just miss it. */
import fc from 'fast-check';
import type { CommitPlan, Expectation, NewVersion, Subject } from '../../ports/store.ts';
import { deletion, first, latestVersion, newContribution, newEhr, next, uuid } from '../plans.ts';
import { latestOf, primaryFolder, type Model } from './model.ts';

/** The few ids that the plans of one run fight over. */
export interface World {
  readonly ehrs: readonly {
    readonly ehrId: string;
    readonly statusId: string;
    readonly objectIds: readonly string[];
  }[];
  readonly subjects: readonly Subject[];
}

const newEhrIds = () => ({ ehrId: uuid(), statusId: uuid(), objectIds: [uuid(), uuid(), uuid()] });

export function newWorld(): World {
  const namespace = uuid();
  return {
    ehrs: [newEhrIds(), newEhrIds()],
    subjects: ['a', 'b'].map((id) => ({ namespace, id })),
  };
}

/** A plan in words, before it is known which state it meets. */
export interface Intention {
  readonly ehr: number;
  readonly clock: number;
  readonly createEhr: boolean;
  readonly status: { readonly modifiable: boolean; readonly subject: number | null } | null;
  readonly changes: readonly Change[];
  readonly minded: readonly ('ehr-modifiable' | 'primary-folder')[];
}

interface Change {
  readonly object: number;
  readonly action: 'create' | 'create folder' | 'update' | 'delete' | 'attest' | 'tag object' | 'tag version';
  /** How far the author is off with the number of the latest version; mostly not at all. */
  readonly slip: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  object: fc.nat(2),
  action: fc.constantFrom(
    'create',
    'create folder',
    'update',
    'update',
    'delete',
    'attest',
    'tag object',
    'tag version',
  ),
  slip: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, -1),
});

export const intention: fc.Arbitrary<Intention> = fc.record({
  ehr: fc.nat(1),
  clock: fc.nat(30),
  createEhr: fc.constantFrom(false, false, false, true),
  status: fc.option(fc.record({ modifiable: fc.boolean(), subject: fc.option(fc.nat(1)) }), { freq: 3 }),
  changes: fc.uniqueArray(change, { minLength: 1, maxLength: 3, selector: ({ object }) => object }),
  minded: fc.subarray(['ehr-modifiable', 'primary-folder'] as const),
});

/** The plan that somebody with this intention makes who knows the model, but slips now and then. */
export function planFor(intended: Intention, model: Model, world: World): CommitPlan {
  const { ehr, clock, createEhr, status } = intended;
  const { ehrId, statusId, objectIds } = world.ehrs[ehr] ?? newEhrIds();
  const known = model.get(ehrId);
  const subject = world.subjects[status?.subject ?? -1];
  const flags = { queryable: true, modifiable: status?.modifiable ?? true };
  if (createEhr || !known) {
    const versions = [first({ objectId: statusId, kind: 'EHR_STATUS' })];
    return newEhr({ ehrId, flags, notBefore: clock, versions, ...(subject && { subject }) });
  }

  const parts: Part[] = intended.minded.map((kind) => ({
    expectations: [kind === 'ehr-modifiable' ? { kind } : { kind, objectId: primaryFolder(known) }],
  }));
  if (status) {
    const latest = latestOf(known.objects.get(statusId)) ?? first();
    const free: Expectation[] = subject ? [{ kind: 'subject-free', subject }] : [];
    parts.push({ expectations: [latestVersion(latest), ...free], versions: [next(latest)] });
  }
  for (const wanted of intended.changes) {
    const objectId = objectIds[wanted.object] ?? uuid();
    parts.push(partFor(wanted, objectId, latestOf(known.objects.get(objectId)), clock));
  }
  return {
    ...mergedPlan(ehrId, clock, parts),
    ...(status && { ehrStatus: { ...flags, subject } }),
  };
}

interface Part {
  readonly expectations: readonly Expectation[];
  readonly versions?: CommitPlan['versions'];
  readonly attestations?: CommitPlan['attestations'];
  readonly tags?: CommitPlan['tags'];
}

function partFor({ action, slip }: Change, objectId: string, latest: NewVersion | undefined, clock: number): Part {
  const { number } = latest ?? first();
  const expectations: Expectation[] = [{ kind: 'latest-version', objectId, number: number + slip }];
  switch (action) {
    case 'create':
    case 'create folder': {
      const kind = action === 'create' ? 'COMPOSITION' : 'FOLDER';
      return { expectations: [{ kind: 'object-absent', objectId }], versions: [first({ objectId, kind })] };
    }
    case 'update':
      return { expectations, versions: [next(latest ?? first({ objectId }), { document: `{"at":${clock}}` })] };
    case 'delete':
      return { expectations, versions: [deletion(latest ?? first({ objectId }))] };
    case 'attest':
      return { expectations, attestations: [{ objectId, number, attestation: `{"at":${clock}}` }] };
    case 'tag object':
      return { expectations, tags: [{ target: { objectId }, tags: [{ key: 'z' }, { key: 'a', value: `${clock}` }] }] };
    case 'tag version':
      return { expectations, tags: [{ target: { objectId, number }, tags: clock < 15 ? [] : [{ key: 'k' }] }] };
  }
}

function mergedPlan(ehrId: string, clock: number, parts: readonly Part[]): CommitPlan {
  const versions = parts.flatMap((part) => part.versions ?? []);
  const attestations = parts.flatMap((part) => part.attestations ?? []);
  return {
    ehrId,
    expectations: [{ kind: 'ehr-present' }, ...parts.flatMap(({ expectations }) => expectations)],
    notBefore: clock,
    ...(versions.length + attestations.length > 0 && { contribution: newContribution() }),
    versions,
    attestations,
    tags: parts.flatMap((part) => part.tags ?? []),
  };
}
