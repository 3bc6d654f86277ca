/** What a statement selects, and how the driver's rows are read. */
import { Column, is, sql, type SQL } from '../drizzle.ts';

export interface Selection<Row> {
  /** Behind SELECT. */
  readonly list: SQL;
  read(row: unknown): Row;
}

/** Columns are read the way they are stored; what else is selected, as the driver gives it. */
export function selection<Row>(values: { readonly [Name in keyof Row & string]: Column | SQL }): Selection<Row> {
  const entries: [string, Column | SQL][] = Object.entries(values);
  const columns = entries.flatMap(([name, value]) => (isDecoded(value) ? [[name, value] as const] : []));
  return {
    list: selected(entries),
    read(row) {
      const read = { ...(row as Record<string, unknown>) };
      for (const [name, column] of columns) {
        if (read[name] !== null) read[name] = column.mapFromDriverValue(read[name]);
      }
      return read as Row;
    },
  };
}

/** Columns with their names. */
export const selected = (entries: readonly (readonly [name: string, value: Column | SQL])[]): SQL =>
  sql.join(
    entries.map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
    sql`, `,
  );

const isDecoded = (value: Column | SQL): value is Column =>
  is(value, Column) && value.mapFromDriverValue !== Column.prototype.mapFromDriverValue;
