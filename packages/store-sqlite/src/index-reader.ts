/** What queries ask of the index, answered at once, inside the transaction that is open. */
import type { IndexedRow, IndexQuery, IndexStore, Need, Projection, QueryAccess } from '@cairn/core';
import {
  answerNow,
  indexAccess,
  type Asking,
  type IndexState,
  type ProjectedRows,
  type RawRow,
} from '@cairn/store-sql';
import { cachedStatements } from './cached-statements.ts';
import type { Orm } from './connection.ts';
import type { SQL } from './drizzle.ts';
import { sqliteDialect } from './query-dialect.ts';

export type IndexAnswers = {
  readonly [Name in keyof IndexStore]: (...args: Parameters<IndexStore[Name]>) => Awaited<ReturnType<IndexStore[Name]>>;
};

type IndexedRows = readonly IndexedRow[] | undefined;

/** See `IndexAccess`. */
export interface IndexReader extends IndexAnswers {
  state(): IndexState;
  required(need: Need): SQL | undefined;
  narrowed(need: Need): SQL;
  soonRows(query: IndexQuery, limit?: number): { readonly rows: IndexedRows } | undefined;
  projected(access: QueryAccess, projection: Projection): ProjectedRows | undefined;
  /** Rows of a statement of `projected`, as the driver gives them. */
  rawRows(key: string, build: () => SQL<RawRow>, values: Readonly<Record<string, unknown>>): readonly RawRow[];
  size(): number;
}

export function indexReader(orm: Orm): IndexReader {
  const statements = cachedStatements(orm);
  const access = indexAccess(sqliteDialect(orm));
  const now = <T>(asking: Asking<T>): T =>
    answerNow(asking, ({ key, build, values }) => statements.all(key, build, values));
  return {
    count: (query) => now(access.count(query)),
    numbers: (query) => now(access.numbers(query)),
    groups: (query) => now(access.groups(query)),
    rows: (query, limit) => now(access.rows(query, limit)),
    soonRows: (query, limit) => now(access.soonRows(query, limit)),
    bound: (order) => now(access.bound(order)),
    state: () => now(access.state()),
    required: (need) => now(access.required(need)),
    narrowed: (need) => now(access.narrowed(need)),
    projected: (asked, projection) => now(access.projected(asked, projection)),
    rawRows: (key, build, values) => statements.arrays(key, build, values),
    size: () => now(access.size()),
  };
}
