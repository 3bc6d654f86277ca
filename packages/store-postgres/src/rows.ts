/** The columns that make up each record of the port. */
import { sql } from './drizzle.ts';
import { attestation, contribution, ehr, itemTag, template, version, versionedObject } from './schema.ts';

export const ehrColumns = {
  ehrId: ehr.ehrId,
  systemId: ehr.systemId,
  timeCreated: ehr.timeCreated,
  statusObjectId: ehr.statusObjectId,
  queryable: ehr.queryable,
  modifiable: ehr.modifiable,
  subjectNamespace: ehr.subjectNamespace,
  subjectId: ehr.subjectId,
};

export const objectColumns = {
  objectId: versionedObject.objectId,
  kind: versionedObject.kind,
  timeCreated: versionedObject.timeCreated,
  number: versionedObject.latestNumber,
  systemId: versionedObject.latestSystemId,
  lifecycleState: versionedObject.latestLifecycleState,
  templateId: template.templateId,
};

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
  audit: sql<string>`coalesce(${version.audit}, ${contribution.audit})`.mapWith(contribution.audit),
  signature: version.signature,
};

/** Of the version before one in `version`; null: there is none. */
export const precedingSystemId = sql<string | null>`case when ${version.number} > 1 then (
  select b.system_id from ${version} b
  where b.ehr_id = ${version.ehrId} and b.object_id = ${version.objectId} and b.number = ${version.number} - 1
) end`;

export const attestationColumns = {
  attestation: attestation.attestation,
  timeCommitted: attestation.timeCommitted,
  contributionId: attestation.contributionId,
};

export const referenceColumns = {
  objectId: version.objectId,
  number: version.number,
  systemId: version.systemId,
  kind: version.kind,
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
  systemId: sql<string>`coalesce(${version.systemId}, ${versionedObject.latestSystemId})`.mapWith(version.systemId),
  key: itemTag.key,
  value: itemTag.value,
  targetPath: itemTag.targetPath,
};

export const templateColumns = {
  templateId: template.templateId,
  concept: template.concept,
  archetypeId: template.archetypeId,
  uid: template.uid,
  timeCreated: template.timeCreated,
};
