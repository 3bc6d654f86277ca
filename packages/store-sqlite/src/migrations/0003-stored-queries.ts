import type { Migration } from '@cairn/store-sql';
import { sql } from '../drizzle.ts';

/** Stored queries: each version of each name, never changed. */
export const storedQueries: Migration = {
  number: 3,
  name: 'stored-queries',
  statements: [
    sql`create table stored_query (
      name text not null,
      version text not null,
      time_saved integer not null,
      text text not null,
      primary key (name, version)
    ) strict`,
  ],
};
