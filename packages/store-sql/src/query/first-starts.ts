/** The first compositions by their start, as a source of rows; and how far the first values at a path go. */
import type { IndexedFirst } from '@cairn/core';
import { and, sql, type Column, type SQL } from '../drizzle.ts';
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
  const direction = descending ? sql`desc` : sql`asc`;
  // Each path key has its own order in the index, so each gives its first ones.
  const firsts = paths.map(
    ({ pathKey }) =>
      sql`select * from (select ${column} as "value" from ${leaf}
        where ${inKeys(leaf.pathKey, [pathKey])} and ${column} is not null
        order by ${column} ${direction} limit ${rowCount(count)}) as k`,
  );
  return sql`select "value" from (${unionAll(firsts)}) as l order by "value" ${direction} limit 1 offset ${rowCount(count - 1)}`;
}

/** Of such a name, when it is called `n`: the start as a text, and as what it is compared by. */
export const [startOfName, sortedBy] = [sql`n.start`, sql`n.sorted_by`];

/** A query for the names of the documents that are the first ones, with their start. Some document has one. */
export function firstDocuments({ tables }: QueryDialect, { starts, startless }: Question, first: IndexedFirst): SQL {
  const { leaf } = tables;
  const { namesOf } = documentKeys(tables);
  const column = leaf[first.column];
  const bound = sql`(${lastOfFirst(leaf, starts, column, first)})`;
  const isFirst = first.descending ? sql`${column} >= ${bound}` : sql`${column} <= ${bound}`;
  const hasNone = sql`${leaf.number} is null and ${leaf.text} is null`;
  const among = (paths: readonly PathEntry[], condition: SQL): SQL =>
    namesOf(
      leaf,
      and(inKeys(leaf.pathKey, pathKeys(paths)), condition) ?? condition,
      sql`${leaf.text} as start, ${column} as sorted_by`,
    );
  return unionAll([
    among(starts, isFirst),
    ...(first.descending && startless.length > 0 ? [among(startless, hasNone)] : []),
  ]);
}
