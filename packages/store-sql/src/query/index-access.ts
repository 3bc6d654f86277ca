/** All that queries ask of the index. */
import type { IndexedGroup, IndexOrder, IndexQuery, Need, Projection, QueryAccess } from '@cairn/core';
import { or, type SQL } from '../drizzle.ts';
import type { Asking } from './ask.ts';
import { boundReader } from './bound.ts';
import { counts } from './counts.ts';
import type { QueryDialect } from './dialect.ts';
import { estimates, sizeEstimate } from './estimates.ts';
import { groupReader } from './groups.ts';
import { indexStateReader, type IndexState } from './index-state.ts';
import { narrowingReader } from './narrowing.ts';
import { projectionReader, type ProjectedRows } from './projection.ts';
import { questionReader } from './question.ts';
import { requiredEhrs } from './required-ehrs.ts';
import { rowChooser, type RowChoice } from './row-choice.ts';
import { rowReader, type RowReader } from './rows.ts';

/** Each answer has to be asked for within one state of the database. */
export interface IndexAccess extends RowReader {
  /** As in `IndexStore`, of which these are the answers. */
  count(query: IndexQuery): Asking<number | undefined>;
  numbers(query: IndexQuery): Asking<readonly (readonly [value: number, count: number])[] | undefined>;
  groups(query: IndexQuery): Asking<readonly IndexedGroup[] | undefined>;
  bound(order: IndexOrder): Asking<number | string | undefined>;
  /** For what else is read by the index. */
  state(): Asking<IndexState>;
  /** A condition on rows of `ehr` that leaves a few, among which are all with a document that meets the need; undefined: those may be many. */
  required(need: Need): Asking<SQL | undefined>;
  /** A condition on rows of `document` that holds for all that meet the need, and for all that are not indexed. */
  narrowed(need: Need): Asking<SQL>;
  /** Which rows a projection reads, and of which documents; undefined when it is better to read the documents. */
  chosen(projection: Projection, need: Need | undefined): Asking<ChosenRows | undefined>;
  /** Documents by these rows, in one statement; likewise. */
  projected(access: QueryAccess, projection: Projection): Asking<ProjectedRows | undefined>;
  /** About how many documents there are. */
  size(): Asking<number>;
}

export interface ChosenRows {
  readonly choice: RowChoice;
  /** As `narrowed`; absent: of every document. */
  readonly needed?: SQL;
}

/** Remembers the dictionaries: one for a database, or for each connection. */
export function indexAccess(dialect: QueryDialect): IndexAccess {
  const { tables, isFalse } = dialect;
  const readState = indexStateReader(dialect);
  const estimate = estimates();
  const read = questionReader(dialect, readState);
  const narrowing = narrowingReader(dialect);
  const choose = rowChooser(dialect);
  const required = requiredEhrs(dialect, narrowing);
  const narrowed = (need: Need, state: IndexState): SQL => {
    const condition = narrowing.condition(need, state);
    return or(isFalse(tables.document.indexed), condition) ?? condition;
  };
  return {
    ...counts(dialect, read),
    groups: groupReader(dialect, read),
    ...rowReader(dialect, read, estimate),
    bound: boundReader(dialect, readState),
    state: readState,
    *required(need) {
      return yield* required(need, yield* readState([]));
    },
    *narrowed(need) {
      return narrowed(need, yield* readState([]));
    },
    *chosen(projection, need) {
      const state = yield* readState([]);
      const choice = choose(projection, state);
      return choice && { choice, ...(need && { needed: narrowed(need, state) }) };
    },
    projected: projectionReader(dialect, readState, choose),
    size: sizeEstimate(dialect, estimate),
  };
}
