import type { Migration } from '@cairn/store-sql';
import { initial } from './0001-initial.ts';
import { documentIndex } from './0002-document-index.ts';
import { storedQueries } from './0003-stored-queries.ts';
import { rowsWithoutValue } from './0004-rows-without-value.ts';

/** All migrations that this version knows, oldest first. */
export const migrations: readonly Migration[] = [initial, documentIndex, storedQueries, rowsWithoutValue];
