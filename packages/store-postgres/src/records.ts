/** The read side of the record: every question is one look-up in an index, and documents go out unparsed. */
import type { RecordStore } from '@cairn/core';
import { ehrRecord, versionedObjectRecord, type RecentTexts } from '@cairn/store-sql';
import type { Connection } from './connection.ts';
import { contributionLookup } from './contributions.ts';
import { and, eq } from './drizzle.ts';
import { foldersAt } from './folders.ts';
import { ehrColumns, objectColumns } from './rows.ts';
import { ehr, subject, template, versionedObject } from './schema.ts';
import { matches } from './statement.ts';
import { subjectKey } from './subject-key.ts';
import { versionLookup } from './versions.ts';

/** Later than any commit. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

export function recordStore({ orm, run }: Connection, texts: RecentTexts): RecordStore {
  const versions = versionLookup(orm);
  const contributions = contributionLookup(orm);
  const folders = foldersAt(orm);
  const ehrById = orm.select(ehrColumns).from(ehr).where(matches(ehr.ehrId, 'ehrId')).prepare('ehr_by_id');
  const holder = orm
    .select({ ehrId: subject.ehrId })
    .from(subject)
    .where(matches(subject.subjectKey, 'key'))
    .prepare('ehr_of_subject');
  const objectById = orm
    .select(objectColumns)
    .from(versionedObject)
    .leftJoin(template, eq(template.templateKey, versionedObject.templateKey))
    .where(and(matches(versionedObject.ehrId, 'ehrId'), matches(versionedObject.objectId, 'objectId')))
    .prepare('object_by_id');

  const findEhr = async (ehrId: string) => {
    const [row] = await ehrById.execute({ ehrId });
    return row && ehrRecord(row);
  };

  return {
    ehr: (ehrId) => run(() => findEhr(ehrId)),
    // Two look-ups, not a join: subjects and EHRs are distributed by keys of their own.
    ehrBySubject: (wanted) =>
      run(async () => {
        const [found] = await holder.execute({ key: subjectKey(wanted) });
        const record = found && (await findEhr(found.ehrId));
        const { namespace, id } = record?.subject ?? {};
        return namespace === wanted.namespace && id === wanted.id ? record : undefined;
      }),
    object: (ehrId, objectId) =>
      run(async () => {
        const [row] = await objectById.execute({ ehrId, objectId });
        return row && versionedObjectRecord(row);
      }),
    version: (ehrId, objectId, selector) =>
      run(async () => {
        const found = await versions.select(ehrId, objectId, selector);
        if (!found) return undefined;
        const { frame, ...record } = found;
        return { ...record, document: frame === null ? undefined : await texts.unpack(objectId, frame) };
      }),
    history: (ehrId, objectId) => run(() => versions.history(ehrId, objectId)),
    folderHierarchies: (ehrId, at = END_OF_TIME) => run(() => folders(ehrId, at)),
    contribution: (ehrId, contributionId) => run(() => contributions.select(ehrId, contributionId)),
    contributions: (ehrId, { offset, fetch, from = 0, to = END_OF_TIME }) =>
      run(() => contributions.page({ ehrId, offset, fetch, from, to })),
  };
}
