/** The columns that make up each record of the port, and the way from their rows to the record. */
import type {
  AttestationRecord,
  EhrRecord,
  LifecycleState,
  StoredTag,
  VersionedKind,
  VersionedObjectRecord,
  VersionRecord,
} from '@cairn/core';
import { sql } from './drizzle.ts';
import { attestation, contribution, ehr, itemTag, subject, template, version, versionedObject } from './schema.ts';

export const ehrColumns = {
  ehrId: ehr.ehrId,
  systemId: ehr.systemId,
  timeCreated: ehr.timeCreated,
  statusObjectId: ehr.statusObjectId,
  queryable: ehr.queryable,
  modifiable: ehr.modifiable,
  subjectNamespace: subject.namespace,
  subjectId: subject.id,
};

interface EhrRow extends Omit<EhrRecord, 'subject'> {
  readonly subjectNamespace: string | null;
  readonly subjectId: string | null;
}

export function ehrRecord({ subjectNamespace, subjectId, ...rest }: EhrRow): EhrRecord {
  const known = subjectNamespace !== null && subjectId !== null;
  return { ...rest, subject: known ? { namespace: subjectNamespace, id: subjectId } : undefined };
}

export const objectColumns = {
  objectId: versionedObject.objectId,
  kind: versionedObject.kind,
  timeCreated: versionedObject.timeCreated,
  number: versionedObject.latestNumber,
  systemId: versionedObject.latestSystemId,
  lifecycleState: versionedObject.latestLifecycleState,
  templateId: template.templateId,
};

interface ObjectRow {
  readonly objectId: string;
  readonly kind: VersionedKind;
  readonly timeCreated: number;
  readonly number: number;
  readonly systemId: string;
  readonly lifecycleState: LifecycleState;
  readonly templateId: string | null;
}

export function versionedObjectRecord(row: ObjectRow): VersionedObjectRecord {
  const { objectId, kind, timeCreated, number, systemId, lifecycleState, templateId } = row;
  return {
    objectId,
    kind,
    timeCreated,
    latest: { number, systemId, lifecycleState, templateId: templateId ?? undefined },
  };
}

export const versionColumns = {
  objectId: version.objectId,
  number: version.number,
  kind: version.kind,
  systemId: version.systemId,
  lifecycleState: version.lifecycleState,
  changeType: version.changeType,
  templateId: template.templateId,
  contributionId: version.contributionId,
  timeCommitted: version.timeCommitted,
  audit: sql<string>`coalesce(${version.audit}, ${contribution.audit})`,
  signature: version.signature,
};

interface VersionRow extends Omit<VersionRecord, 'templateId' | 'signature' | 'attestations'> {
  readonly templateId: string | null;
  readonly signature: string | null;
}

export function versionRecord(row: VersionRow, attestations: readonly AttestationRecord[]): VersionRecord {
  return { ...row, templateId: row.templateId ?? undefined, signature: row.signature ?? undefined, attestations };
}

export const attestationColumns = {
  attestation: attestation.attestation,
  timeCommitted: attestation.timeCommitted,
  contributionId: attestation.contributionId,
};

export const contributionColumns = {
  contributionId: contribution.contributionId,
  timeCommitted: contribution.timeCommitted,
  audit: contribution.audit,
  changeType: contribution.changeType,
  committer: contribution.committer,
};

export const tagColumns = {
  objectId: itemTag.objectId,
  number: itemTag.number,
  kind: versionedObject.kind,
  systemId: sql<string>`coalesce(${version.systemId}, ${versionedObject.latestSystemId})`,
  key: itemTag.key,
  value: itemTag.value,
  targetPath: itemTag.targetPath,
};

interface TagRow {
  readonly objectId: string;
  readonly number: number;
  readonly kind: VersionedKind;
  readonly systemId: string;
  readonly key: string;
  readonly value: string | null;
  readonly targetPath: string | null;
}

/** Stands for the whole versioned object where a tag's target has a version number. */
export const WHOLE_OBJECT = 0;

export function storedTag({ objectId, number, kind, systemId, key, value, targetPath }: TagRow): StoredTag {
  return {
    target: { objectId, kind, systemId, ...(number !== WHOLE_OBJECT && { number }) },
    tag: { key, ...(value !== null && { value }), ...(targetPath !== null && { targetPath }) },
  };
}

export const templateColumns = {
  templateId: template.templateId,
  concept: template.concept,
  archetypeId: template.archetypeId,
  uid: template.uid,
  timeCreated: template.timeCreated,
};
