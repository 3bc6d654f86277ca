import { sql } from '../drizzle.ts';
import type { Migration } from './migration.ts';

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
