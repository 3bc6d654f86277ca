/** Tags: kept beside the record, without versions, replaced target by target, or removed key by key. */
import type { TagStore } from '@cairn/core';
import { storedTag, WHOLE_OBJECT } from '@cairn/store-sql';
import type { Connection } from './connection.ts';
import { and, asc, eq, type SQL } from './drizzle.ts';
import { tagColumns } from './rows.ts';
import { ehr, itemTag, version, versionedObject } from './schema.ts';
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
    removeKey: (ehrId, { objectId, number = WHOLE_OBJECT }, key, onlyModifiable) =>
      run(() =>
        orm.transaction(async (transaction) => {
          // No commit comes in between.
          const itsEhr = transaction.select({ modifiable: ehr.modifiable }).from(ehr).where(eq(ehr.ehrId, ehrId));
          const [found] = await itsEhr.for('update');
          if (!found) return 'ehr-absent';
          if (onlyModifiable && !found.modifiable) return 'ehr-not-modifiable';
          const its = and(eq(itemTag.ehrId, ehrId), eq(itemTag.objectId, objectId), eq(itemTag.number, number));
          const { rowCount } = await transaction.delete(itemTag).where(and(its, eq(itemTag.key, key)));
          return rowCount ? 'removed' : 'tag-absent';
        }),
      ),
  };
}
