import type { Context } from 'hono';
import { CONTENT_TYPE } from '../headers/index.ts';
import type { Answer } from './answers.ts';
import type { AppEnv } from './env.ts';

type ResponseBody = ConstructorParameters<typeof Response>[0];

/**
 * Turns an answer into the response, all headers at once: a response that is changed afterwards loses the fast way
 * through the server. A clinical answer is nobody's to keep, so caches are told not to.
 */
export function toResponse(c: Context<AppEnv>, answer: Answer): Response {
  const { status, body, format = 'json' } = answer;
  const headers: Record<string, string> = {
    ...answer.headers,
    'x-request-id': c.get('requestId'),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  // RFC 9110, sections 8.6 and 15.3.5: no body, no Content-Type, no Content-Length.
  if (status === 204) return new Response(null, { status, headers });
  if (body === undefined) headers['content-length'] = '0';
  else headers['content-type'] = CONTENT_TYPE[format];
  if (c.req.method !== 'HEAD') return new Response((body ?? null) as ResponseBody, { status, headers });
  headers['content-length'] = String(Buffer.byteLength(body ?? ''));
  return new Response(null, { status, headers });
}
