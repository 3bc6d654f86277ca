/** Brings the tables to the state that this version knows, or says why it won't. */
import { CdrError } from '@cairn/core';
import { compareMigrations, migrationLabel, refuseUnknown, type MigrationState } from '@cairn/store-sql';
import type { Connection, Orm } from './connection.ts';
import { asc, sql } from './drizzle.ts';
import { migrations as known } from './migrations/index.ts';
import { schemaMigration } from './schema.ts';

/** PostgreSQL 15. */
const OLDEST = 150_000;

/** Whoever migrates a database holds this advisory lock; the number means nothing. */
const LOCK = sql`pg_advisory_xact_lock(7309453615)`;

/**
 * `apply` runs what is missing in one transaction, and issues no DDL when nothing is. `verify` never does, and throws
 * `store_unavailable` unless the schema is current. Both refuse a schema with migrations that are not known here.
 */
export async function migrate({ run }: Connection, mode: 'apply' | 'verify'): Promise<void> {
  await run(async (orm) => {
    await refuseUnfit(orm);
    const { missing } = refuseUnknown(await migrationState(orm));
    if (missing.length === 0) return;
    if (mode === 'verify') {
      const labels = missing.map(migrationLabel).join(', ');
      throw new CdrError('store_unavailable', `The database lacks the schema migrations ${labels}`);
    }
    await orm.transaction(applyMissing);
  });
}

export async function migrationState(orm: Orm): Promise<MigrationState> {
  // The catalog itself, as another node may have left it a moment ago; to_regclass would answer from a cache.
  const { rows } = await orm.execute(sql`
    select from pg_class where relname = 'schema_migration' and relnamespace = current_schema()::regnamespace`);
  const applied =
    rows.length === 0 ? [] : await orm.select().from(schemaMigration).orderBy(asc(schemaMigration.number));
  return compareMigrations(known, applied);
}

async function applyMissing(orm: Orm): Promise<void> {
  // Two nodes may start on one database: the second waits here as long as it takes, and then finds nothing to do.
  await orm.execute(sql`set local lock_timeout = 0`);
  await orm.execute(sql`set local statement_timeout = 0`);
  await orm.execute(sql`select ${LOCK}`);
  const { missing } = refuseUnknown(await migrationState(orm));
  if (missing.length === known.length) await refuseForeign(orm);
  await orm.execute(sql`create table if not exists ${schemaMigration} (
    number integer primary key,
    name text not null,
    time_applied bigint not null
  )`);
  for (const { number, name, statements } of missing) {
    for (const statement of statements) await orm.execute(statement);
    await orm.insert(schemaMigration).values({ number, name, timeApplied: Date.now() });
  }
}

async function refuseUnfit(orm: Orm): Promise<void> {
  const { rows } = await orm.execute<{ number: number; version: string; encoding: string; schema: string | null }>(sql`
    select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding, current_schema() as schema`);
  const [server] = rows;
  const refuse = (reason: string): never => {
    throw new CdrError('store_unavailable', `The database can't be used: ${reason}`);
  };
  if (!server) return refuse('it does not say what it is');
  if (server.number < OLDEST) refuse(`PostgreSQL 15 is the oldest that will do, and it is ${server.version}`);
  if (server.encoding !== 'UTF8') refuse(`its encoding is ${server.encoding} and not UTF8`);
  if (server.schema === null) refuse('none of the schemas in its search path exists');
}

/** Another program's schema must not get Cairn's tables. Those of extensions are nobody's program. */
async function refuseForeign(orm: Orm): Promise<void> {
  const { rows } = await orm.execute(sql`
    select from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    limit 1`);
  if (rows.length > 0) throw new CdrError('store_unavailable', 'The database schema is that of another program');
}
