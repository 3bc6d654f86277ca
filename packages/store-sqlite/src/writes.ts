/** The statements that write what a plan says, prepared once. */
import type { EhrStatusFlags, LifecycleState, TagChange, VersionedKind } from '@cairn/core';
import type { Orm } from './connection.ts';
import { and, eq, sql } from './drizzle.ts';
import { attestation, contribution, ehr, subject, version, versionedObject } from './schema.ts';
import { given, matches, preparedChange, preparedInsert, preparedSelect, type Row } from './statement.ts';
import { tagReplacement } from './tags.ts';

/** The EHR's row as the transaction finds it; nobody else changes it until the transaction ends. */
export interface LockedEhr {
  readonly lastCommit: number;
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
  /** The first thing that a plan does. Undefined when there is no such EHR. */
  lockEhr(ehrId: string): LockedEhr | undefined;
  insertEhr(row: Row<typeof ehr>): void;
  setLastCommit(ehrId: string, lastCommit: number): void;
  /** The subject included: the former one is free again. */
  setFlags(ehrId: string, flags: EhrStatusFlags): void;
  insertContribution(row: Row<typeof contribution>): void;
  insertObject(row: Row<typeof versionedObject>): void;
  /** False when the object has another latest version than the one before, or is of another kind. */
  advanceObject(next: NextVersion): boolean;
  insertVersion(row: Row<typeof version>): void;
  insertAttestation(row: Row<typeof attestation>): void;
  /** False when the target does not exist. */
  replaceTags(ehrId: string, change: TagChange): boolean;
}

export function preparedWrites(orm: Orm): Writes {
  // The transaction has taken the only write lock that SQLite knows; on other databases this is where the row is locked.
  const locked = { lastCommit: ehr.lastCommit, modifiable: ehr.modifiable };
  const itself = matches(ehr.ehrId, 'ehrId');
  const lock = preparedSelect(orm, locked, orm.select(locked).from(ehr).where(itself));
  const lastCommit = given(ehr.lastCommit, 'lastCommit');
  const touch = preparedChange(orm, orm.update(ehr).set({ lastCommit }).where(itself));
  const flag = orm
    .update(ehr)
    .set({ queryable: given(ehr.queryable, 'queryable'), modifiable: given(ehr.modifiable, 'modifiable') })
    .where(itself)
    .prepare();
  const dropSubject = orm.delete(subject).where(matches(subject.ehrId, 'ehrId')).prepare();
  const insertSubject = preparedInsert(orm, subject);
  const advance = preparedChange(
    orm,
    orm
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
      ),
  );

  return {
    lockEhr: (ehrId) => lock.get({ ehrId }),
    insertEhr: preparedInsert(orm, ehr),
    setLastCommit: (ehrId, time) => void touch({ ehrId, lastCommit: time }),
    setFlags(ehrId, { queryable, modifiable, subject: next }) {
      flag.run({ ehrId, queryable, modifiable });
      dropSubject.run({ ehrId });
      if (next) insertSubject({ ehrId, namespace: next.namespace, id: next.id });
    },
    insertContribution: preparedInsert(orm, contribution),
    insertObject: preparedInsert(orm, versionedObject),
    advanceObject: (next) => advance({ ...next }) === 1,
    insertVersion: preparedInsert(orm, version),
    insertAttestation: preparedInsert(orm, attestation),
    replaceTags: tagReplacement(orm),
  };
}
