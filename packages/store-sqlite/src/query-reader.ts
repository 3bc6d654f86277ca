/** All that queries ask of one connection; each statement is prepared once. */
import type { EhrRecord, Projection, QueryAccess } from '@cairn/core';
import type { CompressedDocument, Legend, PackedDocument } from '@cairn/store-sql';
import {
  candidateReader,
  candidatesIn,
  documentReader,
  ehrReader,
  type Candidate,
  type CandidateReader,
} from './candidates.ts';
import type { Orm } from './connection.ts';
import { sql } from './drizzle.ts';
import { indexReader, type IndexReader } from './index-reader.ts';
import { projectionReader } from './projections.ts';
import { document, version } from './schema.ts';
import { matches } from './statement.ts';

export interface QueryReader {
  /** Whether what has to be looked through is soon read: named EHRs that have few documents. */
  isSoonRead(access: QueryAccess): boolean;
  /** About how many documents there are. */
  size(): number;
  readonly candidates: CandidateReader;
  /** The same with documents by their rows; `legend` says what these mean. */
  projected(access: QueryAccess, projection: Projection): ProjectedCandidates;
  readonly index: IndexReader;
}

export interface ProjectedCandidates {
  readonly candidates: Generator<Candidate<CompressedDocument | PackedDocument> | undefined, void, undefined>;
  readonly legend: Legend;
}

/** Documents of named EHRs: so many are read in a few milliseconds. */
const SOON = 200;

const NO_LEGEND: Legend = { archetypes: new Map(), paths: new Map() };

export function queryReader(orm: Orm): QueryReader {
  const index = indexReader(orm);
  const ehrs = ehrReader(orm, index);
  const documents = documentReader(orm, index);
  const candidates = candidateReader(ehrs, documents);
  const projections = projectionReader(index, documents);
  const documentCount = countOf(orm, document);
  const versionCount = countOf(orm, version);
  return {
    isSoonRead({ ehrId, allVersions, narrowing }) {
      const ehrIds = ehrId === undefined ? narrowing?.ehrIds : [ehrId];
      if (!ehrIds || ehrIds.length > SOON) return false;
      const count = allVersions ? versionCount : documentCount;
      let room = SOON;
      return ehrIds.every((id) => (room -= count(id)) >= 0);
    },
    size: index.size,
    candidates,
    projected(access, projection) {
      const reading = projections(access, projection);
      if (!reading) return { candidates: candidates(access), legend: NO_LEGEND };
      return { candidates: candidatesIn(access, ehrs(access), reading.documents), legend: reading.legend };
    },
    index,
  };
}

/** How many an EHR has, up to one more than what is soon read. */
function countOf(orm: Orm, table: typeof document | typeof version): (ehrId: string) => number {
  const some = orm
    .select({ one: sql`1` })
    .from(table)
    .where(matches(table.ehrId, 'ehrId'))
    .limit(SOON + 1)
    .prepare();
  return (ehrId) => some.all({ ehrId }).length;
}

/** So many documents, or EHRs without any, are read before others have their turn; rows of many are read as soon as few documents. */
const SLICE_WEIGHT = 32;
const PACKED_WEIGHT = 1 / 8;

export interface Slice<D> {
  readonly ehrs: readonly Candidate<D>[];
  readonly last: boolean;
}

export function nextSlice<D extends CompressedDocument | PackedDocument>(
  candidates: Iterator<{ readonly ehr: EhrRecord; readonly documents: readonly D[] } | undefined, void, undefined>,
): Slice<D> {
  const ehrs: Candidate<D>[] = [];
  for (let taken = 0; taken < SLICE_WEIGHT;) {
    const { done, value } = candidates.next();
    if (done) return { ehrs, last: true };
    if (value) ehrs.push(value);
    const weight = value && value.documents.every((one) => 'cells' in one) ? PACKED_WEIGHT : 1;
    taken += Math.max(weight, (value?.documents.length ?? 0) * weight);
  }
  return { ehrs, last: false };
}
