import type { Context, Hono } from 'hono';
import { HttpError } from '../errors/index.ts';
import type { Answer } from './answers.ts';
import type { AppEnv } from './env.ts';
import { toResponse } from './response.ts';

const ALLOW = 'GET, HEAD, OPTIONS';

/** Serves a document to anybody at a fixed address outside the record API. */
export function serveFixed(app: Hono<AppEnv>, path: string, answer: () => Promise<Answer> | Answer): void {
  app.all(path, async (c: Context<AppEnv>) => {
    c.set('route', path);
    const { method } = c.req;
    if (method === 'GET' || method === 'HEAD') return toResponse(c, await answer());
    if (method === 'OPTIONS') return toResponse(c, { status: 204, headers: { allow: ALLOW } });
    throw new HttpError('method_not_allowed', `${method} is not a method of this resource.`, {
      headers: { allow: ALLOW },
    });
  });
}
