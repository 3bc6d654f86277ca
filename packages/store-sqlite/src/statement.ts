/** Small helpers for statements that are prepared once and run with named values. */
import { binder, type NamedValues } from '@cairn/store-sql';
import type { Orm } from './connection.ts';
import { Column, eq, getTableColumns, is, sql } from './drizzle.ts';
import type { SQL, SQLiteColumn, SQLiteTable } from './drizzle.ts';

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

/** A statement of drizzle's that is not prepared yet. */
interface Built {
  toSQL(): { readonly sql: string; readonly params: readonly unknown[] };
}

interface BuiltSelect<Found> extends Built {
  prepare(): { all(values: NamedValues): Found[] };
}

/** A select that is prepared. */
export interface PreparedSelect<Found> {
  /** The first row. */
  get(values: NamedValues): Found | undefined;
  all(values: NamedValues): Found[];
}

/**
 * A select that binds and reads its columns itself: the general way of a prepared drizzle query takes about as long as a
 * look-up. `fields` are those of the select; what is no column is given as SQLite gives it.
 */
export function preparedSelect<Found>(
  orm: Orm,
  fields: Readonly<Record<string, SQLiteColumn | SQL>>,
  select: BuiltSelect<Found>,
): PreparedSelect<Found> {
  const { statement, bind } = prepared(orm, select);
  statement.raw();
  const readers = Object.entries(fields).map(([name, field]) => [name, is(field, Column) ? field : undefined] as const);
  const read = (row: readonly unknown[]): Found => {
    const found: Record<string, unknown> = {};
    let index = 0;
    for (const [name, column] of readers) {
      const value = row[index++];
      found[name] = value === null || column === undefined ? value : column.mapFromDriverValue(value);
    }
    return found as Found;
  };
  return {
    get(values) {
      const row = statement.get(bind(values));
      return row && read(row);
    },
    all: (values) => statement.all(bind(values)).map(read),
  };
}

/** An update or a delete, likewise; gives how many rows it changed. */
export function preparedChange(orm: Orm, change: Built): (values: NamedValues) => number {
  const { statement, bind } = prepared(orm, change);
  return (values) => statement.run(bind(values)).changes;
}

function prepared(orm: Orm, built: Built) {
  const { sql: text, params } = built.toSQL();
  const binders = params.map(binder);
  const bind = (values: NamedValues): unknown[] => binders.map((one) => one(values));
  return { statement: orm.$client.prepare<unknown[], readonly unknown[]>(text), bind };
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
