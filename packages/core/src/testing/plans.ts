/** Commit plans as a decision would make them, small and readable; whatever a test cares for is passed in. */
import type {
  CommitPlan,
  EhrStatusFlags,
  Expectation,
  NewContribution,
  NewVersion,
  Subject,
  TemplateRecord,
} from '../ports/store.ts';

export const systemId = 'contract.test';

export const uuid = (): string => crypto.randomUUID();

/** A subject that no other test has. */
export const newSubject = (): Subject => ({ namespace: 'contract', id: uuid() });

export function newContribution(change: Partial<NewContribution> = {}): NewContribution {
  return {
    contributionId: uuid(),
    audit: '{"_type":"AUDIT_DETAILS"}',
    changeType: '249',
    committer: 'Nora',
    ...change,
  };
}

/** A plan on an EHR that is there: expects no more than that. */
export function planOn(ehrId: string, change: Partial<CommitPlan> = {}): CommitPlan {
  return {
    ehrId,
    expectations: [{ kind: 'ehr-present' }],
    notBefore: 0,
    contribution: newContribution(),
    versions: [],
    attestations: [],
    tags: [],
    ...change,
  };
}

/** A change of tags alone. */
export function tagPlanOn(ehrId: string, tags: CommitPlan['tags']): CommitPlan {
  return { ehrId, expectations: [{ kind: 'ehr-present' }], notBefore: 0, versions: [], attestations: [], tags };
}

/** A new EHR with its EHR_STATUS. */
export function newEhr({
  ehrId = uuid(),
  subject,
  flags = { queryable: true, modifiable: true },
  ...change
}: {
  readonly ehrId?: string;
  readonly subject?: Subject;
  readonly flags?: Omit<EhrStatusFlags, 'subject'>;
} & Partial<CommitPlan> = {}): CommitPlan {
  const expectations: Expectation[] = [{ kind: 'ehr-absent' }];
  if (subject) expectations.push({ kind: 'subject-free', subject });
  return planOn(ehrId, {
    expectations,
    createEhr: { systemId },
    ehrStatus: { ...flags, subject },
    versions: [first({ kind: 'EHR_STATUS' })],
    ...change,
  });
}

/** The first version of a new object: a composition unless told otherwise. */
export function first(change: Partial<NewVersion> = {}): NewVersion {
  const { objectId = uuid() } = change;
  return {
    objectId,
    number: 1,
    kind: 'COMPOSITION',
    systemId,
    lifecycleState: '532',
    changeType: '249',
    document: `{"uid":"${objectId}::${systemId}::1"}`,
    ...change,
  };
}

/** The version after `previous`. */
export function next(previous: NewVersion, change: Partial<NewVersion> = {}): NewVersion {
  const number = previous.number + 1;
  const document = `{"uid":"${previous.objectId}::${systemId}::${number}"}`;
  return { ...previous, number, changeType: '251', lifecycleState: '532', document, ...change };
}

/** The deletion after `previous`. */
export function deletion(previous: NewVersion): NewVersion {
  const { document: _, ...rest } = previous;
  return { ...rest, number: previous.number + 1, changeType: '523', lifecycleState: '523' };
}

export function latestVersion({ objectId, number }: NewVersion): Expectation {
  return { kind: 'latest-version', objectId, number };
}

export function newTemplate(change: Partial<TemplateRecord> = {}): TemplateRecord {
  const templateId = `contract ${uuid()}`;
  const archetypeId = 'openEHR-EHR-COMPOSITION.encounter.v1';
  return { templateId, concept: 'Encounter', archetypeId, uid: uuid(), timeCreated: 1_700_000_000_000, ...change };
}
