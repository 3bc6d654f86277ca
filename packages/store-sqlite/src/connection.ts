/** The one connection of a store: how its file is made, how it is set up, and how work on it fails. */
import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { CdrError } from '@cairn/core';
import { drizzle, type BetterSQLite3Database } from './drizzle.ts';
import { storeClosed, toCdrError } from './errors.ts';

export type Orm = BetterSQLite3Database & { readonly $client: Database.Database };

export interface Connection {
  /** Absolute path of the database file; undefined in memory. */
  readonly file: string | undefined;
  /** SQLite goes on writing to a file that was moved or removed, and every later commit would be lost with it. */
  isInPlace(): boolean;
  readonly client: Database.Database;
  readonly orm: Orm;
}

/** How long a statement waits for another process that writes to the same file while the store is opened, in milliseconds. */
const BUSY_TIMEOUT = 1_000;

/** A file of the operating system that SQLite gives back to it once the log was long, in bytes. */
const LOG_SIZE_LIMIT = 64 * 1024 * 1024;

/** Opens the database; `create` makes file and folder where they are missing, for the owner's eyes only. */
export function connect(path: string, { create }: { readonly create: boolean }): Connection {
  const file = path === ':memory:' ? undefined : resolve(path);
  if (file !== undefined) {
    if (create) createFile(file);
    else if (!existsSync(file)) throw new CdrError('store_unavailable', 'There is no database file at the path given');
  }
  try {
    const client = new Database(file ?? ':memory:', { timeout: BUSY_TIMEOUT });
    try {
      setUp(client);
    } catch (error) {
      client.close();
      throw error;
    }
    return { file, isInPlace: placeOf(file), client, orm: drizzle(client) };
  } catch (error) {
    throw toCdrError(error);
  }
}

/** A further connection to a database that is there, for reading alone. It sees what is committed, and waits for no writer. */
export function connectReadOnly(file: string): Connection {
  try {
    const client = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT });
    return { file, isInPlace: placeOf(file), client, orm: drizzle(client) };
  } catch (error) {
    throw toCdrError(error);
  }
}

function placeOf(file: string | undefined): () => boolean {
  if (file === undefined) return () => true;
  const opened = statSync(file, { bigint: true });
  return () => {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found?.ino === opened.ino && found.dev === opened.dev;
  };
}

/** Runs work on an open connection; the driver's errors become those of the port. */
export function withConnection<T>({ client }: Connection, work: () => T): T {
  if (!client.open) throw storeClosed();
  try {
    return work();
  } catch (error) {
    throw toCdrError(error);
  }
}

function createFile(file: string): void {
  try {
    makeFolder(dirname(file));
    closeSync(openSync(file, 'a', 0o600));
  } catch (cause) {
    throw new CdrError('store_unavailable', 'The database file can not be made at the path given', {}, { cause });
  }
}

/** One by one: where a file system refuses a folder as `/proc` does, Node.js goes on trying for ever to make all of them. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

function setUp(client: Database.Database): void {
  refuseForeign(client);
  // Several documents to a page: with 4 kB the usual one of two or three kB leaves half of its page empty.
  client.pragma('page_size = 8192');
  client.pragma('journal_mode = WAL');
  // The log reaches the disk before a commit is acknowledged; macOS needs the second line for the same.
  client.pragma('synchronous = FULL');
  client.pragma('fullfsync = ON');
  client.pragma('checkpoint_fullfsync = ON');
  client.pragma('foreign_keys = ON');
  // Physical deletion leaves nothing behind in free pages.
  client.pragma('secure_delete = ON');
  client.pragma(`journal_size_limit = ${LOG_SIZE_LIMIT}`);
}

/** Another program's database must not get Cairn's tables, nor even another journal mode. */
function refuseForeign(client: Database.Database): void {
  const tables = client.prepare<[], { name: string }>("select name from sqlite_schema where type = 'table'").all();
  if (tables.length > 0 && !tables.some(({ name }) => name === 'schema_migration')) {
    throw new CdrError('store_unavailable', 'The file is a database of another program');
  }
}
