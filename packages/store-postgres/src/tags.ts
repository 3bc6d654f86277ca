/** Tags: kept beside the record, without versions, always replaced target by target. */
import type { TagStore } from '@cairn/core';
import { storedTag, WHOLE_OBJECT } from '@cairn/store-sql';
import type { Connection } from './connection.ts';
import { and, asc, eq, type SQL } from './drizzle.ts';
import { tagColumns } from './rows.ts';
import { itemTag, version, versionedObject } from './schema.ts';
import { matches } from './statement.ts';

export function tagStore({ orm, run }: Connection): TagStore {
  const ofTarget = and(matches(itemTag.objectId, 'objectId'), matches(itemTag.number, 'number'));
  const select = (name: string, condition: SQL | undefined) =>
    orm
      .select(tagColumns)
      .from(itemTag)
      .innerJoin(
        versionedObject,
        and(eq(versionedObject.ehrId, itemTag.ehrId), eq(versionedObject.objectId, itemTag.objectId)),
      )
      .leftJoin(
        version,
        and(
          eq(version.ehrId, itemTag.ehrId),
          eq(version.objectId, itemTag.objectId),
          eq(version.number, itemTag.number),
        ),
      )
      .where(and(matches(itemTag.ehrId, 'ehrId'), condition))
      .orderBy(asc(itemTag.objectId), asc(itemTag.number), asc(itemTag.position))
      .prepare(name);
  const ofEhr = select('tags_of_ehr', undefined);
  const ofOne = select('tags_of_target', ofTarget);

  return {
    tags: (ehrId, target) =>
      run(async () => {
        if (!target) return (await ofEhr.execute({ ehrId })).map(storedTag);
        const { objectId, number = WHOLE_OBJECT } = target;
        return (await ofOne.execute({ ehrId, objectId, number })).map(storedTag);
      }),
  };
}
