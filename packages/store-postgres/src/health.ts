import { setTimeout as delay } from 'node:timers/promises';
import type { StoreHealth } from '@cairn/core';
import type { Connection, Connections } from './connection.ts';
import { sql } from './drizzle.ts';
import { migrationState } from './migrate.ts';
import { ehr } from './schema.ts';

/** Who asks has to know soon, whatever else waits for the database. Milliseconds. */
const PATIENCE = 3_000;

/** Asks the databases each time; what goes wrong is the answer, not an error. */
export function healthCheck({ records: connection, queries }: Connections): () => Promise<StoreHealth> {
  async function database(): Promise<StoreHealth['database']> {
    const { rows } = await connection.run((orm) =>
      orm.execute<{ version: string; standby: boolean; only: boolean }>(
        sql`select current_setting('server_version') as version, pg_is_in_recovery() as standby,
          current_setting('default_transaction_read_only') = 'on' as only`,
      ),
    );
    const [server] = rows;
    if (server?.standby !== false) return { up: false, detail: 'The database is a standby, which takes no writes' };
    if (server.only) return { up: false, detail: 'The database is set to take no writes' };
    await answering(queries);
    return { up: true, detail: `PostgreSQL ${server.version}` };
  }

  /** Where queries are answered has the tables too. */
  async function answering({ run }: Connection): Promise<void> {
    try {
      await run((orm) => orm.execute(sql`select from ${ehr} limit 1`));
    } catch (error) {
      throw new Error(`Queries are not answered: ${error instanceof Error ? error.message : 'unknown trouble'}`, {
        cause: error,
      });
    }
  }

  async function migrations(): Promise<StoreHealth['migrations']> {
    const { missing, unknown } = await connection.run(migrationState);
    const current = missing.length + unknown.length === 0;
    return { current, detail: current ? 'current' : `${missing.length} missing, ${unknown.length} unknown` };
  }

  return async () => {
    const [databaseHealth, migrationHealth] = await Promise.all([
      orElse(database, (detail) => ({ up: false, detail })),
      orElse(migrations, (detail) => ({ current: false, detail })),
    ]);
    return { database: databaseHealth, migrations: migrationHealth };
  };
}

async function orElse<T>(finding: () => Promise<T>, trouble: (detail: string) => T): Promise<T> {
  const timer = new AbortController();
  const late = delay(PATIENCE, undefined, { signal: timer.signal }).then(() => {
    throw new Error('The database does not answer');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([finding(), late]);
  } catch (error) {
    return trouble(error instanceof Error ? error.message : 'unknown trouble');
  } finally {
    timer.abort();
  }
}
