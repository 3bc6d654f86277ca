import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openApiDocument, statusesOf } from '../../src/openapi/index.ts';
import { recordApi } from '../../src/routes/index.ts';
import { openRecord } from '../support/record.ts';

const { operations } = recordApi({ admin: true });
const keyOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path === '' ? '/' : path}`;

/** Operations of ITS-REST 1.1.0 that this version does not serve, by the reason. */
const NOT_SERVED: readonly (readonly [RegExp, string])[] = [
  [/ \/demographic\//, 'the demographic API has status DEVELOPMENT and is an optional profile'],
  [/ \/definition\/template\/adl2/, 'templates are OPT 1.4'],
  [/ \/definition\/template\/adl1\.4\/\{template_id\}\/example$/, 'examples come with the simplified formats'],
];

/** Operations that ITS-REST does not have. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'GET /ehr/{ehr_id}/contribution': "the requirement's list of contributions",
  'DELETE /admin/template/{template_id}': 'the official API cannot remove a template',
  'DELETE /admin/query/{qualified_query_name}/{version}': 'nor a stored query',
  'GET /definition/query': 'the list of stored queries without a pattern',
};

const ITS_REST = fileURLToPath(new URL('../../../../../shared/corpus/spec/its-rest/', import.meta.url));

/** Methods and paths out of the published OpenAPI files, which are laid out regularly enough for that. */
function officialOperations(): readonly string[] {
  const found: string[] = [];
  for (const name of ['ehr', 'definition', 'query', 'demographic', 'admin', 'system']) {
    let path = '';
    let inPaths = false;
    for (const line of readFileSync(`${ITS_REST}${name}-validation.openapi.yaml`, 'utf8').split('\n')) {
      if (/^\S/.test(line)) inPaths = line.startsWith('paths:');
      else if (inPaths && /^ {2}'?\//.test(line)) path = line.trim().replace(/['":]|\{\?.*?\}/g, '');
      else if (inPaths && /^ {4}(get|put|post|delete|options):/.test(line))
        found.push(`${line.trim().slice(0, -1).toUpperCase()} ${path}`);
    }
  }
  return found;
}

describe.skipIf(!existsSync(ITS_REST))(
  'against the official operations of ITS-REST (skipped without ../shared/corpus)',
  () => {
    const official = existsSync(ITS_REST) ? officialOperations() : [];
    const served = operations.map(keyOf);

    test('there are as many as the files have', () => expect(official.length).toBeGreaterThan(80));

    test('every official operation is served, or listed as not served with a reason', () => {
      const missing = official.filter((operation) => !served.includes(operation));
      expect(missing.filter((operation) => !NOT_SERVED.some(([pattern]) => pattern.test(operation)))).toEqual([]);
    });

    test('nothing that is listed as not served is served', () => {
      expect(served.filter((operation) => NOT_SERVED.some(([pattern]) => pattern.test(operation)))).toEqual([]);
      for (const [pattern] of NOT_SERVED) expect(official.some((operation) => pattern.test(operation))).toBe(true);
    });

    test('every operation that is served is official, or a listed extension', () => {
      expect(served.filter((operation) => !official.includes(operation) && !(operation in EXTENSIONS))).toEqual([]);
      for (const operation of Object.keys(EXTENSIONS)) expect(served).toContain(operation);
    });
  },
);

describe('/openapi.json', () => {
  test('has every operation that is mounted, once, with an id of its own', () => {
    const document = openApiDocument(operations, '/rest/openehr/v1') as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(operations.map(keyOf).sort());
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('describes statuses that every operation shares besides its own', () => {
    const create = operations.find(({ id }) => id === 'composition_create');
    expect(create && statusesOf(create)).toEqual([201, 400, 401, 403, 404, 406, 409, 413, 415, 422]);
  });

  test('is served to anybody, as is a page that loads nothing from elsewhere', async () => {
    await using record = await openRecord();
    const got = await record.ask('GET', '/openapi.json', { auth: null });
    expect(got).toMatchObject({ status: 200, json: { openapi: '3.1.0', servers: [{ url: '/rest/openehr/v1' }] } });
    expect(got.json['paths']).not.toHaveProperty('/admin/ehr/all');
    const page = await record.ask('GET', '/docs', { auth: null });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  test('every path that is described is there: none answers 404 of the router', async () => {
    await using record = await openRecord({ 'admin.enabled': true });
    for (const { method, path, role } of operations) {
      const got = await record.ask(method, path === '' ? '/rest/openehr/v1' : path.slice(1).replace(/\{\w+\}/g, 'x'), {
        auth: role ?? 'user',
      });
      expect({ method, path, code: got.json['code'] }).not.toMatchObject({ code: 'route_not_found' });
      expect({ method, path, status: got.status }).not.toMatchObject({ status: 405 });
    }
  });
});
