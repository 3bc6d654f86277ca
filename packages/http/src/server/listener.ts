import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Config } from '../config/index.ts';
import { errorBody, statusOf } from '../errors/index.ts';
import { answerClientError } from './client-errors.ts';

/** Something that listens. */
export interface Listener {
  /** `http://host:port`. */
  readonly origin: string;
  /** Stops accepting, lets requests in flight finish for so many milliseconds, then cuts them off. */
  close(timeout: number): Promise<void>;
}

type Fetch = Parameters<typeof getRequestListener>[0];

/** How often Node looks for requests that take too long, at the most. */
const CHECK_INTERVAL_MS = 5000;
/** How often a stopping server looks for connections that have become idle. */
const IDLE_INTERVAL_MS = 25;

export async function listen(
  fetch: Fetch,
  address: { readonly host: string; readonly port: number },
  config: Config,
): Promise<Listener> {
  const receive = config['limits.receive_timeout'];
  const idle = config['limits.idle_timeout'];
  const pending = pendingAnswers();
  const handle = getRequestListener(fetch, { hostname: address.host, errorHandler: malformedRequest });
  const server = createServer(
    {
      maxHeaderSize: config['limits.headers'],
      requestTimeout: receive,
      headersTimeout: receive,
      keepAliveTimeout: idle,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, Math.ceil(receive / 2)),
    },
    (incoming, outgoing) => {
      pending.add(outgoing);
      outgoing.setTimeout(idle).on('timeout', cutOffWhenUnread);
      // The adapter turns every failure into an answer; its promise never rejects.
      void handle(incoming, outgoing);
    },
  );
  server.on('clientError', answerClientError);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    origin: originOf(server, address.host),
    close(timeout) {
      pending.areTheLast();
      return drain(server, timeout);
    },
  };
}

/** Nothing moved on the connection for a while: its client does not read on, unless there is no answer yet that it could read. */
function cutOffWhenUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

/** The answers that are not given yet. */
function pendingAnswers() {
  const pending = new Set<ServerResponse>();
  let last = false;
  return {
    add(answer: ServerResponse): void {
      if (last) answer.shouldKeepAlive = false;
      pending.add(answer);
      answer.once('close', () => pending.delete(answer));
    },
    /** From now on each says `Connection: close` (RFC 9112, section 9.6). */
    areTheLast(): void {
      last = true;
      for (const answer of pending) answer.shouldKeepAlive = false;
    },
  };
}

/** The adapter could not make a request of it: its host or its target is not valid. */
function malformedRequest(): Response {
  const body = errorBody(statusOf.malformed_request, 'malformed_request', 'This is not a valid HTTP request.');
  return new Response(JSON.stringify(body), {
    status: statusOf.malformed_request,
    headers: { 'content-type': 'application/json' },
  });
}

function originOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function drain(server: Server, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_INTERVAL_MS);
    const late = setTimeout(() => server.closeAllConnections(), timeout);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(late);
      resolve();
    });
  });
}
