/** Statements that are made for a query and kept for the next one like it. */
import type { Statement } from 'better-sqlite3';
import { binder, recentlyUsed } from '@cairn/store-sql';
import type { Orm } from './connection.ts';
import { SQLiteSyncDialect, type SQL } from './drizzle.ts';

export interface CachedStatements {
  /**
   * All rows as objects. The same key always stands for the same statement; what differs are the values of placeholders.
   * A statement without a key is not kept.
   */
  all<Row>(key: string | undefined, build: () => SQL<Row>, values?: Readonly<Record<string, unknown>>): readonly Row[];
  /** The same with a row as the array of its columns. */
  arrays<Row>(
    key: string | undefined,
    build: () => SQL<Row>,
    values?: Readonly<Record<string, unknown>>,
  ): readonly Row[];
}

interface Made {
  readonly statement: Statement;
  readonly binders: readonly ReturnType<typeof binder>[];
}

const MOST = 200;

export function cachedStatements(orm: Orm): CachedStatements {
  const dialect = new SQLiteSyncDialect();
  const kept = recentlyUsed<Made>(MOST);

  function make(build: () => SQL, asArrays: boolean): Made {
    const { sql, params } = dialect.sqlToQuery(build());
    return { statement: orm.$client.prepare(sql).raw(asArrays), binders: params.map(binder) };
  }

  const statementOf = (key: string | undefined, build: () => SQL, asArrays: boolean): Made =>
    key === undefined ? make(build, asArrays) : kept(key, () => make(build, asArrays));

  const run =
    (asArrays: boolean): CachedStatements['all'] =>
    <Row>(key: string | undefined, build: () => SQL<Row>, values: Readonly<Record<string, unknown>> = {}) => {
      const { statement, binders } = statementOf(key, build, asArrays);
      return statement.all(binders.map((bind) => bind(values))) as readonly Row[];
    };

  return { all: run(false), arrays: run(true) };
}
