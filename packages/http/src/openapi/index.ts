import type { Hono } from 'hono';
import { toResponse, type AppEnv, type Operation } from '../routing/index.ts';
import { openApiDocument } from './document.ts';
import { VIEWER, VIEWER_POLICY } from './viewer.ts';

export { openApiDocument, statusesOf } from './document.ts';

/** Serves the description of the record API, and a page to read it. */
export function mountOpenApi(app: Hono<AppEnv>, operations: readonly Operation[], basePath: string): void {
  const document = JSON.stringify(openApiDocument(operations, basePath));
  app.get('/openapi.json', (c) => {
    c.set('route', '/openapi.json');
    return toResponse(c, { status: 200, body: document, format: 'json' });
  });
  app.get('/docs', (c) => {
    c.set('route', '/docs');
    return toResponse(c, {
      status: 200,
      headers: { 'content-security-policy': VIEWER_POLICY },
      body: VIEWER,
      format: 'html',
    });
  });
}
