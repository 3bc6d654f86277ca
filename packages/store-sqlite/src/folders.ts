/** Folder hierarchies of an EHR, first created first; a partial index keeps them apart from the compositions. */
import type { FolderHierarchyRecord } from '@cairn/core';
import { and, asc, desc, eq, lte, ne, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { version, versionedObject } from './schema.ts';
import { given, matches } from './statement.ts';

/** Spelled like the condition of the index, a literal and not a parameter, or SQLite would not use it. */
const isFolder = sql`${versionedObject.kind} = 3`;
const inEhr = matches(versionedObject.ehrId, 'ehrId');
const isLive = ne(versionedObject.latestLifecycleState, '523');
const creationOrder = [asc(versionedObject.timeCreated), asc(versionedObject.createdOrder)];

export function liveFolders(orm: BetterSQLite3Database): (ehrId: string) => readonly string[] {
  const select = orm
    .select({ objectId: versionedObject.objectId })
    .from(versionedObject)
    .where(and(inEhr, isFolder, isLive))
    .orderBy(...creationOrder)
    .prepare();
  return (ehrId) => select.all({ ehrId }).map(({ objectId }) => objectId);
}

export function firstLiveFolder(orm: BetterSQLite3Database): (ehrId: string) => string | undefined {
  const select = orm
    .select({ objectId: versionedObject.objectId })
    .from(versionedObject)
    .where(and(inEhr, isFolder, isLive))
    .orderBy(...creationOrder)
    .limit(1)
    .prepare();
  return (ehrId) => select.get({ ehrId })?.objectId;
}

export function foldersAt(orm: BetterSQLite3Database): (ehrId: string, at: number) => FolderHierarchyRecord[] {
  const stateThen = orm
    .select({ lifecycleState: version.lifecycleState })
    .from(version)
    .where(
      and(
        eq(version.ehrId, versionedObject.ehrId),
        eq(version.objectId, versionedObject.objectId),
        lte(version.timeCommitted, given(version.timeCommitted, 'at')),
      ),
    )
    .orderBy(desc(version.timeCommitted), desc(version.number))
    .limit(1);
  const select = orm
    .select({
      objectId: versionedObject.objectId,
      timeCreated: versionedObject.timeCreated,
      stateThen: sql`${stateThen}`.mapWith(version.lifecycleState),
    })
    .from(versionedObject)
    .where(and(inEhr, isFolder, lte(versionedObject.timeCreated, given(versionedObject.timeCreated, 'at'))))
    .orderBy(...creationOrder)
    .prepare();
  return (ehrId, at) =>
    select.all({ ehrId, at }).map(({ objectId, timeCreated, stateThen: state }) => ({
      objectId,
      timeCreated,
      live: state !== '523',
    }));
}
