/** Tags: kept beside the record, without versions, replaced target by target, or removed key by key. */
import type { TagChange, TagRemoval, TagStore } from '@cairn/core';
import { storedTag, WHOLE_OBJECT } from '@cairn/store-sql';
import { withConnection, type Connection, type Orm } from './connection.ts';
import { and, asc, eq, gte, type SQL } from './drizzle.ts';
import { tagColumns } from './rows.ts';
import { ehr, itemTag, version, versionedObject } from './schema.ts';
import { given, matches, preparedInsert } from './statement.ts';
import { writing } from './writing.ts';

export function tagStore(connection: Connection): TagStore {
  const { orm, client } = connection;
  const ofTarget = and(matches(itemTag.objectId, 'objectId'), matches(itemTag.number, 'number'));
  const select = (condition: SQL | undefined) =>
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
      .prepare();
  const ofEhr = select(undefined);
  const ofOne = select(ofTarget);
  const itsEhr = orm.select({ modifiable: ehr.modifiable }).from(ehr).where(matches(ehr.ehrId, 'ehrId')).prepare();
  const drop = orm
    .delete(itemTag)
    .where(and(matches(itemTag.ehrId, 'ehrId'), ofTarget, matches(itemTag.key, 'key')))
    .prepare();
  const remove = client.transaction(
    (key: { ehrId: string; objectId: string; number: number; key: string }, onlyModifiable: boolean): TagRemoval => {
      const found = itsEhr.get({ ehrId: key.ehrId });
      if (!found) return 'ehr-absent';
      if (onlyModifiable && !found.modifiable) return 'ehr-not-modifiable';
      return drop.run(key).changes > 0 ? 'removed' : 'tag-absent';
    },
  );

  return {
    async tags(ehrId, target) {
      return withConnection(connection, () => {
        if (!target) return ofEhr.all({ ehrId }).map(storedTag);
        const { objectId, number = WHOLE_OBJECT } = target;
        return ofOne.all({ ehrId, objectId, number }).map(storedTag);
      });
    },
    async removeKey(ehrId, { objectId, number = WHOLE_OBJECT }, key, onlyModifiable) {
      return writing(connection, () => remove.immediate({ ehrId, objectId, number, key }, onlyModifiable));
    },
  };
}

/** Replaces the tags of one target inside a commit; false when the target does not exist. */
export function tagReplacement(orm: Orm): (ehrId: string, change: TagChange) => boolean {
  const target = orm
    .select({ latestNumber: versionedObject.latestNumber })
    .from(versionedObject)
    .where(
      and(
        matches(versionedObject.ehrId, 'ehrId'),
        matches(versionedObject.objectId, 'objectId'),
        gte(versionedObject.latestNumber, given(versionedObject.latestNumber, 'number')),
      ),
    )
    .prepare();
  const drop = orm
    .delete(itemTag)
    .where(
      and(matches(itemTag.ehrId, 'ehrId'), matches(itemTag.objectId, 'objectId'), matches(itemTag.number, 'number')),
    )
    .prepare();
  const insert = preparedInsert(orm, itemTag);
  return (ehrId, { target: { objectId, number = WHOLE_OBJECT }, tags }) => {
    if (!target.get({ ehrId, objectId, number })) return false;
    drop.run({ ehrId, objectId, number });
    tags.forEach(({ key, value = null, targetPath = null }, position) => {
      insert({ ehrId, objectId, number, position, key, value, targetPath });
    });
    return true;
  };
}
