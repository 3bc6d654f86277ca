import type { Store } from '@cairn/core';
import { recentTexts } from '@cairn/store-sql';
import { adminStore } from './admin.ts';
import { commitStore } from './commit.ts';
import { connect, recordSettings, type Connections } from './connection.ts';
import { definitionStore } from './definitions.ts';
import { dictionaryKeys } from './dictionary-keys.ts';
import { healthCheck } from './health.ts';
import { migrate } from './migrate.ts';
import { queryStore } from './query.ts';
import { recordStore } from './records.ts';
import { settingStore } from './settings.ts';
import { querySettings } from './snapshot.ts';
import { tagStore } from './tags.ts';

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`, with the parameters of libpq behind it. */
  readonly url: string;
  /** Where queries are answered: a replica that follows the database. Default: the database itself. */
  readonly readUrl?: string;
  /** How many connections there are at most for commits and look-ups, and as many again for queries. Default: 10. */
  readonly poolSize?: number;
  /** How long a statement of a query may take, in milliseconds: as long as a query may take in all. Default: a minute. */
  readonly queryTimeoutMs?: number;
  /**
   * `apply` (default) makes the tables where they are missing and brings older ones up to date; `verify` issues no DDL and
   * refuses to open what is not current.
   */
  readonly migrate?: 'apply' | 'verify';
}

/**
 * Opens the store on a PostgreSQL database, version 15 or newer. Any number of nodes may have it open. A commit is
 * acknowledged once the server has it on its disk.
 *
 * Throws `store_unavailable` when the database can't be reached, is too old or not in UTF-8, its schema is another
 * program's, or newer than this version (with `verify`: older, too). A database that goes away later fails what is asked
 * of it, and is connected to anew as soon as it is back.
 *
 * @example
 * await using store = await openPostgresStore({ url: 'postgres://cairn:secret@localhost/cairn' });
 * const { database } = await store.health(); // { up: true, detail: 'PostgreSQL 18.…' }
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, readUrl = url, poolSize: size = 10, queryTimeoutMs = 60_000, migrate: mode = 'apply' } = options;
  const records = connect({ url, size, settings: recordSettings });
  const queries = connect({ url: readUrl, size, settings: querySettings, queryTimeoutMs });
  try {
    await migrate(records, mode);
    return assembleStore({ records, queries });
  } catch (error) {
    await Promise.all([records.close(), queries.close()]);
    throw error;
  }
}

/** The store on connections to a database whose schema is current. */
export function assembleStore({ records, queries }: Connections): Store {
  const close = async (): Promise<void> => {
    await Promise.all([records.close(), queries.close()]);
  };
  const keys = dictionaryKeys(records);
  const texts = recentTexts();
  return {
    commits: commitStore(records, keys),
    records: recordStore(records, texts),
    queries: queryStore(queries),
    tags: tagStore(records),
    definitions: definitionStore(records),
    settings: settingStore(records),
    admin: adminStore(records, keys, texts),
    health: healthCheck({ records, queries }),
    pool() {
      const [one, other] = [records.statistics(), queries.statistics()];
      return {
        inUse: one.inUse + other.inUse,
        idle: one.idle + other.idle,
        waiting: one.waiting + other.waiting,
      };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
