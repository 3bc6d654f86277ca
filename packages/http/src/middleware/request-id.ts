import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../routing/index.ts';

const ACCEPTABLE = /^[\w.:-]{1,128}$/;

/** Gives each request an id: the caller's `X-Request-Id` where that is a plain token, else a new one. It goes back in the answer. */
export const requestId = (): MiddlewareHandler<AppEnv> => (c, next) => {
  const given = c.req.header('x-request-id');
  c.set('requestId', given !== undefined && ACCEPTABLE.test(given) ? given : randomUUID());
  return next();
};
