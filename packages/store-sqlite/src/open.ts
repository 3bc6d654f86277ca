import type { Store } from '@cairn/core';
import { recentTexts } from '@cairn/store-sql';
import { adminStore } from './admin.ts';
import { commitQueue } from './commit.ts';
import { connect, type Connection } from './connection.ts';
import { definitionStore } from './definitions.ts';
import { healthCheck } from './health.ts';
import { migrate } from './migrate.ts';
import { queryStore } from './query.ts';
import { recordStore } from './records.ts';
import { settingStore } from './settings.ts';
import { tagStore } from './tags.ts';
import { waitNoLonger } from './writing.ts';

export interface SqliteStoreOptions {
  /** Path of the database file, or `:memory:`. */
  readonly path: string;
  /**
   * `apply` (default) makes file, folder and tables where they are missing and brings older tables up to date;
   * `verify` issues no DDL and refuses to open what is not current.
   */
  readonly migrate?: 'apply' | 'verify';
}

/**
 * Opens the embedded store on one SQLite file. A commit is acknowledged once it is on the disk.
 *
 * Throws `store_unavailable` when the file can't be opened, is another program's database, or has a schema that is
 * newer than this version (with `verify`: older, too); `store_corrupt` when it is no database at all.
 *
 * @example
 * await using store = await openSqliteStore({ path: ':memory:' });
 * const { database } = await store.health(); // { up: true, detail: 'SQLite 3.…' }
 */
export async function openSqliteStore({ path, migrate: mode = 'apply' }: SqliteStoreOptions): Promise<Store> {
  const connection = connect(path, { create: mode === 'apply' });
  try {
    migrate(connection, mode);
    return assembleStore(connection);
  } catch (error) {
    connection.client.close();
    throw error;
  }
}

/** The store on a connection whose schema is current. */
export function assembleStore(connection: Connection): Store {
  const { client } = connection;
  waitNoLonger(connection);
  const { commits, drain } = commitQueue(connection);
  const health = healthCheck(connection);
  const { queries, shut: shutQueries } = queryStore(connection);
  const texts = recentTexts();
  let closed: Promise<void> | undefined;

  async function shut(): Promise<void> {
    await drain();
    await shutQueries();
    // The last connection to close moves the log into the database file.
    client.close();
  }

  function close(): Promise<void> {
    closed ??= shut();
    return closed;
  }

  return {
    commits,
    records: recordStore(connection, texts),
    queries,
    tags: tagStore(connection),
    definitions: definitionStore(connection),
    settings: settingStore(connection),
    admin: adminStore(connection, texts),
    health: async () => health(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
