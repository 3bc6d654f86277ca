/** Folder hierarchies of an EHR, first created first; a partial index keeps them apart from the compositions. */
import type { FolderHierarchyRecord } from '@cairn/core';
import type { Orm } from './connection.ts';
import { and, asc, desc, eq, lte, ne, sql } from './drizzle.ts';
import { version, versionedObject } from './schema.ts';
import { given, matches, rowsOf } from './statement.ts';

/** Spelled like the condition of the index, a literal and not a parameter, or no prepared plan would use it. */
const isFolder = sql`${versionedObject.kind} = 3`;
const inEhr = matches(versionedObject.ehrId, 'ehrId');
const isLive = ne(versionedObject.latestLifecycleState, '523');
const creationOrder = [asc(versionedObject.timeCreated), asc(versionedObject.createdOrder)];

/** As a value of a row; the statement has to be given an `ehrId`. */
export const liveFolders = rowsOf(
  { objectId: versionedObject.objectId },
  sql`from ${versionedObject} where ${and(inEhr, isFolder, isLive)}`,
  sql.join(creationOrder, sql`, `),
);

export function foldersAt(orm: Orm): (ehrId: string, at: number) => Promise<readonly FolderHierarchyRecord[]> {
  const stateThen = orm
    .select({ lifecycleState: version.lifecycleState })
    .from(version)
    .where(
      and(
        matches(version.ehrId, 'ehrId'),
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
    .prepare('folders_at');
  return async (ehrId, at) => {
    const rows = await select.execute({ ehrId, at });
    return rows.map(({ objectId, timeCreated, stateThen: state }) => ({
      objectId,
      timeCreated,
      live: state !== '523',
    }));
  };
}
