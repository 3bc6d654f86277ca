import type { Hono } from 'hono';
import { serveFixed, type AppEnv, type Operation } from '../routing/index.ts';
import { openApiDocument } from './document.ts';
import { VIEWER, VIEWER_POLICY } from './viewer.ts';

export { openApiDocument, statusesOf } from './document.ts';

/** Serves the description of the record API, and a page to read it. */
export function mountOpenApi(app: Hono<AppEnv>, operations: readonly Operation[], basePath: string): void {
  const document = JSON.stringify(openApiDocument(operations, basePath));
  serveFixed(app, '/openapi.json', () => ({ status: 200, body: document, format: 'json' }));
  const headers = { 'content-security-policy': VIEWER_POLICY };
  serveFixed(app, '/docs', () => ({ status: 200, headers, body: VIEWER, format: 'html' }));
}
