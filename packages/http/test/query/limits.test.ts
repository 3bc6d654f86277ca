import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDemoTemplate, VITAL_SIGNS } from '../../src/demo/templates.ts';
import { startServer, type ServerUnderTest } from '../support/server.ts';
import { vitals } from '../support/record.ts';

const COMPOSITIONS = 6;
/** A product of so many bindings that no machine gets to its end. */
const ENDLESS =
  'SELECT COUNT(*) FROM EHR e CONTAINS (ELEMENT a AND ELEMENT b AND ELEMENT c AND ELEMENT d AND ELEMENT f)';
const UIDS = 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c';
const SECRET = 'Mxyzptlk';

const ask = (server: ServerUnderTest, body: object, init: RequestInit = {}): Promise<Response> =>
  server.get('query/aql', {
    ...init,
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

async function seed(server: ServerUnderTest): Promise<void> {
  await server.cdr.templates.upload(await readDemoTemplate(VITAL_SIGNS));
  const { ehrId } = await server.cdr.ehrs.create();
  for (let count = 0; count < COMPOSITIONS; count += 1) await server.cdr.compositions.create(ehrId, vitals());
}

describe('limits of queries', () => {
  let server: ServerUnderTest;
  beforeAll(async () => {
    server = await startServer({
      'query.timeout': 300,
      'query.default_fetch': 2,
      'query.max_fetch': 5,
      'query.max_rows': 4,
      'log.filter': 'trace',
      'management.enabled': true,
    });
    await seed(server);
  });
  afterAll(() => server.close());

  test('query.timeout: 408, in good time, and others are served meanwhile', async () => {
    const start = performance.now();
    const slow = ask(server, { q: ENDLESS });
    for (let count = 0; count < 5; count += 1) {
      const before = performance.now();
      expect((await server.get('/health/readiness', { as: 'nobody' })).status).toBe(200);
      expect(performance.now() - before).toBeLessThan(250);
    }
    const answer = await slow;
    expect(answer.status).toBe(408);
    expect(await answer.json()).toMatchObject({ error: 'Request Timeout', code: 'query_timeout' });
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test('query.default_fetch: without fetch, unless the query has a LIMIT', async () => {
    const rows = async (body: object): Promise<unknown> =>
      ((await (await ask(server, body)).json()) as { rows: [] }).rows.length;
    expect(await rows({ q: UIDS })).toBe(2);
    expect(await rows({ q: `${UIDS} LIMIT 4` })).toBe(4);
    expect(await rows({ q: UIDS, fetch: 4 })).toBe(4);
  });

  test('query.max_fetch: 400, never a page that is cut short', async () => {
    const answer = await ask(server, { q: UIDS, fetch: 6 });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_parameter', message: expect.stringContaining('5') });
    expect((await server.get(`query/aql?q=${encodeURIComponent(UIDS)}&fetch=6`)).status).toBe(400);
  });

  test('query.max_rows: 400 for a query that would hold more', async () => {
    const answer = await ask(server, { q: `${UIDS} ORDER BY c/uid/value`, offset: 5 });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'query_too_large' });
  });

  test('a query whose client goes away stops', async () => {
    await using patient = await startServer({ 'log.filter': 'off,cairn::aql=debug' });
    await seed(patient);
    const controller = new AbortController();
    const asked = ask(patient, { q: ENDLESS }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 200);
    await expect(asked).rejects.toThrow();
    await expect
      .poll(() => patient.log, { timeout: 3000 })
      .toContainEqual(expect.objectContaining({ target: 'cairn::aql', outcome: 'query_cancelled', kind: 'adhoc' }));
  });

  test('the log tells how queries went, and nothing of what they say', async () => {
    const q = `${UIDS} WHERE c/name/value != '${SECRET}' AND c/name/value != $p`;
    await ask(server, { q, query_parameters: { p: SECRET } });
    await ask(server, { q: `SELECT ${SECRET} FROM EHR e` });
    await server.get(`query/aql?${new URLSearchParams({ q, p: SECRET }).toString()}`);
    const headers = { 'content-type': 'text/plain' };
    await server.get('definition/query/org.example::all', { method: 'PUT', body: UIDS, headers });
    await server.get('query/org.example::all');
    const lines = server.log.filter(({ target }) => target === 'cairn::aql');
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'adhoc', outcome: 'ok', rows: 2, level: 'debug' }));
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'adhoc', outcome: 'invalid_query', rows: 0 }));
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'stored', name: 'org.example::all/1.0.0', duration_ms: expect.any(Number) }),
    );
    const log = JSON.stringify(server.log);
    expect(log).not.toContain(SECRET);
    expect(log).not.toContain('SELECT');
  });

  test('metrics count queries by kind and outcome', async () => {
    await ask(server, { q: UIDS });
    await ask(server, { q: 'SELECT' });
    const text = await (await server.get('/management/prometheus', { as: 'admin' })).text();
    for (const labels of ['kind="adhoc",outcome="ok"', 'kind="adhoc",outcome="invalid_query"'])
      expect(text).toMatch(new RegExp(`^aql_query_duration_seconds_count\\{${labels}\\} [1-9]`, 'm'));
    expect(text).toMatch(/^aql_queries_total [1-9]/m);
    expect(text).toMatch(/^aql_rows_total [1-9]/m);
    expect(text).not.toContain(SECRET);
  });
});
