/** All that queries ask of one connection; each statement is prepared once. */
import { candidateReader, type CandidateEhr, type CandidateReader } from './candidates.ts';
import type { Orm } from './connection.ts';
import { sql } from './drizzle.ts';
import { indexAnswers, type IndexAnswers } from './index-answers.ts';
import { narrowingReader } from './narrowing.ts';
import { document } from './schema.ts';

export interface QueryReader {
  /** About how many documents there are. */
  size(): number;
  readonly candidates: CandidateReader;
  readonly index: IndexAnswers;
}

export function queryReader(orm: Orm): QueryReader {
  const narrowing = narrowingReader(orm);
  const greatest = orm
    .select({ key: sql<number | null>`max(${document.documentKey})` })
    .from(document)
    .prepare();
  return {
    size: () => greatest.get()?.key ?? 0,
    candidates: candidateReader(orm, narrowing),
    index: indexAnswers(orm, narrowing.dictionary),
  };
}

/** So many documents, or EHRs without any, are read before others have their turn. */
const SLICE_WEIGHT = 32;

export interface Slice {
  readonly ehrs: readonly CandidateEhr[];
  readonly last: boolean;
}

export function nextSlice(candidates: ReturnType<CandidateReader>): Slice {
  const ehrs: CandidateEhr[] = [];
  for (let taken = 0; taken < SLICE_WEIGHT;) {
    const { done, value } = candidates.next();
    if (done) return { ehrs, last: true };
    if (value) ehrs.push(value);
    taken += Math.max(1, value?.documents.length ?? 0);
  }
  return { ehrs, last: false };
}
