import type { StoreHealth } from '@cairn/core';
import { withConnection, type Connection } from './connection.ts';
import { sql } from './drizzle.ts';
import { FILE_GONE } from './errors.ts';
import { migrationState } from './migrate.ts';
import { schemaMigration } from './schema.ts';

/** Asks the database each time; what goes wrong is the answer, not an error. */
export function healthCheck(connection: Connection): () => StoreHealth {
  const { orm } = connection;

  function database(): StoreHealth['database'] {
    const row = withConnection(connection, () =>
      orm.get<{ version: string }>(sql`select sqlite_version() as version, count(*) from ${schemaMigration}`),
    );
    return connection.isInPlace() ? { up: true, detail: `SQLite ${row.version}` } : { up: false, detail: FILE_GONE };
  }

  function migrations(): StoreHealth['migrations'] {
    const { missing, unknown } = withConnection(connection, () => migrationState(connection));
    const current = missing.length + unknown.length === 0;
    return { current, detail: current ? 'current' : `${missing.length} missing, ${unknown.length} unknown` };
  }

  return () => ({
    database: orElse(database, (detail) => ({ up: false, detail })),
    migrations: orElse(migrations, (detail) => ({ current: false, detail })),
  });
}

function orElse<T>(finding: () => T, trouble: (detail: string) => T): T {
  try {
    return finding();
  } catch (error) {
    return trouble(error instanceof Error ? error.message : 'unknown trouble');
  }
}
