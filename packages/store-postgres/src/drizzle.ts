/**
 * What this package uses of drizzle-orm, loaded as CommonJS: as some hundred ES modules it takes several times as long to
 * load, and ten times the memory.
 */
import { createRequire } from 'node:module';
import type * as Core from 'drizzle-orm';
import type * as Driver from 'drizzle-orm/node-postgres';
import type * as Tables from 'drizzle-orm/pg-core';

export type { SQL } from 'drizzle-orm';
export type { NodePgDatabase } from 'drizzle-orm/node-postgres';
export type { PgColumn } from 'drizzle-orm/pg-core';

const require = createRequire(import.meta.url);

export const { and, asc, desc, DrizzleQueryError, eq, gte, lte, ne, or, sql }: typeof Core = require('drizzle-orm');
export const { drizzle }: typeof Driver = require('drizzle-orm/node-postgres');
export const {
  bigint,
  boolean,
  customType,
  doublePrecision,
  integer,
  PgDialect,
  pgTable,
  primaryKey,
}: typeof Tables = require('drizzle-orm/pg-core');
