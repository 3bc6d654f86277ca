import type { MiddlewareHandler } from 'hono';
import { HttpError } from '../errors/index.ts';
import type { AppEnv } from '../routing/index.ts';

/** Refuses URLs that are too long (414) or hold a broken percent-encoding (400). */
export const checkUrl =
  (limit: number): MiddlewareHandler<AppEnv> =>
  (c, next) => {
    const { url } = c.req;
    if (url.length > limit) throw new HttpError('url_too_long', `The URL is longer than ${limit} bytes.`);
    if (url.includes('%') && !isDecodable(url))
      throw new HttpError('malformed_url', 'The URL has an invalid percent-encoding.');
    return next();
  };

function isDecodable(url: string): boolean {
  try {
    // Looked at, since a bundler takes a call for its error alone for one without effect.
    return decodeURIComponent(url).length > 0;
  } catch {
    return false;
  }
}
