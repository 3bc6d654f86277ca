/** Brings the tables to the state that this version knows, or says why it won't. */
import { CdrError } from '@cairn/core';
import { compareMigrations, migrationLabel, refuseUnknown, type MigrationState } from '@cairn/store-sql';
import { withConnection, type Connection } from './connection.ts';
import { sql } from './drizzle.ts';
import { migrations as known } from './migrations/index.ts';
import { schemaMigration } from './schema.ts';

/**
 * `apply` runs what is missing in one transaction. `verify` issues no DDL and throws `store_unavailable` unless the
 * schema is current. Both refuse a schema with migrations that are not known here.
 */
export function migrate(connection: Connection, mode: 'apply' | 'verify'): void {
  withConnection(connection, () => {
    if (mode === 'verify') {
      const { missing } = refuseUnknown(migrationState(connection));
      if (missing.length > 0) {
        throw new CdrError(
          'store_unavailable',
          `The database lacks the schema migrations ${missing.map(migrationLabel).join(', ')}`,
        );
      }
      return;
    }
    // Two processes may start on one file: the second waits here, and then finds nothing to do.
    connection.client.transaction(() => applyMissing(connection)).immediate();
  });
}

export function migrationState({ client, orm }: Connection): MigrationState {
  const bare = client.prepare("select 1 from sqlite_schema where name = 'schema_migration'").get() === undefined;
  const applied = bare ? [] : orm.select().from(schemaMigration).orderBy(schemaMigration.number).all();
  return compareMigrations(known, applied);
}

function applyMissing(connection: Connection): void {
  const { missing } = refuseUnknown(migrationState(connection));
  const { orm } = connection;
  orm.run(sql`create table if not exists ${schemaMigration} (
    number integer primary key,
    name text not null,
    time_applied integer not null
  ) strict`);
  for (const { number, name, statements } of missing) {
    for (const statement of statements) orm.run(statement);
    orm.insert(schemaMigration).values({ number, name, timeApplied: Date.now() }).run();
  }
}
