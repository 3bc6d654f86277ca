/** Small helpers for statements that are prepared once and run with named values. */
import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn, SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core';

/** The value `name`, stored the way the column is. */
export function given(column: SQLiteColumn, name: string): SQL {
  return sql`${sql.param(sql.placeholder(name), column)}`;
}

/** The column has the value `name`. */
export function matches(column: SQLiteColumn, name: string): SQL {
  return eq(column, given(column, name));
}

/** A row with every column spelled out; null where there is nothing. */
export type Row<T extends SQLiteTable> = Required<T['$inferInsert']>;

/** An insert of one whole row. */
export function preparedInsert<T extends SQLiteTable>(orm: BetterSQLite3Database, table: T): (row: Row<T>) => void {
  const names = Object.keys(getTableColumns(table));
  const values = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as SQLiteInsertValue<T>;
  const insert = orm.insert(table).values(values).prepare();
  return (row) => void insert.run(row);
}
