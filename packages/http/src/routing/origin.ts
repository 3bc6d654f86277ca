import type { Context } from 'hono';
import type { AppEnv } from './env.ts';

const HOST = /^[A-Za-z0-9.[\]:_-]{1,255}$/;

/**
 * The origin by which the client reached this server: what a proxy says in `X-Forwarded-Proto` and `X-Forwarded-Host`
 * where it does, else the request's own. It is used in `Location` only.
 */
export function requestOrigin(c: Context<AppEnv>): string {
  const { protocol, host } = new URL(c.req.url);
  const proto = firstOf(c.req.header('x-forwarded-proto'))?.toLowerCase();
  const forwarded = firstOf(c.req.header('x-forwarded-host'));
  const scheme = proto === 'http' || proto === 'https' ? proto : protocol.slice(0, -1);
  return `${scheme}://${forwarded !== undefined && HOST.test(forwarded) ? forwarded : host}`;
}

const firstOf = (list: string | undefined): string | undefined => list?.split(',', 1)[0]?.trim();
