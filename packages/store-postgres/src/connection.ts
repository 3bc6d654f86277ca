/** The connections of a store: how they are set up, and how work on them fails. */
import pg from 'pg';
import { CdrError, queryTooLong, type PoolStatistics } from '@cairn/core';
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import { isTooLong, isUnsupported, storeClosed, toCdrError } from './errors.ts';
import { impatience, lease, type Caller } from './lease.ts';
import { preparedStatements } from './prepared.ts';
import { snapshotOn, type Snapshot, type SnapshotOptions } from './snapshot.ts';
import type { BoundStatement } from './statement.ts';

export type Orm = NodePgDatabase;

export interface Connection {
  readonly orm: Orm;
  /** Runs work on it; the driver's errors become those of the port. */
  run<T>(work: (orm: Orm) => Promise<T>): Promise<T>;
  /**
   * Rows of a statement as they come, integers of any size as numbers; undefined when it failed in a way that was to be expected:
   * when it is too much for this server, unless the caller knows better. `changes`: as they were before anything was asked that the
   * statement rests on; if there are more by the time there is a connection for it, it is not run, which is undefined as well.
   */
  rows(statement: BoundStatement, options?: RowsOptions): Promise<readonly unknown[] | undefined>;
  /** A connection of one's own that sees one state of the database, for reading alone. */
  snapshot(options?: SnapshotOptions): Promise<Snapshot>;
  statistics(): PoolStatistics;
  /** How many connections have been given up, or made, so far. Until the next one, this is the server that it was. */
  changes(): number;
  /** Waits for work under way, ends snapshots, then closes. Idempotent. */
  close(): Promise<void>;
}

/** Connections of a store, by what they are for: a heavy query takes none from commits and look-ups. */
export interface Connections {
  readonly records: Connection;
  readonly queries: Connection;
}

export interface RowsOptions extends Caller {
  readonly mayFail?: (error: unknown) => boolean;
  readonly changes?: number;
  /** Of work that is under way, which is finished before the store closes. */
  readonly isPart?: boolean;
}

export interface ConnectionOptions {
  readonly url: string;
  /** So many at most. */
  readonly size: number;
  readonly settings: Settings;
  /** Of connections for queries: a statement that takes longer is a query that does. */
  readonly queryTimeoutMs?: number;
}

type Settings = Readonly<Record<string, string | number>>;

/** Milliseconds. */
const CONNECT_TIMEOUT = 5_000;
const STATEMENT_TIMEOUT = 30_000;
/** For a server that has gone without a word: later than it would have ended the statement itself. */
const GRACE = 5_000;
const IDLE_TIMEOUT = 300_000;

/** A statement whose connection has gone is soon ended, and not when it has its answer. */
const NOTICES_WHO_LEFT = "set client_connection_check_interval = '1s'";

const always: Settings = {
  // An acknowledged commit is on the disk, whatever the server's own setting.
  synchronous_commit: 'on',
  default_transaction_isolation: 'read committed',
  // How values are written and read, whatever the server, the database or the role say.
  extra_float_digits: 1,
  bytea_output: 'hex',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * For look-ups by key and commits. Every one of them goes by an index, also when a statement was prepared while its
 * tables were small, and no plan depends on the values.
 */
export const recordSettings: Settings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' };

export function connect({ url, size, settings, queryTimeoutMs }: ConnectionOptions): Connection {
  const timeout = queryTimeoutMs ?? STATEMENT_TIMEOUT;
  const pool = new pg.Pool({
    connectionString: withSettings(url, { ...always, statement_timeout: timeout, ...settings }),
    application_name: 'cairn',
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: timeout + GRACE,
    idleTimeoutMillis: IDLE_TIMEOUT,
    keepAlive: true,
    allowExitOnIdle: true,
    pipeline: true,
  });
  // A connection that breaks while nobody uses it is replaced by a new one when it is needed.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    // Not every server can.
    client.query(NOTICES_WHO_LEFT).catch(() => undefined);
  });
  let changes = 0;
  pool.on('remove', () => void (changes += 1));
  pool.on('connect', () => void (changes += 1));
  const orm: Orm = drizzle(pool);
  const prepared = preparedStatements();
  const running = new Set<Promise<unknown>>();
  const snapshots = new Set<Snapshot>();
  let closed: Promise<void> | undefined;

  async function run<T>(work: (orm: Orm) => Promise<T>, caller: Caller = {}): Promise<T> {
    if (closed) throw storeClosed();
    const result = work(orm);
    running.add(result);
    try {
      return await result;
    } catch (error) {
      const late = queryTimeoutMs !== undefined && isTooLong(error) ? queryTooLong() : undefined;
      throw impatience(caller) ?? late ?? toCdrError(error);
    } finally {
      running.delete(result);
    }
  }

  async function rows(
    statement: BoundStatement,
    { mayFail = isUnsupported, changes: before, ...caller }: RowsOptions = {},
  ): Promise<readonly unknown[] | undefined> {
    const { client, end } = lease(await pool.connect(), caller, timeout);
    const isOther = before !== undefined && before !== changes;
    let isUsable = isOther;
    try {
      if (isOther) return undefined;
      const found = await prepared.rows(client, statement);
      isUsable = !prepared.isFull(client);
      return found;
    } catch (error) {
      isUsable = mayFail(error);
      if (!isUsable) throw error;
      return undefined;
    } finally {
      end(isUsable);
    }
  }

  async function snapshot(options: SnapshotOptions = {}): Promise<Snapshot> {
    const its = lease(await run(() => pool.connect()), options, timeout);
    const guarded = <T>(work: () => Promise<T>): Promise<T> => run(work, options);
    const own = snapshotOn(its, prepared, options, guarded, () => snapshots.delete(own));
    snapshots.add(own);
    return own;
  }

  async function shut(): Promise<void> {
    await Promise.allSettled(running);
    await Promise.all(Array.from(snapshots, (own) => own.end()));
    await pool.end();
  }

  return {
    orm,
    run,
    rows: (statement, options) =>
      options?.isPart ? rows(statement, options) : run(() => rows(statement, options), options),
    snapshot,
    statistics: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    changes: () => changes,
    close: () => (closed ??= shut()),
  };
}

/** The address with settings for each connection, besides those that it has already (libpq, `options`). */
function withSettings(address: string, settings: Settings): string {
  if (!URL.canParse(address)) throw new CdrError('store_unavailable', 'The address of the database is not a URL');
  const url = new URL(address);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`);
  url.searchParams.set('options', [url.searchParams.get('options'), ...options].filter(Boolean).join(' '));
  return url.href;
}
