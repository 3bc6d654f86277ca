import type { Context, MiddlewareHandler, Next } from 'hono';
import type { AppEnv } from '../routing/index.ts';
import { toResponse } from '../routing/index.ts';

const METHODS = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
const EXPOSED = [
  'ETag',
  'Location',
  'Last-Modified',
  'Preference-Applied',
  'Allow',
  'WWW-Authenticate',
  'X-Request-Id',
  'openehr-item-tag',
  'openehr-version-item-tag',
].join(', ');
const PREFLIGHT_SECONDS = '600';

/**
 * Cross-origin requests of browsers (Fetch standard, "CORS protocol"). A preflight is an OPTIONS request with
 * `Access-Control-Request-Method`: it carries no credentials and asks about this server, not about the resource, so it
 * is answered here. Without allowed origins it gets no permission, and the browser keeps its page out.
 */
export function cors(origins: readonly string[]): MiddlewareHandler<AppEnv> {
  const any = origins.includes('*');
  const permitted = new Set(origins);
  const answer = async (c: Context<AppEnv>, next: Next, origin: string): Promise<Response | undefined> => {
    const allowed = any || permitted.has(origin);
    const permission: Record<string, string> = allowed
      ? { 'access-control-allow-origin': any ? '*' : origin, vary: 'Origin' }
      : {};
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined) {
      return toResponse(c, {
        status: 204,
        headers: {
          ...permission,
          ...(allowed && {
            'access-control-allow-methods': METHODS,
            'access-control-allow-headers': c.req.header('access-control-request-headers') ?? '',
            'access-control-max-age': PREFLIGHT_SECONDS,
          }),
        },
      });
    }
    await next();
    for (const [name, value] of Object.entries(permission)) c.res.headers.set(name, value);
    if (allowed) c.res.headers.set('access-control-expose-headers', EXPOSED);
    return undefined;
  };
  return (c, next) => {
    const origin = c.req.header('origin');
    return origin === undefined ? next() : answer(c, next, origin);
  };
}
