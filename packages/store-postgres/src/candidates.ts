/** EHRs and their documents as a query needs them: in order, so many at a time, documents still compressed. */
import type { EhrRecord, NamedSubject, QueryAccess } from '@cairn/core';
import { ehrRecord, type CompressedDocument } from '@cairn/store-sql';
import { documentReader } from './documents.ts';
import { and, asc, eq, or, sql, type SQL } from './drizzle.ts';
import type { IndexReader } from './index-reader.ts';
import { ehrColumns } from './rows.ts';
import { ehr } from './schema.ts';
import type { Snapshot } from './snapshot.ts';
import { isOneOf } from './statement.ts';

export interface Candidate<Document> {
  readonly ehr: EhrRecord;
  readonly documents: readonly Document[];
}

/** So many EHRs are looked up at once; few at first, as a few may do. */
const EHRS = [10, 40, 100] as const;

/** Of those so many are read at once as have no more documents than this. */
const DOCUMENTS = 200;

export async function* candidates(
  own: Snapshot,
  index: IndexReader,
  access: QueryAccess,
): AsyncGenerator<Candidate<CompressedDocument>, void, undefined> {
  const need = access.allVersions || access.kinds.size === 0 ? undefined : access.narrowing?.documents;
  const reader = documentReader(own, access, need && (await index.answer(own, (asked) => asked.narrowed(need))));
  for await (const page of ehrPages(own, index, access)) {
    const found = await reader.find(page.map(({ ehrId }) => ehrId));
    const countOf = ({ ehrId }: EhrRecord): number =>
      (found.get(ehrId) ?? []).reduce((sum, { versions }) => sum + versions, 0);
    for (const ehrs of slices(page, countOf, DOCUMENTS)) {
      const ids = ehrs.map(({ ehrId }) => ehrId).filter((ehrId) => found.has(ehrId));
      const objects = ids.flatMap((ehrId) => found.get(ehrId) ?? []);
      const documents = objects.length > 0 ? await reader.read(ids, objects) : undefined;
      yield* ehrs.map((record) => ({ ehr: record, documents: documents?.get(record.ehrId) ?? [] }));
    }
  }
}

/** In order of creation, then of ids. */
export async function* ehrPages(
  own: Snapshot,
  index: IndexReader,
  access: QueryAccess,
): AsyncGenerator<readonly EhrRecord[], void, undefined> {
  const isOpen = access.hiddenToo || access.ehrId !== undefined ? undefined : sql`${ehr.queryable}`;
  const few = await fewEhrs(own, index, access);
  if (few) {
    const found = (await own.run((orm) => orm.select(ehrColumns).from(ehr).where(and(few, isOpen)))).map(ehrRecord);
    // Put in order here: who wants them in order from the database may be led through all EHRs by their order.
    found.sort((a, b) => a.timeCreated - b.timeCreated || (a.ehrId < b.ehrId ? -1 : 1));
    for (let start = 0, place = 0; start < found.length; place += 1) {
      yield found.slice(start, (start += pageSize(place)));
    }
    return;
  }
  let last: EhrRecord | undefined;
  for (let place = 0; ; place += 1) {
    const size = pageSize(place);
    const next = last && sql`(${ehr.timeCreated}, ${ehr.ehrId}) > (${last.timeCreated}, ${last.ehrId})`;
    const page = await own.run(async (orm) => {
      const rows = orm.select(ehrColumns).from(ehr).where(and(isOpen, next));
      return (await rows.orderBy(asc(ehr.timeCreated), asc(ehr.ehrId)).limit(size)).map(ehrRecord);
    });
    if (page.length > 0) yield page;
    last = page.at(-1);
    if (page.length < size) return;
  }
}

const pageSize = (place: number): number => EHRS[place] ?? EHRS[2];

/** A condition for EHRs that are few enough to be read at once; undefined: all are wanted. */
async function fewEhrs(own: Snapshot, index: IndexReader, { ehrId, narrowing }: QueryAccess): Promise<SQL | undefined> {
  const { ehrIds, subjects, required } = narrowing ?? {};
  const named = ehrIds && isOneOf(ehr.ehrId, ehrIds);
  if (ehrId !== undefined || named) return and(ehrId === undefined ? undefined : eq(ehr.ehrId, ehrId), named);
  if (subjects) return or(...subjects.map(isSubject));
  return required ? index.answer(own, (access) => access.required(required)) : undefined;
}

const isSubject = ({ id, namespace }: NamedSubject): SQL | undefined =>
  and(eq(ehr.subjectId, id), namespace === undefined ? undefined : eq(ehr.subjectNamespace, namespace));

/** The EHRs in the same order, in groups that have no more than `most` of what is counted, or are of one EHR. */
export function slices<Ehr>(
  ehrs: readonly Ehr[],
  countOf: (one: Ehr) => number,
  most: number,
): readonly (readonly Ehr[])[] {
  const groups: Ehr[][] = [];
  let room = 0;
  for (const one of ehrs) {
    const count = countOf(one);
    room -= count;
    const group = groups.at(-1);
    if (group && room >= 0) {
      group.push(one);
    } else {
      groups.push([one]);
      room = most - count;
    }
  }
  return groups;
}
