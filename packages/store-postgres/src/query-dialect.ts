/** How PostgreSQL wants to be asked by queries. */
import type { QueryDialect } from '@cairn/store-sql';
import { sql } from './drizzle.ts';
import { archetype, document, ehr, leaf, leafPath, root, template, versionedObject } from './schema.ts';
import { given } from './statement.ts';

/** Bytes of a row of `document`, with what belongs to it. */
const ROW = 100;

export const postgresDialect: QueryDialect = {
  tables: { ehr, versionedObject, template, document, archetype, root, leafPath, leaf },
  given,
  id: (column) => column,
  isFalse: (column) => sql`not ${column}`,
  isTrue: (column) => sql`${column}`,
  join: sql`join`,
  plain: (column) => sql`(${column} + 0)`,
  rootsFirst: false,
  size: sql`pg_relation_size('document') / ${sql.raw(String(ROW))}`,
};
