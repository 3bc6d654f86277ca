/** The first compositions by their start, as a source of rows; and how far the first values at a path go. */
import type { IndexedFirst } from '@cairn/core';
import { sql, type Column, type SQL } from '../drizzle.ts';
import { inKeys, rowCount, unionAll } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import type { PathEntry } from './dictionary.ts';
import { documentKeys } from './document-keys.ts';
import { pathKeys, type Question } from './question.ts';
import type { QueryTables } from './tables.ts';

/** The last of the first so many values at some paths, as `value`; no row when there are fewer. */
export function lastOfFirst(
  leaf: QueryTables['leaf'],
  paths: readonly PathEntry[],
  column: Column,
  { descending, count }: Pick<IndexedFirst, 'descending' | 'count'>,
): SQL<{ readonly value: unknown }> {
  const valuesAt = (path: PathEntry): SQL =>
    sql`select ${column} as "value" from ${leaf} where ${inKeys(leaf.pathKey, pathKeys([path]))} and ${column} is not null`;
  return sql`${merged(paths.map(valuesAt), sql`"value"`, descending)} limit 1 offset ${rowCount(count - 1)}`;
}

/**
 * Rows of several queries in one order. Each path has its own in the index, and putting these together takes no more of them than
 * are wanted: PostgreSQL does so with queries that are in order each, SQLite with any that an index has in order.
 */
function merged(queries: readonly SQL[], by: SQL, descending: boolean): SQL {
  const ordered = (query: SQL): SQL => sql`${query} order by ${by}${descending ? sql` desc` : sql``}`;
  const each = queries.map((query) => sql`select * from (${ordered(query)}) as one`);
  return ordered(sql`select * from (${unionAll(each)}) as every`);
}

/** SQLite puts no more than 500 queries together; long before that it is no gain. */
const MOST_PATHS = 100;

/** Whether the first values at these paths are soon found. */
export const areFew = (paths: readonly PathEntry[]): boolean => paths.length <= MOST_PATHS;

/** More than there can be. */
const ALL = Number.MAX_SAFE_INTEGER;

/** Of the name of a document, when it is called `n`: the start as a text, and as what it is compared by. */
export const startOfName = sql`n.start`;
export const sortedBy = ({ column }: IndexedFirst): SQL => (column === 'text' ? startOfName : sql`n.sorted_by`);

/**
 * A query for the names of the documents that are the first ones, with their start, in the order of that. Some document has one.
 * With `most` it gives no more than so many, those that have a start, whatever others start when the last one does.
 */
export function firstDocuments(
  { tables }: QueryDialect,
  { starts, startless }: Question,
  first: IndexedFirst,
  most?: number,
): SQL {
  const { leaf } = tables;
  const { namesOf } = documentKeys(tables);
  const { descending } = first;
  const column = leaf[first.column];
  const isByText = first.column === 'text';
  const by = isByText ? sql`start` : sql`sorted_by`;
  const columns = isByText ? sql`${leaf.text} as start` : sql`${leaf.text} as start, ${column} as sorted_by`;
  const among = (paths: readonly PathEntry[], condition: SQL): readonly SQL[] =>
    paths.map((path) => namesOf(leaf, sql`${inKeys(leaf.pathKey, pathKeys([path]))} and ${condition}`, columns));
  if (most !== undefined) {
    return sql`${merged(among(starts, sql`${column} is not null`), by, descending)} limit ${rowCount(most)}`;
  }
  const bound = sql`(select "value" from bound)`;
  const isFirst = descending ? sql`${column} >= ${bound}` : sql`${column} <= ${bound}`;
  const hasNone = sql`${leaf.number} is null and ${leaf.text} is null`;
  const names = [...among(starts, isFirst), ...(descending ? among(startless, hasNone) : [])];
  // Of a query that has no limit and is joined to others, SQLite ignores the order.
  return sql`with bound as (${lastOfFirst(leaf, starts, column, first)})
    ${merged(names, by, descending)} limit ${rowCount(ALL)}`;
}
