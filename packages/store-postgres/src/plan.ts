/** A commit plan in the form in which the function `commit_plan` takes it (migrations/0002-commit-plan.ts). */
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

/** The plan without its documents, as JSON; its expectations are to be those given. */
export function planJson({ plan, documents }: EncodedPlan, expectations: readonly Expectation[]): string {
  const { createEhr, ehrStatus, contribution, versions, attestations, tags } = plan;
  return storableJson({
    expectations: expectations.map(expectationArgument),
    createEhr: createEhr && { systemId: createEhr.systemId, statusObjectId: statusObjectId(plan) },
    ehrStatus: ehrStatus && {
      queryable: ehrStatus.queryable,
      modifiable: ehrStatus.modifiable,
      ...(ehrStatus.subject && { ...ehrStatus.subject, ...keyArgument(ehrStatus.subject) }),
    },
    contribution: contribution && { ...contribution, contributionId: checkedUuid(contribution.contributionId) },
    versions: versions.map((added, position) => versionArgument(added, documents[position])),
    attestations: attestations.map((added) => ({ ...added, objectId: checkedUuid(added.objectId) })),
    tags: tags.map(tagArgument),
  });
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
  const { objectId, number, kind, systemId, lifecycleState, changeType, templateId, audit, signature } = added;
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
  };
}

function tagArgument({ target: { objectId, number = WHOLE_OBJECT }, tags }: CommitPlan['tags'][number]): object {
  return { objectId: checkedUuid(objectId), number, tags };
}
