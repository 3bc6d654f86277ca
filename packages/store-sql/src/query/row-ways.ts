/** Which way leads to the rows of a question soonest. */
import { and, eq, sql, type SQL } from '../drizzle.ts';
import type { Asking } from './ask.ts';
import { inKeys, rowCount } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import { sizeEstimate, type Estimates } from './estimates.ts';
import { areFew } from './first-starts.ts';
import { pathKeys, type Question } from './question.ts';
import type { Source } from './row-statement.ts';
import { scopeOf } from './scope.ts';
import { selection } from './selection.ts';
import { valueConditions } from './value-conditions.ts';

/** Up to so many values are looked for by their index; beyond, EHR after EHR is looked through. */
const SOURCE_LIMIT = 2_000;

/** So many documents are looked through in a few milliseconds. */
const FEW_DOCUMENTS = 10_000;

/** How rows are found. */
export interface RowWay {
  /** Of EHRs: the rows of others are not wanted. */
  readonly ehrs: SQL | undefined;
  readonly source: Source;
  /** Of the statement, with the source and the name of the question. */
  readonly key: 'few' | 'first' | 'all';
  readonly values?: Readonly<Record<string, unknown>>;
}

/** In the order of EHRs. */
interface Position {
  readonly time: number;
  readonly endId: string;
}

export interface RowWays {
  /** Undefined when there may be too many rows. */
  wayTo(question: Question, limit: number | undefined): Asking<RowWay | undefined>;
  /** One that does not take long; it leads to all rows, or to the first ones, which may not be enough. */
  soonWayTo(
    question: Question,
    limit: number | undefined,
  ): Asking<{ readonly way: RowWay | undefined; readonly isWhole: boolean }>;
}

export function rowWays(dialect: QueryDialect, estimate: Estimates): RowWays {
  const { tables, given, isTrue, join } = dialect;
  const { document, ehr, leaf } = tables;
  const scope = scopeOf(dialect);
  const passes = valueConditions(dialect);
  const sizeOf = sizeEstimate(dialect, estimate);
  const positions = selection<Position>({ time: ehr.timeCreated, endId: ehr.ehrId });
  const beforeEnd = sql`(${ehr.timeCreated}, ${ehr.ehrId}) < (${given(ehr.timeCreated, 'time')}, ${given(ehr.ehrId, 'endId')})`;

  function* wayTo(question: Question, limit: number | undefined): Asking<RowWay | undefined> {
    const { query, ehrIds, state } = question;
    const visible = !ehrIds && state.anyHidden ? isTrue(ehr.queryable) : undefined;
    if (ehrIds) return { ehrs: and(scope.asked(ehr.ehrId, question), visible), source: 'ehrs', key: 'few' };
    if (query.first) {
      if (!areFew(question.starts)) return undefined;
      // Those without a start all come at the same place.
      const mayTie = query.first.descending && question.startless.length > 0;
      return { ehrs: visible, source: visible || mayTie ? 'first' : 'starts', key: 'all' };
    }
    if (yield* isSparse(question, limit)) return { ehrs: visible, source: 'values', key: 'all' };
    return limit === undefined ? undefined : { ehrs: visible, source: 'ehrs', key: 'all' };
  }

  /** Whether all values that pass are put in order sooner than the first ones are met on the way through the EHRs. */
  function* isSparse(question: Question, limit: number | undefined): Asking<boolean> {
    const { passing, name, values } = question;
    if (!passing) return false;
    const counted = (): SQL<{ readonly count: number }> => {
      const doesPass = and(inKeys(leaf.pathKey, pathKeys(passing)), passes(leaf, question, false));
      return sql`select count(*) as "count" from (select 1 from ${leaf} where ${doesPass} limit ${rowCount(SOURCE_LIMIT)}) as k`;
    };
    const { count: hits = 0 } = (yield* estimate(`hits ${name}`, counted, values)) ?? {};
    if (hits >= SOURCE_LIMIT || limit === undefined) return hits < SOURCE_LIMIT;
    return hits * hits <= limit * (yield* sizeOf());
  }

  /** The EHR before which there are few documents; undefined when there are no more in all. */
  function* endOfFew(): Asking<Position | undefined> {
    const found = yield* estimate(
      'end of few',
      (): SQL =>
        sql`select ${positions.list} from ${ehr} ${join} ${document} on ${eq(document.ehrId, ehr.ehrId)}
          order by ${ehr.timeCreated}, ${ehr.ehrId} limit 1 offset ${rowCount(FEW_DOCUMENTS)}`,
    );
    return found === undefined ? undefined : positions.read(found);
  }

  return {
    wayTo,
    *soonWayTo(question, limit) {
      const way = yield* wayTo(question, limit);
      const end = way?.source === 'ehrs' && way.key === 'all' ? yield* endOfFew() : undefined;
      if (!way || !end) return { way, isWhole: true };
      return { way: { ...way, ehrs: and(way.ehrs, beforeEnd), key: 'first', values: { ...end } }, isWhole: false };
    },
  };
}
