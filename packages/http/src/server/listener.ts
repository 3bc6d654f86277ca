import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  const handle = getRequestListener(fetch, { hostname: address.host, errorHandler: malformedRequest });
  const server = createServer(
    {
      maxHeaderSize: config['limits.headers'],
      requestTimeout: receive,
      headersTimeout: receive,
      keepAliveTimeout: config['limits.idle_timeout'],
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, Math.ceil(receive / 2)),
    },
    // The adapter turns every failure into an answer; its promise never rejects.
    (incoming, outgoing) => void handle(incoming, outgoing),
  );
  server.on('clientError', answerClientError);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { origin: originOf(server, address.host), close: (timeout) => drain(server, timeout) };
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
