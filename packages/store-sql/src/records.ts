/** From the rows that a query gives to the records of the port: null becomes absent. */
import type {
  AttestationRecord,
  EhrRecord,
  LifecycleState,
  StoredTag,
  VersionedKind,
  VersionedObjectRecord,
  VersionRecord,
} from '@cairn/core';

interface EhrRow extends Omit<EhrRecord, 'subject'> {
  readonly subjectNamespace: string | null;
  readonly subjectId: string | null;
}

export function ehrRecord({ subjectNamespace, subjectId, ...rest }: EhrRow): EhrRecord {
  const known = subjectNamespace !== null && subjectId !== null;
  return { ...rest, subject: known ? { namespace: subjectNamespace, id: subjectId } : undefined };
}

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

interface VersionRow extends Omit<VersionRecord, 'templateId' | 'signature' | 'attestations'> {
  readonly templateId: string | null;
  readonly signature: string | null;
}

export function versionRecord(row: VersionRow, attestations: readonly AttestationRecord[]): VersionRecord {
  return { ...row, templateId: row.templateId ?? undefined, signature: row.signature ?? undefined, attestations };
}

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
