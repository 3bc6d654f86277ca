/** A store in a few maps, as plain as can be, to compare a real one with. */
import type {
  AttestationRecord,
  CommitOutcome,
  CommitPlan,
  ContributionRecord,
  EhrRecord,
  Expectation,
  FolderHierarchyRecord,
  ItemTag,
  NewVersion,
  Subject,
} from '../../ports/store.ts';

export interface ModelVersion {
  readonly committed: NewVersion;
  readonly timeCommitted: number;
  readonly contributionId: string;
  readonly audit: string;
  readonly attestations: readonly AttestationRecord[];
}

export interface ModelEhr {
  readonly record: EhrRecord;
  readonly lastCommit: number;
  /** In order of creation. */
  readonly objects: ReadonlyMap<string, readonly ModelVersion[]>;
  readonly contributions: readonly ContributionRecord[];
  /** By target: object id and number, 0 for the whole object. */
  readonly tags: ReadonlyMap<string, readonly ItemTag[]>;
}

/** EHRs by id; a step gives a new one. */
export type Model = ReadonlyMap<string, ModelEhr>;

export interface Step {
  readonly model: Model;
  readonly outcome: CommitOutcome;
}

export const emptyModel: Model = new Map();

export function targetKey(objectId: string, number = 0): string {
  return `${objectId} ${number}`;
}

export function commit(model: Model, plan: CommitPlan): Step {
  const failed = plan.expectations.find((expectation) => !holds(model, plan.ehrId, expectation));
  if (failed) return { model, outcome: { kind: 'refused', failed } };
  const before = model.get(plan.ehrId);
  const timeCommitted = Math.max(plan.notBefore, (before?.lastCommit ?? -1) + 1);
  const after = new Map(model).set(plan.ehrId, applied(before, plan, timeCommitted));
  return { model: after, outcome: { kind: 'committed', timeCommitted } };
}

export function ehrBySubject(model: Model, { namespace, id }: Subject): EhrRecord | undefined {
  return [...model.values()]
    .map(({ record }) => record)
    .find(({ subject }) => subject?.namespace === namespace && subject.id === id);
}

export function latestOf(versions: readonly ModelVersion[] | undefined): NewVersion | undefined {
  return versions?.at(-1)?.committed;
}

export function versionAt(versions: readonly ModelVersion[], time: number): ModelVersion | undefined {
  return versions.findLast(({ timeCommitted }) => timeCommitted <= time);
}

/** Folder hierarchies that existed at a time, first created first. */
export function foldersAt({ objects }: ModelEhr, time: number): FolderHierarchyRecord[] {
  return [...objects].flatMap(([objectId, versions]) => {
    const [created] = versions;
    if (created?.committed.kind !== 'FOLDER' || created.timeCommitted > time) return [];
    const live = versionAt(versions, time)?.committed.lifecycleState !== '523';
    return [{ objectId, timeCreated: created.timeCommitted, live }];
  });
}

export function primaryFolder(ehr: ModelEhr | undefined): string | undefined {
  return ehr && foldersAt(ehr, Infinity).find(({ live }) => live)?.objectId;
}

function holds(model: Model, ehrId: string, expectation: Expectation): boolean {
  const ehr = model.get(ehrId);
  switch (expectation.kind) {
    case 'ehr-absent':
      return ehr === undefined;
    case 'ehr-present':
      return ehr !== undefined;
    case 'ehr-modifiable':
      return ehr?.record.modifiable === true;
    case 'subject-free': {
      const holder = ehrBySubject(model, expectation.subject);
      return holder === undefined || holder.ehrId === ehrId;
    }
    case 'contribution-absent':
      return !ehr?.contributions.some(({ contributionId }) => contributionId === expectation.contributionId);
    case 'object-absent':
      return !ehr?.objects.has(expectation.objectId);
    case 'latest-version':
      return latestOf(ehr?.objects.get(expectation.objectId))?.number === expectation.number;
    case 'primary-folder':
      return primaryFolder(ehr) === expectation.objectId;
    case 'template-present':
      return false;
  }
}

function applied(before: ModelEhr | undefined, plan: CommitPlan, timeCommitted: number): ModelEhr {
  const objects = new Map(before?.objects);
  const { contributionId = '', audit: contributionAudit = '' } = plan.contribution ?? {};
  for (const committed of plan.versions) {
    const { objectId, audit = contributionAudit } = committed;
    const version = { committed, timeCommitted, contributionId, audit, attestations: [] };
    objects.set(objectId, [...(objects.get(objectId) ?? []), version]);
  }
  for (const { objectId, number, attestation } of plan.attestations) {
    const added = { attestation, timeCommitted, contributionId };
    const versions = (objects.get(objectId) ?? []).map((version) =>
      version.committed.number === number ? { ...version, attestations: [...version.attestations, added] } : version,
    );
    objects.set(objectId, versions);
  }
  const tags = new Map(before?.tags);
  for (const { target, tags: set } of plan.tags) tags.set(targetKey(target.objectId, target.number), set);
  return {
    record: { ...(before?.record ?? newRecord(plan, timeCommitted)), ...plan.ehrStatus },
    lastCommit: timeCommitted,
    objects,
    contributions: [
      ...(before?.contributions ?? []),
      ...(plan.contribution ? [{ ...plan.contribution, timeCommitted }] : []),
    ],
    tags,
  };
}

function newRecord({ ehrId, createEhr, ehrStatus, versions }: CommitPlan, timeCreated: number): EhrRecord {
  const statusObjectId = versions.find(({ kind }) => kind === 'EHR_STATUS')?.objectId;
  if (!createEhr || !ehrStatus || statusObjectId === undefined) throw new Error('The plan does not create an EHR');
  return { ehrId, systemId: createEhr.systemId, timeCreated, statusObjectId, ...ehrStatus };
}
