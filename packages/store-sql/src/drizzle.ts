/** What this package uses of drizzle-orm, loaded as CommonJS like in the stores: as ES modules it takes far longer to load. */
import { createRequire } from 'node:module';
import type * as Core from 'drizzle-orm';

export type { SQL, Table } from 'drizzle-orm';

const require = createRequire(import.meta.url);

export type Column = Core.Column;
export const {
  aliasedTable,
  and,
  Column,
  eq,
  gt,
  gte,
  inArray,
  is,
  lte,
  or,
  Param,
  Placeholder,
  sql,
}: typeof Core = require('drizzle-orm');
