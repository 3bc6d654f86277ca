import { afterAll, describe, expect, test } from 'vitest';
import type { Config } from '../../src/config/index.ts';
import { startServer } from '../support/server.ts';

const ENDPOINTS = ['info', 'env', 'metrics', 'metrics/db_pool_connections', 'prometheus', 'loggers'];

describe('access levels', () => {
  const statuses = async (settings: Partial<Config>, path: string): Promise<readonly number[]> => {
    await using server = await startServer(settings);
    const as = ['nobody', 'user', 'admin'] as const;
    return await Promise.all(as.map(async (who) => (await server.get(`/management/${path}`, { as: who })).status));
  };

  test('the surface is off by default: 404 before authentication', async () => {
    expect(await statuses({}, 'info')).toEqual([404, 404, 404]);
  });

  test.each([
    ['admin_only', [401, 403, 200]],
    ['private', [401, 200, 200]],
    ['off', [404, 404, 404]],
  ] as const)('%s', async (level, expected) => {
    expect(await statuses({ 'management.enabled': true, 'management.endpoints.info': level }, 'info')).toEqual(
      expected,
    );
  });

  test('admin_only is the default of every endpoint; prometheus has the level of metrics', async () => {
    await using server = await startServer({ 'management.enabled': true });
    for (const path of ENDPOINTS) {
      expect((await server.get(`/management/${path}`)).status).toBe(403);
      expect((await server.get(`/management/${path}`, { as: 'admin' })).status).toBe(200);
    }
    await using off = await startServer({ 'management.enabled': true, 'management.endpoints.metrics': 'off' });
    for (const path of ['metrics', 'metrics/db_pool_connections', 'prometheus'])
      expect((await off.get(`/management/${path}`, { as: 'admin' })).status).toBe(404);
  });
});

describe('endpoints', async () => {
  const server = await startServer({ 'management.enabled': true, 'log.filter': 'warn' });
  afterAll(() => server.close());
  const at = (path: string, init: RequestInit = {}) => server.get(`/management/${path}`, { ...init, as: 'admin' });
  const json = async (path: string, init?: RequestInit): Promise<Record<string, unknown>> =>
    (await (await at(path, init)).json()) as Record<string, unknown>;

  test('info names version, source, build, compiler, node, database and specifications', async () => {
    expect(await json('info')).toEqual({
      name: 'cairn',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      git_sha: expect.any(String),
      build_date: expect.stringMatching(/Z$/),
      compiler: expect.any(String),
      node: process.version,
      database: expect.stringMatching(/^SQLite 3\./),
      spec: {
        its_rest: '1.1.0',
        aql: expect.any(String),
        rm: '1.1.0',
        base: expect.any(String),
        am: expect.any(String),
        term: expect.any(String),
      },
    });
  });

  test('env is the effective configuration as a tree with secrets as ***', async () => {
    expect(await json('env')).toMatchObject({
      auth: { users: '***' },
      log: { filter: 'warn' },
      management: { enabled: true },
    });
  });

  test('metrics: the names, one with its measurements, 404 for none', async () => {
    await server.get('ehr/none');
    const { names } = (await json('metrics')) as { names: string[] };
    expect(names).toEqual(names.toSorted());
    expect(names).toEqual(
      expect.arrayContaining(['db_pool_connections', 'http_server_active_requests', 'compositions_committed_total']),
    );
    expect(await json('metrics/db_pool_connections')).toMatchObject({
      name: 'db_pool_connections',
      metric_type: 'gauge',
      help: expect.any(String),
      measurements: [
        { labels: { state: 'in_use' }, value: expect.any(Number) },
        { labels: { state: 'idle' }, value: expect.any(Number) },
        { labels: { state: 'waiting' }, value: expect.any(Number) },
      ],
    });
    for (const none of ['none', 'constructor', 'toString', '__proto__'])
      expect(await at(`metrics/${none}`)).toMatchObject({ status: 404 });
  });

  test('prometheus: text format 0.0.4, requests by route pattern and never by id', async () => {
    const { ehrId } = await server.cdr.ehrs.create();
    await server.get(`ehr/${ehrId}`);
    const got = await at('prometheus');
    expect(got.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await got.text();
    expect(text).toContain(
      'http_server_request_duration_seconds_count{method="GET",route="/rest/openehr/v1/ehr/{ehr_id}",status="200"} 1',
    );
    expect(text).toContain('db_pool_connections{state="idle"}');
    expect(text).not.toContain(ehrId);
  });

  test('loggers: GET, POST and DELETE answer filter and boot_filter, and change what is logged at once', async () => {
    const logged = async (): Promise<number> => {
      const before = server.log.length;
      await server.get('ehr/none');
      return server.log.length - before;
    };
    const post = (body: string) =>
      at('loggers', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(await json('loggers')).toEqual({ filter: 'warn', boot_filter: 'warn' });
    expect(await logged()).toBe(0);
    const changed = await post('{"filter":"warn,cairn::http=info"}');
    expect(changed.status).toBe(200);
    expect(await changed.json()).toEqual({ filter: 'warn,cairn::http=info', boot_filter: 'warn' });
    expect(await logged()).toBe(1);
    for (const body of ['{"filter":"cairn::http=loud"}', '{"filter":5}', '{}', '[]', 'x'])
      expect((await post(body)).status).toBe(400);
    expect(await json('loggers', { method: 'DELETE' })).toEqual({ filter: 'warn', boot_filter: 'warn' });
    expect(await logged()).toBe(0);
  });

  test.each<[string, () => RequestInit]>([
    ['with Content-Length', () => ({ body: ' '.repeat(10_000) })],
    ['chunked', () => ({ body: new Blob([' '.repeat(10_000)]).stream(), duplex: 'half' })],
  ])('a filter of more than 8 KiB is 413, %s', async (_name, init) => {
    const got = await at('loggers', { method: 'POST', headers: { 'content-type': 'application/json' }, ...init() });
    expect(got.status).toBe(413);
    expect(await got.json()).toMatchObject({ code: 'body_too_large' });
  });

  test('405 with Allow', async () => {
    const got = await at('loggers', { method: 'PUT' });
    expect(got.status).toBe(405);
    expect(got.headers.get('allow')).toBe('GET, HEAD, POST, DELETE, OPTIONS');
  });
});

test('compositions_committed_total counts commits of compositions, those in contributions too', async () => {
  await using server = await startServer({ 'management.enabled': true });
  const { readDemoTemplate, VITAL_SIGNS } = await import('../../src/demo/templates.ts');
  const { contributionOf, versionOf, vitals } = await import('../support/record.ts');
  await server.cdr.templates.upload(await readDemoTemplate(VITAL_SIGNS));
  const { ehrId } = await server.cdr.ehrs.create();
  const headers = { 'content-type': 'application/json' };
  const made = await server.get(`ehr/${ehrId}/composition`, {
    method: 'POST',
    body: JSON.stringify(vitals()),
    headers,
  });
  await server.get(`ehr/${ehrId}/contribution`, {
    method: 'POST',
    body: JSON.stringify(contributionOf(versionOf('249', vitals()), versionOf('249', vitals()))),
    headers,
  });
  await server.get(`ehr/${ehrId}/composition/${made.headers.get('etag')?.replaceAll('"', '')}`, { method: 'DELETE' });
  await server.get(`ehr/${ehrId}/composition`, { method: 'POST', body: '{}', headers });
  const got = await server.get('/management/metrics/compositions_committed_total', { as: 'admin' });
  expect(await got.json()).toMatchObject({ measurements: [{ value: 4 }] });
});

test('management.port is a listener of its own, management.base_path another prefix', async () => {
  await using server = await startServer({
    'management.enabled': true,
    'management.port': 0,
    'management.base_path': '/ops',
  });
  const headers = { authorization: `Basic ${btoa('admin:admin')}` };
  expect(server.managementOrigin).not.toBe(server.origin);
  expect((await fetch(`${server.managementOrigin}/ops/info`, { headers })).status).toBe(200);
  expect((await fetch(`${server.managementOrigin}/health/readiness`)).status).toBe(200);
  expect((await fetch(`${server.managementOrigin}/rest/openehr/v1/ehr`, { headers })).status).toBe(404);
  expect((await fetch(`${server.origin}/ops/info`, { headers })).status).toBe(404);
});
