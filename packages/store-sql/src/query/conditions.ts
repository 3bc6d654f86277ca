/** Conditions on index rows that several questions share. */
import type { IndexRange } from '@cairn/core';
import { eq, inArray, sql, type Column, type SQL } from '../drizzle.ts';
import type { QueryDialect } from './dialect.ts';

export const always = sql`true`;
export const never = sql`false`;

/** Keys are part of the statement: they are no one's data, and a planner does better when it knows them. */
export const inKeys = (column: Column | SQL, keys: readonly number[]): SQL =>
  keys.length === 0 ? never : sql`${column} in (${sql.raw(keys.join(', '))})`;

/** As a constant: for a planner, a value of its own would be one that may be another the next time. */
export const isComposition = (kind: Column): SQL =>
  sql`${kind} = ${sql.raw(String(kind.mapToDriverValue('COMPOSITION')))}`;

/** A number of rows as a constant: planners make better use of one that they know, and sorters keep no more rows. */
export const rowCount = (count: number): SQL => sql.raw(String(count));

/** There is a value, and it is in the range; a bound alone says both. */
export function within(range: IndexRange<unknown> | undefined, column: Column | SQL, bounds: Bounds): SQL {
  const conditions: SQL[] = [];
  if (range?.lower !== undefined)
    conditions.push(sql`${column} ${range.lowerIncluded ? ATLEAST : ABOVE} ${bounds.lower}`);
  if (range?.upper !== undefined)
    conditions.push(sql`${column} ${range.upperIncluded ? ATMOST : BELOW} ${bounds.upper}`);
  return conditions.length === 0 ? sql`${column} is not null` : sql.join(conditions, sql` and `);
}

/** Where a statement has the values of the bounds. */
export interface Bounds {
  readonly lower: SQL;
  readonly upper: SQL;
}

const [ATLEAST, ABOVE, ATMOST, BELOW] = [sql`>=`, sql`>`, sql`<=`, sql`<`];

/** The EHR is one of these, of which a single one is the value `ehrId` of the statement; undefined: each is. */
export function isAmong(
  { tables, given }: QueryDialect,
  ehrId: Column,
  ehrIds: readonly string[] | undefined,
): SQL | undefined {
  if (!ehrIds) return undefined;
  if (ehrIds.length === 0) return never;
  return ehrIds.length === 1 ? eq(ehrId, given(tables.ehr.ehrId, 'ehrId')) : inArray(ehrId, [...ehrIds]);
}

export const unionAll = (queries: readonly SQL[]): SQL => sql.join([...queries], sql` union all `);
