/** Small helpers for statements that are prepared once and run with named values. */
import type { Orm } from './connection.ts';
import { eq, getTableColumns, sql, type SQL, type SQLiteColumn, type SQLiteTable } from './drizzle.ts';

/**
 * The value `name`, stored the way the column is.
 *
 * As a subquery: SQLite compiles a statement anew for each value of a bare parameter that its planner has looked at,
 * as it does in the conditions of a join or an ordered query and in `limit`, and that takes several times as long as
 * the look-up. Hence no `limit 1` either: `get` stops at the first row.
 */
export function given(column: SQLiteColumn, name: string): SQL {
  return sql`(select ${sql.param(sql.placeholder(name), column)})`;
}

/** The column has the value `name`. */
export function matches(column: SQLiteColumn, name: string): SQL {
  return eq(column, given(column, name));
}

/** A row with every column spelled out; null where there is nothing. */
export type Row<T extends SQLiteTable> = Required<T['$inferInsert']>;

/**
 * An insert of one whole row. It binds the columns itself: a commit is mostly inserts, and the general way of a
 * prepared drizzle query takes about as long as the insert.
 */
export function preparedInsert<T extends SQLiteTable>(orm: Orm, table: T): (row: Row<T>) => void {
  const insert = insertOf(orm, table, Object.entries(getTableColumns(table)));
  return (row) => void insert(row);
}

/** An insert of a row whose integer key SQLite chooses; gives the key. */
export function keyedInsert<T extends SQLiteTable, Key extends keyof Row<T> & string>(
  orm: Orm,
  table: T,
  key: Key,
): (row: Omit<Row<T>, Key>) => number {
  const insert = insertOf(
    orm,
    table,
    Object.entries(getTableColumns(table)).filter(([name]) => name !== key),
  );
  return (row) => Number(insert(row).lastInsertRowid);
}

function insertOf(orm: Orm, table: SQLiteTable, columns: readonly (readonly [string, SQLiteColumn])[]) {
  const values = Object.fromEntries(columns.map(([name]) => [name, sql.placeholder(name)]));
  const insert = orm.$client.prepare(orm.insert(table).values(values).toSQL().sql);
  return (row: Readonly<Record<string, unknown>>) =>
    insert.run(columns.map(([name, column]) => (row[name] === null ? null : column.mapToDriverValue(row[name]))));
}
