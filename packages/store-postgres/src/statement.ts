/** Small helpers for statements that are prepared once and run with named values. */
import { uuids } from './columns.ts';
import { eq, is, Param, PgDialect, Placeholder, sql, type PgColumn, type SQL } from './drizzle.ts';

/** A statement as the driver takes it. */
export interface BoundStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

type NamedValues = Readonly<Record<string, unknown>>;

const dialect = new PgDialect();

/** A statement that is put into words once, and takes its named values each time, stored the way their columns are. */
export function statementOf(query: SQL): (values: NamedValues) => BoundStatement {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const takes = params.map(taking);
  return (values) => ({ text, values: takes.map((take) => take(values)) });
}

function taking(param: unknown): (values: NamedValues) => unknown {
  if (is(param, Placeholder)) return (values) => named(values, param.name);
  if (!is(param, Param)) return () => param;
  const { value, encoder } = param;
  if (is(value, Placeholder)) return (values) => encoder.mapToDriverValue(named(values, value.name));
  const stored = encoder.mapToDriverValue(value);
  return () => stored;
}

function named(values: NamedValues, name: string): unknown {
  if (!Object.hasOwn(values, name)) throw new TypeError(`A statement lacks its value ${name}`);
  return values[name];
}

/** The value `name`, stored the way the column is. */
export function given(column: PgColumn, name: string): SQL {
  return sql`${sql.param(sql.placeholder(name), column)}`;
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
