/** EHRs and their documents as a query needs them, documents still compressed. */
import type { EhrRecord, NamedSubject, QueryAccess, QueryDocument, VersionedKind } from '@cairn/core';
import { ehrRecord, versionRecord } from '@cairn/store-sql';
import type { Orm } from './connection.ts';
import { and, asc, eq, inArray, sql, type SQL } from './drizzle.ts';
import type { IndexReader } from './index-reader.ts';
import { ehrColumns, precedingSystemId, versionColumns } from './rows.ts';
import { contribution, document, ehr, subject, template, version, versionedObject } from './schema.ts';
import { given, matches } from './statement.ts';
import { attestationsOf, isAttested } from './versions.ts';

/** A document that is still compressed; null: a deletion. Fit for structured cloning. */
export interface CompressedDocument extends Omit<QueryDocument, 'document'> {
  readonly frame: Uint8Array | null;
}

export interface Candidate<D> {
  readonly ehr: EhrRecord;
  readonly documents: readonly D[];
}

export type CandidateEhr = Candidate<CompressedDocument>;

/** So many EHRs are looked up at once, before their documents are. */
const EHR_PAGE = 100;

/** Of EHRs that are looked through in vain one in so many is given all the same: whoever waits can look at the clock. */
const SHOWN = 64;

const KIND_BITS: Readonly<Record<VersionedKind, number>> = { COMPOSITION: 2, EHR_STATUS: 4, FOLDER: 8 };
const ALL_KINDS = 14;

/** Undefined: an EHR was looked through in vain. */
export type CandidateReader = (access: QueryAccess) => Generator<CandidateEhr | undefined, void, undefined>;

export const candidateReader =
  (ehrs: EhrReader, documents: DocumentReader): CandidateReader =>
  (access) =>
    candidatesIn(access, ehrs(access), documents.of(access));

export function* candidatesIn<D>(
  access: QueryAccess,
  ehrs: Iterable<EhrRecord>,
  documentsOf: (ehrId: string) => readonly D[],
): Generator<Candidate<D> | undefined, void, undefined> {
  let vain = 0;
  for (const record of ehrs) {
    const documents = documentsOf(record.ehrId);
    if (documents.length > 0 || !access.narrowing?.required) vain = 0;
    else vain += 1;
    yield vain % SHOWN === 0 ? { ehr: record, documents } : undefined;
  }
}

// --------------------------------------------------------------------------------------------------------- EHRs

/** In order of creation, then of ids. */
export type EhrReader = (access: QueryAccess) => Iterable<EhrRecord>;

export function ehrReader(orm: Orm, index: IndexReader): EhrReader {
  const select = (condition: SQL | undefined) =>
    orm.select(ehrColumns).from(ehr).leftJoin(subject, eq(subject.ehrId, ehr.ehrId)).where(condition);
  const one = select(matches(ehr.ehrId, 'ehrId')).prepare();
  const isQueryable = eq(ehr.queryable, sql`1`);
  const time = given(ehr.timeCreated, 'time');
  const pageOf = (condition: SQL | undefined) =>
    select(and(sql`(${ehr.timeCreated}, ${ehr.ehrId}) > (${time}, ${given(ehr.ehrId, 'ehrId')})`, condition))
      .orderBy(asc(ehr.timeCreated), asc(ehr.ehrId))
      .limit(EHR_PAGE)
      .prepare();
  const visiblePage = pageOf(isQueryable);
  const anyPage = pageOf(undefined);

  function* all(page: typeof anyPage): Generator<EhrRecord, void, undefined> {
    let after = { time: -1, ehrId: '00000000-0000-0000-0000-000000000000' };
    for (;;) {
      const rows = page.all(after);
      for (const row of rows) yield ehrRecord(row);
      const last = rows.at(-1);
      if (!last || rows.length < EHR_PAGE) return;
      after = { time: last.timeCreated, ehrId: last.ehrId };
    }
  }

  const among = (condition: SQL, visible: SQL | undefined): readonly EhrRecord[] =>
    select(and(condition, visible)).orderBy(asc(ehr.timeCreated), asc(ehr.ehrId)).all().map(ehrRecord);

  return ({ ehrId, hiddenToo, narrowing: known }) => {
    const visible = hiddenToo ? undefined : isQueryable;
    const ids = known?.ehrIds;
    if (ehrId !== undefined) {
      const row = ids && !ids.includes(ehrId) ? undefined : one.get({ ehrId });
      return row ? [ehrRecord(row)] : [];
    }
    if (ids) {
      const [only, ...more] = ids;
      const row = only !== undefined && more.length === 0 ? one.get({ ehrId: only }) : undefined;
      if (row) return row.queryable || hiddenToo ? [ehrRecord(row)] : [];
      return among(inArray(ehr.ehrId, [...ids]), visible);
    }
    if (known?.subjects) return among(sql`${ehr.ehrId} in (${ehrsOfSubjects(known.subjects)})`, visible);
    const required = known?.required && index.required(known.required);
    return required ? among(required, visible) : all(hiddenToo ? anyPage : visiblePage);
  };
}

/** The namespaces are leapt through in the key of the table, which they lead; there are few. */
function ehrsOfSubjects(subjects: readonly NamedSubject[]): SQL {
  const namespaces = sql`with recursive spaces (space) as (
    select min(${subject.namespace}) from ${subject} union all
    select (select min(${subject.namespace}) from ${subject} where ${subject.namespace} > space) from spaces
    where space is not null) select space from spaces where space is not null`;
  const each = subjects.map(({ id, namespace }) => {
    const its = namespace === undefined ? sql`in (${namespaces})` : sql`= ${namespace}`;
    return sql`select ${subject.ehrId} from ${subject} where ${subject.namespace} ${its} and ${subject.id} = ${id}`;
  });
  return sql.join(each, sql` union all `);
}

// ---------------------------------------------------------------------------------------------------- documents

export interface DocumentReader {
  /** By commit time, then by position in the contribution. */
  of(access: QueryAccess): (ehrId: string) => readonly CompressedDocument[];
  one(ehrId: string, documentKey: number): readonly CompressedDocument[];
}

export function documentReader(orm: Orm, index: IndexReader): DocumentReader {
  const attestations = attestationsOf(orm);
  const columns = {
    ...versionColumns,
    frame: version.document,
    attested: isAttested,
    position: version.position,
    latestNumber: versionedObject.latestNumber,
    objectCreated: versionedObject.timeCreated,
    precedingSystemId,
  };
  const itsContribution = and(
    eq(contribution.ehrId, version.ehrId),
    eq(contribution.contributionId, version.contributionId),
  );
  const itsVersions = and(eq(version.ehrId, versionedObject.ehrId), eq(version.objectId, versionedObject.objectId));
  const itsObject = and(eq(versionedObject.ehrId, document.ehrId), eq(versionedObject.objectId, document.objectId));
  const isLatest = and(itsVersions, eq(version.number, versionedObject.latestNumber));
  const itsTemplate = eq(template.templateKey, version.templateKey);

  const current = (condition: SQL | undefined) =>
    orm
      .select(columns)
      .from(document)
      .innerJoin(versionedObject, itsObject)
      .innerJoin(version, isLatest)
      .innerJoin(contribution, itsContribution)
      .leftJoin(template, itsTemplate)
      .where(and(matches(document.ehrId, 'ehrId'), isWanted(document.kind), condition))
      .prepare();
  const latest = current(undefined);
  const byKey = current(matches(document.documentKey, 'documentKey'));
  const all = orm
    .select(columns)
    .from(versionedObject)
    .innerJoin(version, itsVersions)
    .innerJoin(contribution, itsContribution)
    .leftJoin(template, itsTemplate)
    .where(and(matches(versionedObject.ehrId, 'ehrId'), isWanted(versionedObject.kind)))
    .prepare();

  function compressed(ehrId: string, found: ReturnType<typeof latest.all>[number]): CompressedDocument {
    const { attested, position: _, latestNumber, frame, objectCreated, precedingSystemId: before, ...row } = found;
    const added = attested ? attestations(ehrId, row.objectId, row.number) : [];
    return {
      ...versionRecord(row, added),
      frame,
      latest: row.number === latestNumber,
      objectCreated,
      precedingSystemId: before,
    };
  }

  return {
    of({ kinds, allVersions, narrowing: known }) {
      if (kinds.size === 0) return () => [];
      const bits = kindBits(kinds);
      const narrowed = known?.documents && index.narrowed(known.documents);
      const statement = allVersions ? all : narrowed ? current(narrowed) : latest;
      return (ehrId) => {
        const rows = statement.all({ ehrId, kinds: bits });
        rows.sort((a, b) => a.timeCommitted - b.timeCommitted || a.position - b.position);
        return rows.map((found) => compressed(ehrId, found));
      };
    },
    one: (ehrId, documentKey) =>
      byKey.all({ ehrId, documentKey, kinds: ALL_KINDS }).map((found) => compressed(ehrId, found)),
  };
}

/** For `isWanted`. */
export function kindBits(kinds: Iterable<VersionedKind>): number {
  let bits = 0;
  for (const kind of kinds) bits |= KIND_BITS[kind];
  return bits;
}

const isWanted = (kind: typeof document.kind | typeof versionedObject.kind): SQL =>
  sql`(1 << ${kind}) & (select ${sql.placeholder('kinds')})`;
