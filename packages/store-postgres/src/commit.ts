/** The write side of the port. */
import type { CommitStore } from '@cairn/core';
import { assertValidPlan, ehrRecord, encodePlan, versionedObjectRecord } from '@cairn/store-sql';
import { planApplier } from './apply.ts';
import type { Connection } from './connection.ts';
import type { DictionaryKeys } from './dictionary-keys.ts';
import { and, eq, sql } from './drizzle.ts';
import { liveFolders } from './folders.ts';
import { ehrColumns, objectColumns } from './rows.ts';
import { ehr, template, versionedObject } from './schema.ts';
import { isAmong, matches, rowsOf } from './statement.ts';

export function commitStore(connection: Connection, keys: DictionaryKeys): CommitStore {
  const { orm, run } = connection;
  const apply = planApplier(connection, keys);
  const among = and(matches(versionedObject.ehrId, 'ehrId'), isAmong(versionedObject.objectId, 'objectIds'));
  const itsTemplate = eq(template.templateKey, versionedObject.templateKey);
  const context = orm
    .select({
      ...ehrColumns,
      objects: rowsOf(
        objectColumns,
        sql`from ${versionedObject} left join ${template} on ${itsTemplate} where ${among}`,
        sql`${versionedObject.objectId}`,
      ),
      liveFolders,
    })
    .from(ehr)
    .where(matches(ehr.ehrId, 'ehrId'))
    .prepare('load_for_commit');

  return {
    loadForCommit: (ehrId, objectIds) =>
      run(async () => {
        const [row] = await context.execute({ ehrId, objectIds });
        if (!row) return { ehr: undefined, objects: new Map(), liveFolders: [] };
        const { objects, liveFolders: folders, ...rest } = row;
        return {
          ehr: ehrRecord(rest),
          objects: new Map(objects.map((object) => [object.objectId, versionedObjectRecord(object)])),
          liveFolders: folders.map(({ objectId }) => objectId),
        };
      }),
    commit: (plan) =>
      run(async () => {
        assertValidPlan(plan);
        return apply(await encodePlan(plan));
      }),
  };
}
