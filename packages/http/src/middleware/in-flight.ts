import type { MiddlewareHandler } from 'hono';
import { HttpError } from '../errors/index.ts';
import type { AppEnv } from '../routing/index.ts';

/** Lets this many requests be handled at the same time; more are told to come back (503, `Retry-After`). */
export function inFlight(limit: number): MiddlewareHandler<AppEnv> {
  let active = 0;
  return async (_c, next) => {
    if (active >= limit)
      throw new HttpError('overloaded', 'Too many requests are being handled; try again in a moment.');
    active += 1;
    try {
      await next();
    } finally {
      active -= 1;
    }
  };
}
