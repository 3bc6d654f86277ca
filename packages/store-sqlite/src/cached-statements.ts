/** Statements that are made for a query and kept for the next one like it. */
import type { Statement } from 'better-sqlite3';
import type { Orm } from './connection.ts';
import { fillPlaceholders, SQLiteSyncDialect, type SQL } from './drizzle.ts';

export interface CachedStatements {
  /** All rows as objects. The same key always stands for the same statement; what differs are the values of placeholders. */
  all<Row>(key: string, build: () => SQL<Row>, values?: Readonly<Record<string, unknown>>): readonly Row[];
}

interface Made {
  readonly statement: Statement;
  readonly params: unknown[];
}

const MOST = 200;

export function cachedStatements(orm: Orm): CachedStatements {
  const dialect = new SQLiteSyncDialect();
  const known = new Map<string, Made>();

  function make(build: () => SQL): Made {
    const { sql, params } = dialect.sqlToQuery(build());
    return { statement: orm.$client.prepare(sql), params };
  }

  return {
    all<Row>(key: string, build: () => SQL<Row>, values: Readonly<Record<string, unknown>> = {}) {
      const made = known.get(key) ?? make(build);
      // What was used last is dropped last.
      known.delete(key);
      known.set(key, made);
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
      return made.statement.all(...fillPlaceholders(made.params, { ...values })) as readonly Row[];
    },
  };
}
