/** A PostgreSQL server for one part of the benchmark, as durable as a real one. */
import { chmodSync } from 'node:fs';
import pg from 'pg';
import { startServer } from '../../packages/store-postgres/test/support/server.ts';

export interface PostgresServer extends AsyncDisposable {
  /** Makes a database, as a copy of another one where one is named; gives its address. */
  createDatabase(name: string, template?: string): Promise<string>;
}

export async function startPostgres(folder: string): Promise<PostgresServer> {
  // PostgreSQL refuses to run as root, and runs as a user of its own then.
  chmodSync(folder, 0o755);
  const server = await startServer({ durable: true, parent: folder });
  return {
    async createDatabase(name, template = 'template1') {
      await using admin = await connectTo(server.url('postgres'));
      await admin.client.query(`create database ${name} template ${template}`);
      return server.url(name);
    },
    [Symbol.asyncDispose]: () => server.remove(),
  };
}

export interface Session extends AsyncDisposable {
  readonly client: pg.Client;
}

export async function connectTo(url: string): Promise<Session> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}
