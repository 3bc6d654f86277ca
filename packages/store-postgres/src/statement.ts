/** Small helpers for statements that are prepared once and run with named values. */
import { binder, type NamedValues } from '@cairn/store-sql';
import { uuids } from './columns.ts';
import { eq, PgDialect, sql, type PgColumn, type SQL } from './drizzle.ts';

/** A statement as the driver takes it. */
export interface BoundStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const dialect = new PgDialect();

/** A statement that is put into words once, and takes its named values each time. */
export function statementOf(query: SQL): (values: NamedValues) => BoundStatement {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const binders = params.map(binder);
  return (values) => ({ text, values: binders.map((bind) => bind(values)) });
}

/** The value `name`, stored the way the column is. */
export function given(column: PgColumn, name: string): SQL {
  return sql`${sql.param(sql.placeholder(name), column)}`;
}

/** The list `name` of values, stored the way the column is. */
export function givenList(column: PgColumn, name: string): SQL {
  const list = { mapToDriverValue: (values: readonly unknown[]) => values.map((one) => column.mapToDriverValue(one)) };
  return sql`${sql.param<unknown, unknown>(sql.placeholder(name), list)}::${sql.raw(column.getSQLType())}[]`;
}

/** The column has the value `name`. */
export function matches(column: PgColumn, name: string): SQL {
  return eq(column, given(column, name));
}

/** The list `name` of ids. */
export function givenIds(name: string): SQL {
  return sql`${sql.param<unknown, unknown>(sql.placeholder(name), uuids)}::uuid[]`;
}

/** The column has one of the values that the list `name` holds. */
export function isAmong(column: PgColumn, name: string): SQL {
  return sql`${column} = any(${givenIds(name)})`;
}

/** The column has one of these values. */
export const isOneOf = (column: PgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(ids, uuids)}::uuid[])`;

type Row<Columns extends Readonly<Record<string, PgColumn>>> = {
  readonly [Name in keyof Columns]: Columns[Name]['_']['notNull'] extends true
    ? Columns[Name]['_']['data']
    : Columns[Name]['_']['data'] | null;
};

/**
 * All rows of a subquery as one value, in its order, so that they come with the row around it in one round trip.
 * `rest` begins with FROM. Columns of a table that may be missing from a join are to be declared nullable.
 */
export function rowsOf<Columns extends Readonly<Record<string, PgColumn>>>(
  columns: Columns,
  rest: SQL,
  order: SQL,
): SQL<readonly Row<Columns>[]> {
  const entries = Object.entries(columns);
  const values = sql.join(
    entries.map(([, column]) => sql`${column}`),
    sql`, `,
  );
  const decode = (row: readonly unknown[]) =>
    Object.fromEntries(
      entries.map(([name, column], index) => {
        const value = row[index] ?? null;
        return [name, value === null ? null : column.mapFromDriverValue(value)];
      }),
    ) as Row<Columns>;
  return sql<readonly Row<Columns>[]>`(
    select coalesce(json_agg(json_build_array(${values}) order by ${order}), '[]') ${rest}
  )`.mapWith((rows: readonly (readonly unknown[])[]) => rows.map(decode));
}
