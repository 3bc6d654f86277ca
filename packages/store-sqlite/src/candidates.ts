/** EHRs and their documents as a query needs them, documents still compressed. */
import type { EhrRecord, Need, QueryAccess, QueryDocument, VersionedKind } from '@cairn/core';
import { ehrRecord, versionRecord } from '@cairn/store-sql';
import type { Orm } from './connection.ts';
import { and, asc, eq, inArray, or, sql, type SQL } from './drizzle.ts';
import type { NarrowingReader } from './narrowing.ts';
import { ehrColumns, versionColumns } from './rows.ts';
import { contribution, document, ehr, subject, template, version, versionedObject } from './schema.ts';
import { given, matches } from './statement.ts';
import { attestationsOf, isAttested } from './versions.ts';

/** A document that is still compressed; null: a deletion. Fit for structured cloning. */
export interface CompressedDocument extends Omit<QueryDocument, 'document'> {
  readonly frame: Uint8Array | null;
}

export interface CandidateEhr {
  readonly ehr: EhrRecord;
  readonly documents: readonly CompressedDocument[];
}

/** So many EHRs are looked up at once, before their documents are. */
const EHR_PAGE = 100;

/** Up to so many documents are looked for by what the query demands; beyond, EHR after EHR is looked through. */
const SOURCE_LIMIT = 2_000;

/** Of EHRs that are looked through in vain one in so many is given all the same: whoever waits can look at the clock. */
const SHOWN = 64;

const KIND_BITS: Readonly<Record<VersionedKind, number>> = { COMPOSITION: 2, EHR_STATUS: 4, FOLDER: 8 };

/** Undefined: an EHR was looked through in vain. */
export type CandidateReader = (access: QueryAccess) => Generator<CandidateEhr | undefined, void, undefined>;

export function candidateReader(orm: Orm, narrowing: NarrowingReader): CandidateReader {
  const ehrs = ehrReader(orm, narrowing);
  const documentsOf = documentReader(orm, narrowing);
  return function* candidates(access) {
    const documents = documentsOf(access);
    let vain = 0;
    for (const record of ehrs(access)) {
      const found = documents(record.ehrId);
      if (found.length > 0 || !access.narrowing?.required) vain = 0;
      else vain += 1;
      yield vain % SHOWN === 0 ? { ehr: record, documents: found } : undefined;
    }
  };
}

// --------------------------------------------------------------------------------------------------------- EHRs

/** In order of creation, then of ids. */
function ehrReader(orm: Orm, narrowing: NarrowingReader): (access: QueryAccess) => Iterable<EhrRecord> {
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

  const among = (condition: SQL): readonly EhrRecord[] =>
    select(and(condition, isQueryable)).orderBy(asc(ehr.timeCreated), asc(ehr.ehrId)).all().map(ehrRecord);

  /** The least of the sources that a need has; undefined when all are long. */
  function shortSource(need: Need): SQL | undefined {
    const unindexed = sql`select ${document.documentKey} from ${document} where ${document.indexed} = 0`;
    let best: SQL | undefined;
    let least = SOURCE_LIMIT;
    for (const operand of need.kind === 'and' ? need.operands : [need]) {
      const source = narrowing.source(operand);
      if (!source) continue;
      const keys = sql`${source} union all ${unindexed}`;
      const { length } = orm.all(sql`select 1 from (${keys}) limit ${least}`);
      if (length >= least) continue;
      best = keys;
      least = length;
    }
    return best;
  }

  return ({ ehrId, hiddenToo, narrowing: known }) => {
    if (hiddenToo) return all(anyPage);
    const ids = known?.ehrIds;
    if (ehrId !== undefined) {
      const row = ids && !ids.includes(ehrId) ? undefined : one.get({ ehrId });
      return row ? [ehrRecord(row)] : [];
    }
    if (ids) return among(inArray(ehr.ehrId, [...ids]));
    const source = known?.required && shortSource(known.required);
    if (!source) return all(visiblePage);
    return among(
      sql`${ehr.ehrId} in (select ${document.ehrId} from ${document} where ${document.documentKey} in (${source}))`,
    );
  };
}

// ---------------------------------------------------------------------------------------------------- documents

type DocumentReader = (access: QueryAccess) => (ehrId: string) => readonly CompressedDocument[];

function documentReader(orm: Orm, narrowing: NarrowingReader): DocumentReader {
  const attestations = attestationsOf(orm);
  const columns = {
    ...versionColumns,
    frame: version.document,
    attested: isAttested,
    position: version.position,
    latestNumber: versionedObject.latestNumber,
    objectCreated: versionedObject.timeCreated,
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
  const all = orm
    .select(columns)
    .from(versionedObject)
    .innerJoin(version, itsVersions)
    .innerJoin(contribution, itsContribution)
    .leftJoin(template, itsTemplate)
    .where(and(matches(versionedObject.ehrId, 'ehrId'), isWanted(versionedObject.kind)))
    .prepare();

  return ({ kinds, allVersions, narrowing: known }) => {
    if (kinds.size === 0) return () => [];
    let bits = 0;
    for (const kind of kinds) bits |= KIND_BITS[kind];
    const narrowed = known?.documents && or(eq(document.indexed, sql`0`), narrowing.condition(known.documents));
    const statement = allVersions ? all : narrowed ? current(narrowed) : latest;
    return (ehrId) => {
      const rows = statement.all({ ehrId, kinds: bits });
      rows.sort((a, b) => a.timeCommitted - b.timeCommitted || a.position - b.position);
      return rows.map((found) => {
        const { attested, position: _, latestNumber, frame, objectCreated, ...row } = found;
        const added = attested ? attestations(ehrId, row.objectId, row.number) : [];
        return { ...versionRecord(row, added), frame, latest: row.number === latestNumber, objectCreated };
      });
    };
  };
}

const isWanted = (kind: typeof document.kind | typeof versionedObject.kind): SQL =>
  sql`(1 << ${kind}) & (select ${sql.placeholder('kinds')})`;
