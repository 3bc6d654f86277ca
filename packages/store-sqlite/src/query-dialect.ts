/** How SQLite wants to be asked by queries. */
import type { QueryDialect } from '@cairn/store-sql';
import type { Orm } from './connection.ts';
import { sql } from './drizzle.ts';
import { archetype, document, ehr, leaf, leafPath, root, template, versionedObject } from './schema.ts';
import { given } from './statement.ts';

const dialect: QueryDialect = {
  tables: { ehr, versionedObject, template, document, archetype, root, leafPath, leaf },
  given,
  // A text is handed over in half of the time of a blob.
  id: (column) => sql`hex(${column})`,
  isFalse: (column) => sql`${column} = 0`,
  isTrue: (column) => sql`${column} = 1`,
  join: sql`cross join`,
  plain: (column) => sql`+${column}`,
  rootsFirst: true,
  size: sql`coalesce((select max(${document.documentKey}) from ${document}), 0)`,
};

/** A connection that only reads sees what others commit; one to a database in memory is the only one that commits. */
export const sqliteDialect = ({ $client: { memory, readonly } }: Orm): QueryDialect => ({
  ...dialect,
  ...(memory ? { stamp: sql`select total_changes()` } : readonly && { stamp: sql`pragma data_version` }),
});
