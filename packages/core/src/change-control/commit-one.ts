/** A write of one version: a contribution of one (ITS-REST: every direct write makes one). */
import { CdrError } from '../errors.ts';
import type { ChangeType, ItemTag, LifecycleState, TagChange } from '../ports/store.ts';
import { formatInstant } from '../time/index.ts';
import { asDescription, asParty, type AuditInput } from './audit.ts';
import { codedText, parseCode } from './codes.ts';
import { commit } from './commit.ts';
import type { CommitOptions, CommittedVersion } from './contract.ts';
import type { Change, ChangeSet, PlannedVersion } from './decide.ts';
import { checkTags } from './item-tags.ts';
import type { Kernel } from './kernel.ts';
import { formatVersionUid } from './version-uid.ts';

export type Operation = 'create' | 'update' | 'delete';

/** Change types that fit an operation; the first is the default. */
const CHANGE_TYPES: Readonly<Record<Operation, readonly ChangeType[]>> = {
  create: ['249', '252', '253', '817'],
  update: ['251', '250', '252', '253', '816', '817'],
  delete: ['523'],
};

/** The audit of an operation out of the caller's options. */
export function auditOf(kernel: Kernel, operation: Operation, options: CommitOptions): AuditInput {
  const fitting = CHANGE_TYPES[operation];
  const changeType = options.changeType === undefined ? fitting[0] : parseCode('change', options.changeType);
  if (changeType === undefined || !fitting.includes(changeType)) {
    const known = fitting.map((code) => codedText('change', code)).join(', ');
    throw new CdrError('invalid_parameter', `The change type does not fit this operation; one of ${known}`);
  }
  return {
    changeType,
    committer: options.committer === undefined ? kernel.defaultCommitter : asParty(options.committer),
    ...(options.description !== undefined && { description: asDescription(options.description) }),
  };
}

/** `532|complete|` unless the caller says otherwise; never inherited from the version before. */
export const lifecycleOf = (options: CommitOptions): LifecycleState =>
  options.lifecycleState === undefined ? '532' : parseCode('lifecycle', options.lifecycleState);

export interface CommitOne {
  readonly ehrId: string;
  /** A function: prepared anew when another commit came between. */
  readonly change: Change | (() => Promise<Change>);
  readonly audit: AuditInput;
  readonly tags?: CommitOptions['tags'];
  readonly createEhr?: boolean;
  /** Runs after the decision, before anything is written. */
  readonly check?: () => void;
}

export async function commitOne(kernel: Kernel, one: CommitOne): Promise<CommittedVersion> {
  const { ehrId, change, audit, tags, createEhr = false, check } = one;
  checkTags(tags?.version ?? []);
  checkTags(tags?.object ?? []);
  const contributionId = kernel.ids.uuid();
  const { store, clock, systemId } = kernel;
  // Before the commit: what is stored must be acknowledged, whatever fails afterwards.
  const objectTags = tags?.object ?? (await existingTags(kernel, one));
  const deps = { commits: store.commits, clock, systemId };
  const prepare = async (): Promise<ChangeSet> => ({
    ehrId,
    createEhr,
    contributionId,
    audit,
    changes: [typeof change === 'function' ? await change() : change],
    ...(tags && { tags: ([version]: readonly PlannedVersion[]) => tagChanges(version, tags) }),
  });
  const { timeCommitted, versions } = await commit(deps, prepare, check);
  const [version] = versions;
  if (!version) throw new CdrError('store_corrupt', 'A commit of one change made no version');
  return {
    ehrId,
    uid: formatVersionUid(version.uid),
    contributionUid: contributionId,
    timeCommitted: formatInstant(timeCommitted),
    lifecycleState: version.lifecycleState,
    ...(version.data && { data: version.data, tags: { version: tags?.version ?? [], object: objectTags } }),
  };
}

/** Tags of the object that is updated; they stay when the update says nothing about them. A directory has none. */
async function existingTags({ store }: Kernel, { ehrId, change }: CommitOne): Promise<readonly ItemTag[]> {
  if (typeof change === 'function' || change.kind !== 'update') return [];
  const stored = await store.tags.tags(ehrId, { objectId: change.target.objectId });
  return stored.map(({ tag }) => tag);
}

function tagChanges(version: PlannedVersion | undefined, tags: NonNullable<CommitOptions['tags']>): TagChange[] {
  if (!version) return [];
  const { objectId, number } = version.uid;
  return [
    ...(tags.version ? [{ target: { objectId, number }, tags: tags.version }] : []),
    ...(tags.object ? [{ target: { objectId }, tags: tags.object }] : []),
  ];
}
