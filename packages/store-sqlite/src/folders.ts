/** Folder hierarchies of an EHR, first created first; a partial index keeps them apart from the compositions. */
import type { FolderHierarchyRecord } from '@cairn/core';
import type { Orm } from './connection.ts';
import { and, asc, desc, eq, lte, ne, sql } from './drizzle.ts';
import { version, versionedObject } from './schema.ts';
import { given, matches, preparedSelect } from './statement.ts';

/** Spelled like the condition of the index, a literal and not a parameter, or SQLite would not use it. */
const isFolder = sql`${versionedObject.kind} = 3`;
const inEhr = matches(versionedObject.ehrId, 'ehrId');
const isLive = ne(versionedObject.latestLifecycleState, '523');
const creationOrder = [asc(versionedObject.timeCreated), asc(versionedObject.createdOrder)];

export function liveFolders(orm: Orm): (ehrId: string) => readonly string[] {
  const select = selectLive(orm);
  return (ehrId) => select.all({ ehrId }).map(({ objectId }) => objectId);
}

export function firstLiveFolder(orm: Orm): (ehrId: string) => string | undefined {
  const select = selectLive(orm);
  return (ehrId) => select.get({ ehrId })?.objectId;
}

function selectLive(orm: Orm) {
  const fields = { objectId: versionedObject.objectId };
  const live = and(inEhr, isFolder, isLive);
  return preparedSelect(
    orm,
    fields,
    orm
      .select(fields)
      .from(versionedObject)
      .where(live)
      .orderBy(...creationOrder),
  );
}

export function foldersAt(orm: Orm): (ehrId: string, at: number) => FolderHierarchyRecord[] {
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
    .orderBy(desc(version.timeCommitted), desc(version.number));
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
