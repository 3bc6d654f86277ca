/**
 * The decision about a change set: from what is there and what is wanted to a commit plan, or a refusal.
 *
 * Pure. Order of checks: the EHR exists, it is modifiable, the object exists, it is not deleted already, the caller knows its
 * latest version, the lifecycle allows the step, the template stays the same. Every fact of the context that a decision rests
 * on becomes an expectation of the plan, which the store checks again inside its transaction.
 */
import { indexDocument } from '../aql/indexing/index.ts';
import { CdrError } from '../errors.ts';
import { stringifyJson } from '../json/index.ts';
import type { JsonObject } from '../json/value.ts';
import type {
  CommitContext,
  CommitPlan,
  EhrStatusFlags,
  Expectation,
  LifecycleState,
  NewAttestation,
  NewVersion,
  TagChange,
  VersionedKind,
} from '../ports/store.ts';
import { auditText, displayName, type AuditInput } from './audit.ts';
import { readEhrStatusFlags } from './ehr-status-flags.ts';
import { checkTransition } from './lifecycle.ts';
import { noEhr, notModifiable } from './refusal.ts';
import { formatVersionUid, type VersionUid } from './version-uid.ts';
import { withUid } from './uid.ts';

/** One member of a change set. */
export type Change =
  | (ContentChange & { readonly kind: 'create'; readonly objectId: string; readonly asDirectory?: boolean })
  | (ContentChange & { readonly kind: 'update'; readonly target: Target })
  | (NewVersionChange & {
      readonly kind: 'delete';
      /** Absent: whatever the object is. */
      readonly rmType?: VersionedKind;
      readonly target: Target;
    })
  | {
      readonly kind: 'attest';
      readonly target: Target;
      readonly audit: AuditInput;
      /** The lifecycle state of the attested version, where the caller names it. */
      readonly lifecycleState?: LifecycleState;
    };

interface ContentChange extends NewVersionChange {
  readonly rmType: VersionedKind;
  readonly data: JsonObject;
  readonly template: TemplateUse | undefined;
  readonly lifecycleState: LifecycleState;
}

interface NewVersionChange {
  readonly audit: AuditInput;
  readonly signature?: string;
  /** ATTESTATIONs made together with the version. */
  readonly attestations?: readonly AuditInput[];
}

/** The template that content was checked against. */
export interface TemplateUse {
  readonly templateId: string;
  readonly timeCreated: number;
}

/** The object that a change builds on, and how the caller is told when it is not as the caller thinks. */
export interface Target {
  readonly objectId: string;
  /** Version uids that the caller takes for the latest; empty: whatever is the latest. */
  readonly preceding: readonly VersionUid[];
  readonly policy: TargetPolicy;
  /** The object has to be the EHR's directory. */
  readonly asDirectory?: boolean;
  /** Where the caller's body names it, for issues: `/versions[0]`. */
  readonly path?: string;
}

export interface TargetPolicy {
  readonly stale: 'precondition_failed' | 'not_latest_version';
  readonly absent: 'object_not_found' | 'invalid_body';
}

export interface ChangeSet {
  readonly ehrId: string;
  readonly createEhr?: boolean;
  readonly contributionId: string;
  /** The contribution id came from the caller, so it may be taken. */
  readonly chosenContributionId?: boolean;
  readonly audit: AuditInput;
  readonly changes: readonly Change[];
  readonly tags?: (planned: readonly PlannedVersion[]) => readonly TagChange[];
}

export interface PlannedVersion {
  readonly uid: VersionUid;
  readonly rmType: VersionedKind;
  readonly lifecycleState: LifecycleState;
  /** As it will be stored; absent for a deletion. */
  readonly data?: JsonObject;
}

export interface Decision {
  readonly plan: CommitPlan;
  /** One per change, in order; for an attestation the attested version. */
  readonly versions: readonly PlannedVersion[];
}

/** The change set was prepared for another directory than there is now. */
export type Overtaken = 'overtaken';

/** What a decision looks at; it rests on nothing of it that does not become an expectation. */
export type DecisionContext = Pick<CommitContext, 'objects' | 'liveFolders'> & {
  readonly ehr: EhrStatusFlags | undefined;
};

interface Situation {
  readonly systemId: string;
  readonly now: number;
}

/** State of an object as the change set has made it so far. */
interface ObjectState {
  readonly rmType: VersionedKind;
  readonly latest: VersionUid;
  readonly lifecycleState: LifecycleState;
  readonly templateId: string | undefined;
}

/** Throws the CdrError that the caller gets; see the order of checks above. */
export function decide(context: DecisionContext, set: ChangeSet, { systemId, now }: Situation): Decision | Overtaken {
  if (context.ehr && set.changes.some((change) => directoryMoved(change, context))) return 'overtaken';
  const expectations: Expectation[] = [];
  const expect = (expectation: Expectation): void => void expectations.push(expectation);
  const objects = new Map<string, ObjectState>();
  for (const { objectId, kind, latest } of context.objects.values()) {
    const { number, lifecycleState, templateId } = latest;
    objects.set(objectId, {
      rmType: kind,
      latest: { objectId, systemId: latest.systemId, number },
      lifecycleState,
      templateId,
    });
  }

  if (set.createEhr) {
    if (context.ehr) throw new CdrError('ehr_exists', 'There is an EHR with this id already');
    expect({ kind: 'ehr-absent' });
  } else {
    if (!context.ehr) throw noEhr();
    expect({ kind: 'ehr-present' });
  }
  if (set.chosenContributionId) expect({ kind: 'contribution-absent', contributionId: set.contributionId });

  const versions: NewVersion[] = [];
  const attestations: NewAttestation[] = [];
  const planned: PlannedVersion[] = [];
  const guarded = new Set<string>();
  let flags: EhrStatusFlags | undefined;

  const checkModifiable = (): void => {
    if (!(flags ?? context.ehr)?.modifiable) throw notModifiable();
    if (!flags) expect({ kind: 'ehr-modifiable' });
  };

  /** The object that a change builds on, once its caller knows the latest version. */
  const resolve = (target: Target, rmType: VersionedKind | undefined, onDeleted: 'refuse' | 'allow'): ObjectState => {
    const state = objects.get(target.objectId);
    if (!state || (rmType && state.rmType !== rmType)) throw absent(target, rmType);
    const known = target.preceding.filter((uid) => uid.objectId === target.objectId);
    if (
      target.policy.stale === 'not_latest_version' &&
      known.length > 0 &&
      known.every((uid) => !existed(uid, state.latest))
    ) {
      throw absent(target, rmType);
    }
    if (onDeleted === 'refuse' && state.lifecycleState === '523') {
      throw new CdrError('already_deleted', `The ${state.rmType} is deleted already`);
    }
    if (target.preceding.length > 0 && !known.some((uid) => sameVersion(uid, state.latest))) {
      if (context.objects.get(target.objectId)?.latest.number !== state.latest.number) {
        throw new CdrError(target.policy.stale, `An earlier member of the change set has changed the ${state.rmType}`);
      }
      const currentVersionUid = formatVersionUid(state.latest);
      throw new CdrError(target.policy.stale, `The latest version is ${currentVersionUid}`, { currentVersionUid });
    }
    if (target.asDirectory) expect({ kind: 'primary-folder', objectId: target.objectId });
    if (!guarded.has(target.objectId))
      expect({ kind: 'latest-version', objectId: target.objectId, number: state.latest.number });
    guarded.add(target.objectId);
    return state;
  };

  const attest = ({ objectId, number }: VersionUid, audit: AuditInput): void =>
    void attestations.push({ objectId, number, attestation: auditText(audit, systemId) });

  const addVersion = (change: Exclude<Change, { kind: 'attest' }>, rmType: VersionedKind, uid: VersionUid): void => {
    const content = change.kind === 'delete' ? undefined : change;
    const lifecycleState = content?.lifecycleState ?? '523';
    const data = content && withUid(content.data, rmType, formatVersionUid(uid));
    const templateId = content ? content.template?.templateId : objects.get(uid.objectId)?.templateId;
    const audit = change.audit === set.audit ? contributionAudit : auditText(change.audit, systemId);
    const index = data && indexDocument(data, rmType);
    versions.push({
      ...uid,
      kind: rmType,
      lifecycleState,
      changeType: change.audit.changeType,
      ...(templateId !== undefined && { templateId }),
      ...(audit !== contributionAudit && { audit }),
      ...(change.signature !== undefined && { signature: change.signature }),
      ...(data && { document: stringifyJson(data) }),
      ...(index && { index }),
    });
    for (const attestation of change.attestations ?? []) attest(uid, attestation);
    planned.push({ uid, rmType, lifecycleState, ...(data && { data }) });
    objects.set(uid.objectId, { rmType, latest: uid, lifecycleState, templateId });
    guarded.add(uid.objectId);
    if (content?.template) expect({ kind: 'template-present', ...content.template });
    if (data && rmType === 'EHR_STATUS') flags = readEhrStatusFlags(data);
  };

  const contributionAudit = auditText(set.audit, systemId);
  for (const change of set.changes) {
    if (kindOf(change, objects) !== 'EHR_STATUS') checkModifiable();
    switch (change.kind) {
      case 'create': {
        if (objects.has(change.objectId))
          throw new CdrError('uid_conflict', 'There is an object with this uid already');
        if (change.asDirectory) {
          if (context.liveFolders.length > 0) throw new CdrError('directory_exists', 'The EHR has a directory already');
          expect({ kind: 'primary-folder', objectId: undefined });
        }
        checkTransition(undefined, change.lifecycleState, 'content');
        expect({ kind: 'object-absent', objectId: change.objectId });
        addVersion(change, change.rmType, { objectId: change.objectId, systemId, number: 1 });
        break;
      }
      case 'update': {
        const state = resolve(change.target, change.rmType, 'allow');
        checkTransition(state.lifecycleState, change.lifecycleState, 'content');
        // Content whose template is not here is refused by the check of the content.
        if (change.template && state.templateId !== change.template.templateId) {
          throw new CdrError('template_changed', 'An update must keep the template of the composition');
        }
        addVersion(change, change.rmType, {
          objectId: state.latest.objectId,
          systemId,
          number: state.latest.number + 1,
        });
        break;
      }
      case 'delete': {
        if (kindOf(change, objects) === 'EHR_STATUS') {
          throw invalidTarget(change.target, 'preceding_version_uid', 'An EHR_STATUS is never deleted');
        }
        const state = resolve(change.target, change.rmType, 'refuse');
        checkTransition(state.lifecycleState, '523', 'deletion');
        addVersion(change, state.rmType, {
          objectId: state.latest.objectId,
          systemId,
          number: state.latest.number + 1,
        });
        break;
      }
      case 'attest': {
        const state = resolve(change.target, undefined, 'refuse');
        if (change.lifecycleState !== undefined && change.lifecycleState !== state.lifecycleState) {
          throw invalidTarget(change.target, 'lifecycle_state', 'An attestation leaves the lifecycle state as it is');
        }
        attest(state.latest, change.audit);
        planned.push({ uid: state.latest, rmType: state.rmType, lifecycleState: state.lifecycleState });
        break;
      }
    }
  }

  if (flags?.subject && !sameSubject(flags, context.ehr)) expect({ kind: 'subject-free', subject: flags.subject });
  const plan: CommitPlan = {
    ehrId: set.ehrId,
    expectations,
    notBefore: now,
    ...(set.createEhr && { createEhr: { systemId } }),
    ...(flags && { ehrStatus: flags }),
    contribution: {
      contributionId: set.contributionId,
      audit: contributionAudit,
      changeType: set.audit.changeType,
      committer: displayName(set.audit.committer),
    },
    versions,
    attestations,
    tags: set.tags?.(planned) ?? [],
  };
  return { plan, versions: planned };
}

const directoryMoved = (change: Change, { liveFolders }: DecisionContext): boolean =>
  'target' in change && change.target.asDirectory === true && liveFolders[0] !== change.target.objectId;

/** The class of what a change touches; undefined: there is no such object. */
const kindOf = (change: Change, objects: ReadonlyMap<string, ObjectState>): VersionedKind | undefined =>
  (change.kind === 'attest' ? undefined : change.rmType) ??
  ('target' in change ? objects.get(change.target.objectId)?.rmType : undefined);

function absent(target: Target, rmType: VersionedKind | undefined): CdrError {
  const what = rmType ?? 'versioned object';
  return target.policy.absent === 'invalid_body'
    ? invalidTarget(target, 'preceding_version_uid', `preceding_version_uid names no ${what} of this EHR`)
    : new CdrError('object_not_found', `There is no such ${what} in this EHR`);
}

const invalidTarget = ({ path }: Target, member: string, message: string): CdrError =>
  new CdrError('invalid_body', message, {
    ...(path !== undefined && { issues: [{ path: `${path}/${member}`, code: member, message }] }),
  });

const sameVersion = (a: VersionUid, b: VersionUid): boolean =>
  a.number === b.number && a.objectId === b.objectId && a.systemId === b.systemId;

/** Whether a version uid may have been the latest some time: version numbers have no gaps, but this system may have had another id. */
const existed = (uid: VersionUid, latest: VersionUid): boolean =>
  uid.objectId === latest.objectId && (uid.number < latest.number || sameVersion(uid, latest));

const sameSubject = (a: EhrStatusFlags, b: EhrStatusFlags | undefined): boolean =>
  a.subject?.id === b?.subject?.id && a.subject?.namespace === b?.subject?.namespace;
