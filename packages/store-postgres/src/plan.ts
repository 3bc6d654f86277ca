/** A commit plan in the form in which the function `commit_plan` takes it (migrations/0004-indexed-commit.ts). */
import type { CommitPlan, Expectation, NewVersion, Subject } from '@cairn/core';
import {
  changeTypes,
  lifecycleStates,
  statusObjectId,
  versionedKinds,
  WHOLE_OBJECT,
  type EncodedPlan,
} from '@cairn/store-sql';
import { checkedUuid } from './columns.ts';
import { subjectKey } from './subject-key.ts';
import { storableJson } from './text.ts';

/** The plan without its documents, as JSON; its expectations are to be those given, its index rows come as JSON already. */
export function planJson(
  { plan, documents }: EncodedPlan,
  expectations: readonly Expectation[],
  index: string | undefined,
): string {
  const { createEhr, ehrStatus, contribution, versions, attestations, tags } = plan;
  const last = lastPositions(versions);
  const json = storableJson({
    expectations: expectations.map(expectationArgument),
    createEhr: createEhr && { systemId: createEhr.systemId, statusObjectId: statusObjectId(plan) },
    ehrStatus: ehrStatus && {
      queryable: ehrStatus.queryable,
      modifiable: ehrStatus.modifiable,
      ...(ehrStatus.subject && { ...ehrStatus.subject, ...keyArgument(ehrStatus.subject) }),
    },
    contribution: contribution && { ...contribution, contributionId: checkedUuid(contribution.contributionId) },
    versions: versions.map((added, position) => ({
      ...versionArgument(added, documents[position]),
      ...(!last.has(position) && { superseded: true }),
    })),
    attestations: attestations.map((added) => ({ ...added, objectId: checkedUuid(added.objectId) })),
    tags: tags.map(tagArgument),
  });
  return index === undefined ? json : `${json.slice(0, -1)},"index":${index}}`;
}

/** Positions of the last version of each object: a plan may have several. */
export function lastPositions(versions: readonly NewVersion[]): ReadonlySet<number> {
  return new Set(new Map(versions.map(({ objectId }, position) => [objectId, position])).values());
}

/** The documents of the plan's versions, one behind the other. */
export function planDocuments({ documents }: EncodedPlan): Uint8Array {
  const frames = documents.filter((frame) => frame !== undefined);
  const [only] = frames;
  return only && frames.length === 1 ? only : Buffer.concat(frames);
}

const keyArgument = (subject: Subject) => ({ subjectKey: subjectKey(subject).toString('hex') });

function expectationArgument(expectation: Expectation): object {
  switch (expectation.kind) {
    case 'ehr-absent':
    case 'ehr-present':
    case 'ehr-modifiable':
    case 'template-present':
      return expectation;
    case 'subject-free':
      return { kind: expectation.kind, ...keyArgument(expectation.subject) };
    case 'contribution-absent':
      return { ...expectation, contributionId: checkedUuid(expectation.contributionId) };
    case 'object-absent':
    case 'latest-version':
      return { ...expectation, objectId: checkedUuid(expectation.objectId) };
    case 'primary-folder':
      return { ...expectation, objectId: expectation.objectId && checkedUuid(expectation.objectId) };
  }
}

function versionArgument(added: NewVersion, frame: Uint8Array | undefined): object {
  const { objectId, number, kind, systemId, lifecycleState, changeType, templateId, audit, signature, index } = added;
  return {
    objectId: checkedUuid(objectId),
    number,
    kind: versionedKinds.toNumber(kind),
    systemId,
    lifecycleState: lifecycleStates.toNumber(lifecycleState),
    changeType: changeTypes.toNumber(changeType),
    templateId,
    audit,
    signature,
    size: frame?.length,
    indexed: index && true,
  };
}

function tagArgument({ target: { objectId, number = WHOLE_OBJECT }, tags }: CommitPlan['tags'][number]): object {
  return { objectId: checkedUuid(objectId), number, tags };
}
