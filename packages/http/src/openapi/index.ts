import type { Hono } from 'hono';
import { serveFixed, type AppEnv, type Operation } from '../routing/index.ts';
import { openApiDocument } from './document.ts';
import { VIEWER, VIEWER_POLICY } from './viewer.ts';

export { openApiDocument, statusesOf } from './document.ts';

/** Serves the description of the record API, and a page to read it. */
export function mountOpenApi(app: Hono<AppEnv>, operations: readonly Operation[], basePath: string): void {
  let document: string | undefined;
  serveFixed(app, '/openapi.json', () => {
    document ??= JSON.stringify(openApiDocument(operations, basePath));
    return { status: 200, body: document, format: 'json' };
  });
  const headers = { 'content-security-policy': VIEWER_POLICY };
  serveFixed(app, '/docs', () => ({ status: 200, headers, body: VIEWER, format: 'html' }));
}
