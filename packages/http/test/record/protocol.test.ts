import { afterAll, describe, expect, test } from 'vitest';
import { createLogging } from '../../src/logging/index.ts';
import { BASE, openRecord, status, vitals } from '../support/record.ts';

const lines: string[] = [];
const logging = createLogging('info', { write: (line: string) => void lines.push(line) });
const record = await openRecord({ 'server.body_limit': 64 * 1024 }, { logging });
const { ask } = record;
afterAll(() => record[Symbol.asyncDispose]());

const ehrId = await record.ehr();

describe('order of checks (ITS-REST overview; rest.md section 1)', () => {
  test('401 comes before 404, 405 and 406', async () => {
    for (const path of ['ehr', 'no/such/thing', `ehr/${ehrId}`]) {
      const got = await ask('PATCH', path, { auth: null, headers: { accept: 'text/html' } });
      expect(got).toMatchObject({ status: 401, json: { code: 'unauthenticated' } });
      expect(got.headers.get('www-authenticate')).toBe('Basic realm="cairn", charset="UTF-8"');
    }
  });

  test('404 for an unknown path, 405 with Allow for an unknown method of a path', async () => {
    expect(await ask('GET', 'no/such/thing')).toMatchObject({ status: 404, json: { code: 'route_not_found' } });
    expect(await ask('GET', 'ehr/')).toMatchObject({ status: 404 });
    const got = await ask('DELETE', `ehr/${ehrId}`, { headers: { accept: 'text/html' } });
    expect(got).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
    expect(got.headers.get('allow')).toBe('GET, HEAD, PUT, OPTIONS');
    expect(await ask('PATCH', `ehr/${ehrId}/ehr_status`)).toMatchObject({ status: 405 });
    expect(await ask('POST', `ehr/${ehrId}/ehr_status`)).toMatchObject({ status: 405 });
  });

  test('406 comes before 415, 415 before 400, 400 before 404 of the EHR', async () => {
    const unknown = 'ehr/00000000-0000-4000-8000-000000000000/composition';
    expect(
      await ask('POST', unknown, { text: '{', headers: { accept: 'text/html', 'content-type': 'text/html' } }),
    ).toMatchObject({ status: 406 });
    expect(await ask('POST', unknown, { text: '{', headers: { 'content-type': 'text/html' } })).toMatchObject({
      status: 415,
    });
    expect(await ask('POST', unknown, { text: '{' })).toMatchObject({ status: 400 });
    expect(await ask('POST', unknown, { body: vitals() })).toMatchObject({ status: 404 });
  });

  test('404 of the EHR comes before 422 of the content', async () => {
    const { content: _, ...hollow } = vitals({ name: { _type: 'DV_TEXT', value: 'other' } });
    expect(await ask('POST', 'ehr/00000000-0000-4000-8000-000000000000/composition', { body: hollow })).toMatchObject({
      status: 404,
    });
  });
});

describe('negotiation', () => {
  test.each(['application/openehr.wt.flat+json', 'application/openehr.wt.structured.schema+json'])(
    '%s is 415 and 406, and said not to be served yet',
    async (type) => {
      const sent = await ask('POST', `ehr/${ehrId}/composition`, { text: '{}', headers: { 'content-type': type } });
      expect(sent).toMatchObject({
        status: 415,
        json: { code: 'unsupported_media_type', message: expect.stringContaining('does not serve') },
      });
      const asked = await ask('GET', `ehr/${ehrId}/ehr_status`, { headers: { accept: type } });
      expect(asked).toMatchObject({
        status: 406,
        json: { code: 'not_acceptable', message: expect.stringContaining('does not serve') },
      });
    },
  );

  test('a body without a Content-Type is taken as JSON', async () => {
    const response = await ask('POST', 'ehr', {
      body: new TextEncoder().encode(JSON.stringify(status())),
      headers: { 'content-type': '' },
    });
    expect(response.status).toBe(415);
    const { status: made } = await ask('POST', 'ehr', {
      body: status(),
      headers: { 'content-type': 'Application/JSON;charset=UTF-8' },
    });
    expect(made).toBe(201);
  });
});

describe('methods', () => {
  test('HEAD mirrors GET without the body, errors and 204 included', async () => {
    const uid = await record.composition(ehrId);
    const { etag: deletion } = await ask('DELETE', `ehr/${ehrId}/composition/${uid}`);
    for (const path of [
      `ehr/${ehrId}`,
      `ehr/${ehrId}/composition/${uid}`,
      `ehr/${ehrId}/composition/${deletion}`,
      `ehr/${ehrId}/composition/none`,
    ]) {
      const [head, get] = [await ask('HEAD', path), await ask('GET', path)];
      expect(head.status).toBe(get.status);
      expect(head.text).toBe('');
      for (const name of ['etag', 'last-modified', 'content-type'])
        expect(head.headers.get(name)).toBe(get.headers.get(name));
      if (get.text !== '') expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    }
  });

  test('OPTIONS on a resource gives Allow', async () => {
    const got = await ask('OPTIONS', `ehr/${ehrId}/composition`);
    expect(got).toMatchObject({ status: 204, text: '' });
    expect(got.headers.get('allow')).toBe('POST, OPTIONS');
  });

  test.each([BASE, `${BASE}/`])('OPTIONS %s is the conformance manifest', async (path) => {
    const got = await ask('OPTIONS', path);
    expect(got).toMatchObject({
      status: 200,
      json: { solution: 'Cairn', restapi_specs_version: '1.1.0', endpoints: ['/ehr', '/definition', '/query'] },
    });
    expect(got.headers.get('allow')).toBe('OPTIONS');
    expect(await ask('OPTIONS', path, { auth: null })).toMatchObject({ status: 401 });
  });

  test('a CORS preflight is told apart, needs no credentials and gets no permission by default', async () => {
    const headers = { origin: 'https://app.example.org', 'access-control-request-method': 'PUT' };
    const got = await ask('OPTIONS', `ehr/${ehrId}`, { auth: null, headers });
    expect(got.status).toBe(204);
    expect(got.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('an allowed origin gets permission, on preflight, answer and error', async () => {
    await using open = await openRecord({ 'server.cors_origins': ['https://app.example.org'] });
    const headers = {
      origin: 'https://app.example.org',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'if-match',
    };
    const preflight = await open.ask('OPTIONS', 'ehr', { auth: null, headers });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('if-match');
    for (const path of [`ehr/${await open.ehr()}`, 'ehr/none']) {
      const got = await open.ask('GET', path, { headers: { origin: 'https://app.example.org' } });
      expect(got.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
      expect(got.headers.get('access-control-expose-headers')).toContain('ETag');
    }
    const other = await open.ask('GET', 'ehr/none', { headers: { origin: 'https://evil.example' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('limits', () => {
  test('413 for a larger body, with and without Content-Length', async () => {
    const text = JSON.stringify({ x: 'x'.repeat(64 * 1024) });
    expect(await ask('POST', 'ehr', { text })).toMatchObject({ status: 413, json: { code: 'body_too_large' } });
    expect(await ask('POST', 'ehr', { text, headers: { 'content-length': String(text.length) } })).toMatchObject({
      status: 413,
    });
  });

  test('414 for a longer URL, 400 for a broken percent-encoding', async () => {
    expect(await ask('GET', `ehr?subject_id=${'x'.repeat(9000)}`)).toMatchObject({
      status: 414,
      json: { code: 'url_too_long' },
    });
    expect(await ask('GET', 'ehr/%C3%28')).toMatchObject({ status: 400, json: { code: 'malformed_url' } });
  });
});

describe('what goes with every answer', () => {
  test('the error body has all its members', async () => {
    const { json } = await ask('GET', 'ehr/none');
    expect(Object.keys(json).sort()).toEqual(['code', 'details', 'error', 'message', 'validationErrors']);
    expect(json).toMatchObject({ error: 'Not Found', validationErrors: [], details: [] });
  });

  test('X-Request-Id comes back, or a new one', async () => {
    expect(
      (await ask('GET', `ehr/${ehrId}`, { headers: { 'x-request-id': 'abc-1' } })).headers.get('x-request-id'),
    ).toBe('abc-1');
    expect(
      (await ask('GET', `ehr/${ehrId}`, { headers: { 'x-request-id': 'a b' } })).headers.get('x-request-id'),
    ).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('clinical answers are not to be kept by caches', async () => {
    expect((await ask('GET', `ehr/${ehrId}`)).headers.get('cache-control')).toBe('no-store');
  });

  test('one log line for each request, with the route pattern and X-Audit-Context and without any id or value', async () => {
    lines.length = 0;
    await ask('GET', `ehr/${ehrId}/composition/none?version_at_time=2026-01-05T00:00:00Z`, {
      headers: { 'x-audit-context': 'study 7' },
    });
    expect(lines).toHaveLength(1);
    const line: unknown = JSON.parse(lines[0] ?? '');
    expect(line).toMatchObject({
      level: 'info',
      target: 'cairn::http',
      method: 'GET',
      route: `${BASE}/ehr/{ehr_id}/composition/{uid_based_id}`,
      status: 404,
      user: 'user',
      audit_context: 'study 7',
      request_id: expect.any(String),
      duration_ms: expect.any(Number),
    });
    expect(lines[0]).not.toContain(ehrId);
    expect(lines[0]).not.toContain('2026-01-05T00:00:00Z');
  });
});

test('settings: weak ETags, another default of Prefer, a public URL', async () => {
  await using other = await openRecord({
    'etag.weak': true,
    'prefer.default': 'identifier',
    'server.public_url': 'https://cdr.example.org',
    'server.base_path': '/a/rest/openehr/v1',
  });
  const got = await other.ask('POST', '/a/rest/openehr/v1/ehr');
  expect(got.headers.get('etag')).toMatch(/^W\/"[0-9a-f-]{36}"$/);
  expect(got.json['uid']).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
  expect(got.headers.get('location')).toMatch(/^https:\/\/cdr\.example\.org\/a\/rest\/openehr\/v1\/ehr\//);
  expect(await other.ask('GET', '/a/rest/status', { auth: null })).toMatchObject({ status: 200 });
});

test('Location follows the proxy in front', async () => {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'cdr.example.org' };
  expect((await ask('POST', 'ehr', { headers })).headers.get('location')).toMatch(
    /^https:\/\/cdr\.example\.org\/rest\//,
  );
  expect((await ask('POST', 'ehr', { headers: { 'x-forwarded-host': 'a/b"' } })).headers.get('location')).toMatch(
    /^http:\/\/localhost\//,
  );
});
