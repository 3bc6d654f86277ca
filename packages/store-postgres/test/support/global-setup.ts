/**
 * Gives every test that asks for one a fresh database on a real PostgreSQL server: the one that TEST_POSTGRES_URL names, or one
 * that is started when the first test asks, and removed when the last is through. STORES=sqlite leaves PostgreSQL out.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startServer } from './server.ts';
import { postgresWanted } from './wanted.ts';

const MIGRATE = fileURLToPath(new URL('migrate.ts', import.meta.url));
const run = promisify(execFile);

declare module 'vitest' {
  interface ProvidedContext {
    /** POST here gives the address of a fresh database, POST /empty one without tables; DELETE /{name} drops it. */
    readonly databases: string;
  }
}

interface Databases {
  create(empty: boolean): Promise<string>;
  drop(name: string): Promise<void>;
  close(): Promise<void>;
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!postgresWanted) {
    console.log(`PostgreSQL is left out: STORES=${process.env['STORES']}`);
    return undefined;
  }
  let databases: Promise<Databases> | undefined;
  async function answer({ method, url = '/' }: IncomingMessage): Promise<string> {
    const opened = await (databases ??= openDatabases());
    if (method === 'POST') return opened.create(url === '/empty');
    await opened.drop(url.slice(1));
    return '';
  }
  const server = createServer((request, response) => {
    answer(request).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  project.provide('databases', `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await (await databases?.catch(() => undefined))?.close();
  };
}

async function openDatabases(): Promise<Databases> {
  const given = process.env['TEST_POSTGRES_URL'];
  const own = given === undefined ? await startServer({ durable: false }) : undefined;
  const base = given ?? own?.url('postgres') ?? '';
  const admin = new pg.Pool({ connectionString: base, max: 2 });
  admin.on('error', () => undefined);
  const addressOf = (name: string): string => Object.assign(new URL(base), { pathname: `/${name}` }).href;
  const names = new Set<string>();

  async function make(template?: string): Promise<string> {
    const name = `cairn_test_${randomUUID().replaceAll('-', '')}`;
    names.add(name);
    await admin.query(`create database ${name} ${template === undefined ? '' : `template ${template}`}`);
    return name;
  }
  async function drop(name: string): Promise<void> {
    if (names.delete(name)) await admin.query(`drop database ${name} with (force)`);
  }

  async function close(): Promise<void> {
    if (!own) await Promise.all(Array.from(names, drop));
    await admin.end();
    await own?.remove();
  }

  const template = await make();
  try {
    await run(process.execPath, ['--conditions=cairn-source', MIGRATE, addressOf(template)]);
  } catch (error) {
    await close();
    throw error;
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    create(empty) {
      // One after the other: the template must not be in use.
      const made = last.then(() => make(empty ? undefined : template));
      last = made.catch(() => undefined);
      return made.then(addressOf);
    },
    drop,
    close,
  };
}
