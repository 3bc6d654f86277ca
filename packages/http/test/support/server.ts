import { connect } from 'node:net';
import type { Config } from '../../src/config/index.ts';
import { serve, type RunningServer } from '../../src/server/index.ts';

const USERS: Config['auth.users'] = [
  { username: 'user', password: 'user', roles: ['user'] },
  { username: 'admin', password: 'admin', roles: ['admin'] },
];

export interface ServerUnderTest extends RunningServer, AsyncDisposable {
  /** Lines of the log so far, parsed. */
  readonly log: readonly Record<string, unknown>[];
  /** `fetch` below the base path, or anywhere with a leading slash, as a user. */
  get(path: string, init?: RequestInit & { readonly as?: 'user' | 'admin' | 'nobody' }): Promise<Response>;
}

/** A real server on a free port, over a store in memory. */
export async function startServer(settings: Partial<Config> = {}): Promise<ServerUnderTest> {
  const log: Record<string, unknown>[] = [];
  const server = await serve(
    { 'server.port': 0, 'store.url': 'sqlite::memory:', 'auth.users': USERS, ...settings },
    { log: { write: (line) => void log.push(JSON.parse(line)) } },
  );
  return {
    ...server,
    log,
    get(path, { as = 'user', ...init } = {}) {
      const headers = new Headers(init.headers);
      if (as !== 'nobody') headers.set('authorization', `Basic ${btoa(`${as}:${as}`)}`);
      const url = server.origin + (path.startsWith('/') ? path : `/rest/openehr/v1/${path}`);
      return fetch(url, { ...init, headers });
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Sends bytes as they are and gives everything that comes back until the server closes or `enough` is there. */
export function raw(origin: string, bytes: string, enough?: RegExp): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let got = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (chunk) => {
      got += String(chunk);
      if (enough?.test(got)) socket.destroy();
    });
    socket.on('close', () => resolve(got));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(got) : reject(error),
    );
  });
}

export const AUTHORIZATION = `Authorization: Basic ${btoa('user:user')}`;
