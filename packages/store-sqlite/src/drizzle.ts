/**
 * What this package uses of drizzle-orm, loaded as CommonJS. Node.js reads the description of a package again for each of its
 * ES modules, and drizzle-orm has 110 of them and a description of 180 kB: as ES modules it takes 0.9 s and 200 MB to load, like
 * this 0.1 s and 25 MB.
 */
import { createRequire } from 'node:module';
import type * as Core from 'drizzle-orm';
import type * as Driver from 'drizzle-orm/better-sqlite3';
import type * as Tables from 'drizzle-orm/sqlite-core';

export type { SQL, SQLWrapper } from 'drizzle-orm';
export type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
export type { SQLiteColumn, SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core';

const require = createRequire(import.meta.url);

export const {
  and,
  asc,
  Column,
  count,
  desc,
  DrizzleError,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  is,
  lte,
  ne,
  or,
  sql,
}: typeof Core = require('drizzle-orm');
export const { drizzle }: typeof Driver = require('drizzle-orm/better-sqlite3');
export const {
  customType,
  integer,
  primaryKey,
  real,
  SQLiteSyncDialect,
  sqliteTable,
  text,
}: typeof Tables = require('drizzle-orm/sqlite-core');
