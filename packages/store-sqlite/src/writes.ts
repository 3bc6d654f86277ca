/** The statements that write what a plan says, prepared once. */
import type { EhrStatusFlags, LifecycleState, TagChange, VersionedKind } from '@cairn/core';
import { and, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { attestation, contribution, ehr, subject, version, versionedObject } from './schema.ts';
import { given, matches, preparedInsert, type Row } from './statement.ts';
import { tagReplacement } from './tags.ts';

/** What locking the EHR's row tells: the time of this commit, and whether the EHR accepted content until now. */
export interface LockedEhr {
  readonly timeCommitted: number;
  readonly modifiable: boolean;
}

/** The version that follows the latest one. */
export interface NextVersion {
  readonly ehrId: string;
  readonly objectId: string;
  readonly number: number;
  readonly kind: VersionedKind;
  readonly systemId: string;
  readonly lifecycleState: LifecycleState;
  readonly templateKey: number | null;
}

export interface Writes {
  /** Takes the time for this commit; undefined when there is no such EHR. Always the first thing that a commit does. */
  lockEhr(ehrId: string, notBefore: number): LockedEhr | undefined;
  insertEhr(row: Row<typeof ehr>): void;
  setFlags(ehrId: string, flags: EhrStatusFlags): void;
  replaceSubject(ehrId: string, flags: EhrStatusFlags): void;
  insertContribution(row: Row<typeof contribution>): void;
  insertObject(row: Row<typeof versionedObject>): void;
  /** False when the object has another latest version than the one before, or is of another kind. */
  advanceObject(next: NextVersion): boolean;
  insertVersion(row: Row<typeof version>): void;
  insertAttestation(row: Row<typeof attestation>): void;
  /** False when the target does not exist. */
  replaceTags(ehrId: string, change: TagChange): boolean;
}

export function preparedWrites(orm: BetterSQLite3Database): Writes {
  const lock = orm
    .update(ehr)
    .set({ lastCommit: sql`max(${ehr.lastCommit} + 1, ${given(ehr.lastCommit, 'notBefore')})` })
    .where(matches(ehr.ehrId, 'ehrId'))
    .returning({ timeCommitted: ehr.lastCommit, modifiable: ehr.modifiable })
    .prepare();
  const flag = orm
    .update(ehr)
    .set({ queryable: given(ehr.queryable, 'queryable'), modifiable: given(ehr.modifiable, 'modifiable') })
    .where(matches(ehr.ehrId, 'ehrId'))
    .prepare();
  const dropSubject = orm.delete(subject).where(matches(subject.ehrId, 'ehrId')).prepare();
  const insertSubject = preparedInsert(orm, subject);
  const advance = orm
    .update(versionedObject)
    .set({
      latestNumber: given(versionedObject.latestNumber, 'number'),
      latestSystemId: given(versionedObject.latestSystemId, 'systemId'),
      latestLifecycleState: given(versionedObject.latestLifecycleState, 'lifecycleState'),
      templateKey: given(versionedObject.templateKey, 'templateKey'),
    })
    .where(
      and(
        matches(versionedObject.ehrId, 'ehrId'),
        matches(versionedObject.objectId, 'objectId'),
        matches(versionedObject.kind, 'kind'),
        eq(versionedObject.latestNumber, sql`${given(versionedObject.latestNumber, 'number')} - 1`),
      ),
    )
    .prepare();

  return {
    lockEhr: (ehrId, notBefore) => lock.get({ ehrId, notBefore }),
    insertEhr: preparedInsert(orm, ehr),
    setFlags: (ehrId, { queryable, modifiable }) => void flag.run({ ehrId, queryable, modifiable }),
    replaceSubject(ehrId, { subject: next }) {
      dropSubject.run({ ehrId });
      if (next) insertSubject({ ehrId, namespace: next.namespace, id: next.id });
    },
    insertContribution: preparedInsert(orm, contribution),
    insertObject: preparedInsert(orm, versionedObject),
    advanceObject: (next) => advance.run({ ...next }).changes === 1,
    insertVersion: preparedInsert(orm, version),
    insertAttestation: preparedInsert(orm, attestation),
    replaceTags: tagReplacement(orm),
  };
}
