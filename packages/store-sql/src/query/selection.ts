/** What a statement selects, and how the driver's rows are read. */
import { Column, is, sql, type SQL } from '../drizzle.ts';

export interface Selection<Row> {
  /** Behind SELECT. */
  readonly list: SQL;
  read(row: unknown): Row;
}

/** Columns are read the way they are stored; what else is selected, as the driver gives it. */
export function selection<Row>(selected: { readonly [Name in keyof Row & string]: Column | SQL }): Selection<Row> {
  const entries: [string, Column | SQL][] = Object.entries(selected);
  const columns = entries.flatMap(([name, value]) => (isDecoded(value) ? [[name, value] as const] : []));
  return {
    list: sql.join(
      entries.map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
      sql`, `,
    ),
    read(row) {
      const read = { ...(row as Record<string, unknown>) };
      for (const [name, column] of columns) {
        if (read[name] !== null) read[name] = column.mapFromDriverValue(read[name]);
      }
      return read as Row;
    },
  };
}

const isDecoded = (selected: Column | SQL): selected is Column =>
  is(selected, Column) && selected.mapFromDriverValue !== Column.prototype.mapFromDriverValue;
