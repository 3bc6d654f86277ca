import type { StoreHealth } from '@cairn/core';
import type { Connection } from './connection.ts';
import { sql } from './drizzle.ts';
import { migrationState } from './migrate.ts';

/** Asks the database each time; what goes wrong is the answer, not an error. */
export function healthCheck(connection: Connection): () => Promise<StoreHealth> {
  async function database(): Promise<StoreHealth['database']> {
    const { rows } = await connection.run((orm) =>
      orm.execute<{ version: string; standby: boolean }>(
        sql`select current_setting('server_version') as version, pg_is_in_recovery() as standby`,
      ),
    );
    const [server] = rows;
    return server?.standby === false
      ? { up: true, detail: `PostgreSQL ${server.version}` }
      : { up: false, detail: 'The database is a standby, which takes no writes' };
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
  try {
    return await finding();
  } catch (error) {
    return trouble(error instanceof Error ? error.message : 'unknown trouble');
  }
}
