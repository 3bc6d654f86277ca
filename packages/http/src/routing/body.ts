import type { Context } from 'hono';
import { HttpError } from '../errors/index.ts';
import type { AppEnv } from './env.ts';

/** Whether the request has a body, as far as its head tells (RFC 9112, section 6.3). */
export function hasBody(c: Context<AppEnv>): boolean {
  const length = c.req.header('content-length');
  if (length !== undefined) return Number(length) > 0;
  if (c.req.header('transfer-encoding') !== undefined) return true;
  // A request that did not come over a socket has neither header.
  return c.env?.incoming === undefined && c.req.raw.body !== null;
}

/** Reads the whole body, and no more than `limit` bytes of it: `body_too_large`. */
export async function readBody(c: Context<AppEnv>, limit: number): Promise<Uint8Array> {
  const length = c.req.header('content-length');
  if (Number(length) > limit) throw tooLarge(limit);
  try {
    if (length !== undefined) return new Uint8Array(await c.req.raw.arrayBuffer());
    return await readChunks(c.req.raw.body, limit);
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    throw new HttpError('request_timeout', 'The request ended before its body did.', { cause });
  }
}

async function readChunks(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

const tooLarge = (limit: number): HttpError =>
  new HttpError('body_too_large', `The body is larger than ${limit} bytes.`, { headers: { connection: 'close' } });
