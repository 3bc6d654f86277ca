/** The read side of the record: every question is one look-up in an index, and documents go out unparsed. */
import type { EhrRecord, RecordStore, VersionedObjectRecord } from '@cairn/core';
import { ehrRecord, versionedObjectRecord, type RecentTexts } from '@cairn/store-sql';
import { withConnection, type Connection, type Orm } from './connection.ts';
import { and, count, desc, eq, gte, lte, sql } from './drizzle.ts';
import { foldersAt } from './folders.ts';
import { contributionColumns, ehrColumns, objectColumns } from './rows.ts';
import { contribution, ehr, subject, template, versionedObject } from './schema.ts';
import { given, matches, preparedSelect } from './statement.ts';
import { versionLookup } from './versions.ts';

/** Later than any commit. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

export function recordStore(connection: Connection, texts: RecentTexts): RecordStore {
  const { orm } = connection;
  const ehrById = ehrLookup(orm);
  const objectById = objectLookup(orm);
  const versions = versionLookup(orm);
  const folders = foldersAt(orm);
  const bySubject = orm
    .select(ehrColumns)
    .from(subject)
    .innerJoin(ehr, eq(ehr.ehrId, subject.ehrId))
    .where(and(matches(subject.namespace, 'namespace'), matches(subject.id, 'id')))
    .prepare();
  const contributionById = orm
    .select(contributionColumns)
    .from(contribution)
    .where(and(matches(contribution.ehrId, 'ehrId'), matches(contribution.contributionId, 'contributionId')))
    .prepare();
  const inWindow = and(
    matches(contribution.ehrId, 'ehrId'),
    gte(contribution.timeCommitted, given(contribution.timeCommitted, 'from')),
    lte(contribution.timeCommitted, given(contribution.timeCommitted, 'to')),
  );
  const page = orm
    .select(contributionColumns)
    .from(contribution)
    .where(inWindow)
    .orderBy(desc(contribution.timeCommitted))
    .limit(sql.placeholder('fetch'))
    .offset(sql.placeholder('offset'))
    .prepare();
  const counted = orm.select({ total: count() }).from(contribution).where(inWindow).prepare();

  return {
    async ehr(ehrId) {
      return withConnection(connection, () => ehrById(ehrId));
    },
    async ehrBySubject({ namespace, id }) {
      const row = withConnection(connection, () => bySubject.get({ namespace, id }));
      return row && ehrRecord(row);
    },
    async object(ehrId, objectId) {
      return withConnection(connection, () => objectById(ehrId, objectId));
    },
    async version(ehrId, objectId, selector) {
      const found = withConnection(connection, () => versions.select(ehrId, objectId, selector));
      if (!found) return undefined;
      const { frame, ...record } = found;
      return { ...record, document: frame === null ? undefined : await texts.unpack(objectId, frame) };
    },
    async history(ehrId, objectId) {
      return withConnection(connection, () => versions.history(ehrId, objectId));
    },
    async folderHierarchies(ehrId, at = END_OF_TIME) {
      return withConnection(connection, () => folders(ehrId, at));
    },
    async contribution(ehrId, contributionId) {
      return withConnection(connection, () => {
        const row = contributionById.get({ ehrId, contributionId });
        return row && { ...row, versions: versions.ofContribution(ehrId, contributionId) };
      });
    },
    async contributions(ehrId, { offset, fetch, from = 0, to = END_OF_TIME }) {
      return withConnection(connection, () => ({
        rows: page.all({ ehrId, from, to, offset, fetch }),
        total: counted.get({ ehrId, from, to })?.total ?? 0,
      }));
    },
  };
}

export function ehrLookup(orm: Orm): (ehrId: string) => EhrRecord | undefined {
  const select = preparedSelect(
    orm,
    ehrColumns,
    orm.select(ehrColumns).from(ehr).leftJoin(subject, eq(subject.ehrId, ehr.ehrId)).where(matches(ehr.ehrId, 'ehrId')),
  );
  return (ehrId) => {
    const row = select.get({ ehrId });
    return row && ehrRecord(row);
  };
}

export function objectLookup(orm: Orm): (ehrId: string, objectId: string) => VersionedObjectRecord | undefined {
  const select = preparedSelect(
    orm,
    objectColumns,
    orm
      .select(objectColumns)
      .from(versionedObject)
      .leftJoin(template, eq(template.templateKey, versionedObject.templateKey))
      .where(and(matches(versionedObject.ehrId, 'ehrId'), matches(versionedObject.objectId, 'objectId'))),
  );
  return (ehrId, objectId) => {
    const row = select.get({ ehrId, objectId });
    return row && versionedObjectRecord(row);
  };
}
