import type { Migration } from '@cairn/store-sql';
import { sql } from '../drizzle.ts';

/** Events without time and CLUSTERs without ELEMENTs have index rows now; documents that lack these are to be indexed anew. */
export const rowsWithoutValue: Migration = {
  number: 4,
  name: 'rows-without-value',
  statements: [sql`update document set indexed = 0`],
};
