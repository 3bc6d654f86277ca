import { describe, expect, test } from 'vitest';
import { readinessOf } from '../../src/health/index.ts';
import { startServer } from '../support/server.ts';

const up = { up: true, detail: 'SQLite 3' };
const down = { up: false, detail: 'gone' };
const current = { current: true, detail: 'current' };
const old = { current: false, detail: '1 missing' };

test.each([
  [{ database: up, migrations: current }, 'UP'],
  [{ database: up, migrations: old }, 'DEGRADED'],
  [{ database: down, migrations: old }, 'DOWN'],
])('%j is %s', (health, status) => {
  const readiness = readinessOf(health);
  expect(readiness.status).toBe(status);
  expect(readiness.components).toHaveProperty('db.detail', health.database.detail);
  expect(readiness.components).toHaveProperty('migrations.detail', health.migrations.detail);
});

describe('public addresses', () => {
  test('health, liveness, readiness and status answer anybody', async () => {
    await using server = await startServer();
    const get = (path: string) => server.get(path, { as: 'nobody' });
    expect(await (await get('/health')).text()).toBe('OK');
    expect(await (await get('/health/liveness')).json()).toEqual({ status: 'UP' });
    const readiness = await get('/health/readiness');
    expect(readiness.status).toBe(200);
    expect(await readiness.json()).toMatchObject({
      status: 'UP',
      components: { db: { status: 'UP', detail: expect.any(String) }, migrations: { status: 'UP' } },
    });
    expect(await (await get('/rest/status')).json()).toEqual({
      status: 'UP',
      server_version: expect.any(String),
      openehr_rest_api_version: '1.1.0',
      timestamp: expect.stringMatching(/Z$/),
    });
    const wrong = await server.get('/health', { as: 'nobody', method: 'POST' });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await get('/nowhere')).status).toBe(404);
  });
});

test('a store that does not answer is DOWN with 503, and a record request is 503 too', async () => {
  const { openSqliteStore } = await import('@cairn/store-sqlite');
  const { createCdr } = await import('@cairn/core');
  const { createApp } = await import('../../src/app.ts');
  const store = await openSqliteStore({ path: ':memory:' });
  const app = createApp(await createCdr({ store }), {
    config: { 'auth.users': [{ username: 'u', password: 'u', roles: ['user'] }] },
  });
  await store.close();
  const readiness = await app.request('/health/readiness');
  expect(readiness.status).toBe(503);
  expect(await readiness.json()).toMatchObject({ status: 'DOWN', components: { db: { status: 'DOWN' } } });
  const status = await app.request('/rest/status');
  expect(status.status).toBe(503);
  expect(await status.json()).toMatchObject({ status: 'DOWN' });
  const record = await app.request('/rest/openehr/v1/ehr', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('u:u')}` },
  });
  expect(record.status).toBe(503);
  expect(await record.json()).toMatchObject({ code: 'store_unavailable' });
  expect(await (await app.request('/health')).text()).toBe('OK');
});
