import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '@cairn/core';
import { BASE, openRecord, type Ask, type Got, type RecordUnderTest } from '../support/record.ts';

const AQL = 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c';
const BY_NAME = `${AQL} WHERE c/name/value LIKE $name`;

let record: RecordUnderTest;
let [ehrId, uid] = ['', ''];
beforeAll(async () => {
  record = await openRecord({ 'admin.enabled': true });
  ehrId = await record.ehr();
  uid = await record.composition(ehrId);
});
afterAll(() => record[Symbol.asyncDispose]());

let made = 0;
const newName = (namespace = 'org.example'): string => `${namespace}::test-${(made += 1)}`;
const put = (path: string, text: string, ask: Ask = {}): Promise<Got> =>
  record.ask('PUT', `definition/query/${path}`, {
    text,
    ...ask,
    headers: { 'content-type': 'text/plain', ...ask.headers },
  });
const get = (path: string): Promise<Got> => record.ask('GET', `definition/query/${path}`);
const listed = async (path: string): Promise<string[]> =>
  (await get(path)).list.map(({ name, version }) => `${text(name)}/${text(version)}`);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const cells = ({ json }: Got): unknown[] => (json['rows'] as unknown[][]).map(([cell]) => cell);

describe('PUT /definition/query/{qualified_query_name}', () => {
  test('stores 1.0.0, then patches; the same text again stores nothing', async () => {
    const name = newName();
    const first = await put(name, AQL);
    expect(first).toMatchObject({ status: 200, text: '' });
    expect(first.headers.get('location')).toBe(`http://localhost${BASE}/definition/query/${name}/1.0.0`);
    expect((await put(name, AQL)).headers.get('location')).toMatch(/\/1\.0\.0$/);
    expect((await put(name, `${AQL} `)).headers.get('location')).toMatch(/\/1\.0\.1$/);
    expect((await put(name, AQL)).headers.get('location')).toMatch(/\/1\.0\.2$/);
    expect(await listed(name)).toEqual(['1.0.0', '1.0.1', '1.0.2'].map((version) => `${name}/${version}`));
  });

  test('goes on from the highest release', async () => {
    const name = newName();
    for (const version of ['2.3.9', '1.0.0', '3.0.0-rc.1']) await put(`${name}/${version}`, AQL);
    expect((await put(name, `${AQL} LIMIT 1`)).headers.get('location')).toMatch(/\/2\.3\.10$/);
  });

  test('many at the same moment: each text has a version of its own', async () => {
    const name = newName();
    const texts = Array.from({ length: 10 }, (_, index) => `${AQL} LIMIT ${index + 1}`);
    const answers = await Promise.all(texts.map((text) => put(name, text)));
    const locations = answers.map(({ headers }) => headers.get('location'));
    expect(new Set(locations).size).toBe(10);
    expect(await listed(name)).toHaveLength(10);
  });

  test('takes JSON with q, and query_type AQL in any case', async () => {
    const name = newName();
    const headers = { 'content-type': 'application/json' };
    expect((await put(name, JSON.stringify({ q: AQL }), { headers })).status).toBe(200);
    expect((await get(`${name}/1`)).json['q']).toBe(AQL);
    for (const type of ['AQL', 'aql']) expect((await put(`${newName()}?query_type=${type}`, AQL)).status).toBe(200);
    expect(await put(`${newName()}?query_type=SQL`, AQL)).toMatchObject({
      status: 400,
      json: { code: 'invalid_parameter' },
    });
  });

  test('keeps the text to the byte, and takes a body without Content-Type for AQL', async () => {
    const name = newName();
    const text = "SELECT c/uid/value -- größe\r\nFROM COMPOSITION c\tWHERE c/name/value = 'ß\u{1F600}'\n";
    await put(name, text);
    expect((await get(`${name}/1.0.0`)).json['q']).toBe(text);
  });

  test.each([
    ['is empty', ''],
    ['does not parse', 'SELECT'],
    ['has a variable that FROM does not have', 'SELECT x FROM COMPOSITION c'],
    ['has no path of the model', 'SELECT c/nam FROM COMPOSITION c WHERE c/name/value = $name'],
  ])('400 when the query %s', async (_, text) => {
    const name = newName();
    for (const path of [name, `${name}/1.0.0`]) {
      const got = await put(path, text);
      expect(got.status).toBe(400);
      if (text !== '') expect(got.json['message']).toMatch(/^line 1, column \d+: .*\^$/s);
    }
    expect(await listed(name)).toEqual([]);
  });

  test('checks with parameters wherever they may stand', async () => {
    const q = `SELECT c/content[$node, $name]/name FROM EHR e[ehr_id/value = $ehr] CONTAINS COMPOSITION c[$archetype]
      WHERE c/name/value LIKE $pattern AND c/uid/value MATCHES {$uids} AND LENGTH(c/name/value) > $length
      LIMIT $most OFFSET $first`;
    expect((await put(newName(), q)).status).toBe(200);
  });

  test.each(['aql', 'AQL', 'a b', 'a::b::c', '::a', 'a::', 'a:b', 'a%2Fb', 'ä', 'a*'])(
    '400 for the name %s',
    async (name) => {
      expect(await put(name, AQL)).toMatchObject({ status: 400, json: { code: 'invalid_parameter' } });
    },
  );

  test.each(['a', 'A-b_c.9', 'org.openehr::vitals', 'n%3A%3Aencoded'])('the name %s is fine', async (name) => {
    expect((await put(name, AQL)).status).toBe(200);
    expect((await get(`${name}/1.0.0`)).json['name']).toBe(decodeURIComponent(name));
  });

  test('text or JSON in: 415; JSON out: 406', async () => {
    const headers = { 'content-type': 'application/xml' };
    expect((await put(newName(), AQL, { headers })).status).toBe(415);
    expect((await put(newName(), AQL, { headers: { accept: 'application/xml' } })).status).toBe(406);
  });
});

describe('PUT /definition/query/{qualified_query_name}/{version}', () => {
  test('stores a full version once: 409 afterwards, the same text or not', async () => {
    const name = newName();
    const got = await put(`${name}/1.2.3`, AQL);
    expect(got).toMatchObject({ status: 200, text: '' });
    expect(got.headers.get('location')).toBe(`http://localhost${BASE}/definition/query/${name}/1.2.3`);
    for (const text of [AQL, `${AQL} LIMIT 1`])
      expect(await put(`${name}/1.2.3`, text)).toMatchObject({ status: 409, json: { code: 'query_exists' } });
    expect((await get(`${name}/1.2.3`)).json['q']).toBe(AQL);
  });

  test.each(['1', '1.0', '1.0.0.0', '01.0.0', 'latest', '1.0.0+build'])('400 for %s', async (version) => {
    expect(await put(`${newName()}/${version}`, AQL)).toMatchObject({
      status: 400,
      json: { code: 'invalid_parameter' },
    });
  });
});

describe('GET /definition/query', () => {
  test('a version is a StoredQuery; the beginning of one means the highest', async () => {
    const name = newName();
    for (const version of ['1.0.9', '1.0.10', '1.1.0', '2.0.0', '2.0.1-rc.1']) await put(`${name}/${version}`, AQL);
    expect((await get(`${name}/1.0.9`)).json).toEqual({
      name,
      type: 'AQL',
      version: '1.0.9',
      saved: expect.stringMatching(/^\d{4}-.*Z$/),
      q: AQL,
    });
    for (const [asked, version] of [
      ['1', '1.1.0'],
      ['1.0', '1.0.10'],
      ['2', '2.0.0'],
      ['2.0.1-rc.1', '2.0.1-rc.1'],
    ] as const)
      expect((await get(`${name}/${asked}`)).json['version']).toBe(version);
    for (const none of ['3', '1.2', '1.0.11'])
      expect(await get(`${name}/${none}`)).toMatchObject({ status: 404, json: { code: 'query_not_found' } });
    expect((await get(`${newName()}/1`)).status).toBe(404);
    expect((await get(`${name}/x`)).status).toBe(400);
  });

  test('lists all versions of a name, of names that begin alike, or of everything, in order', async () => {
    for (const path of ['list.a::x/1.0.10', 'list.a::x/1.0.9', 'list.a::xy/1.0.0', 'list.b::x/1.0.0', 'list/1.0.0'])
      await put(path, AQL);
    const ofX = ['list.a::x/1.0.9', 'list.a::x/1.0.10'];
    expect(await listed('list.a::x')).toEqual(ofX);
    expect(await listed('list.a%3A%3Ax')).toEqual(ofX);
    expect(await listed('list.a')).toEqual([...ofX, 'list.a::xy/1.0.0']);
    expect(await listed('list')).toEqual(['list/1.0.0', ...ofX, 'list.a::xy/1.0.0', 'list.b::x/1.0.0']);
    expect(await listed('list.c')).toEqual([]);
    const all = (await record.ask('GET', 'definition/query')).list;
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['list', 'list.b::x']));
    expect(all[0]).toEqual(expect.objectContaining({ type: 'AQL', q: expect.any(String) }));
  });
});

describe('/query/{qualified_query_name}', () => {
  const name = 'org.example::run';
  beforeAll(async () => {
    await put(`${name}/1.0.0`, `${AQL} LIMIT 1`);
    await put(`${name}/1.1.0`, BY_NAME);
    await put(`${name}/2.0.0`, "SELECT 'two' FROM EHR e");
  });
  const run = (path: string, body?: JsonObject): Promise<Got> =>
    body ? record.ask('POST', `query/${path}`, { body }) : record.ask('GET', `query/${path}`);

  test('runs the highest version, or the one that the path names', async () => {
    for (const [path, version, first] of [
      [name, '2.0.0', 'two'],
      [encodeURIComponent(name), '2.0.0', 'two'],
      [`${name}/2`, '2.0.0', 'two'],
      [`${name}/1.0`, '1.0.0', uid],
      [`${name}/1.0.0`, '1.0.0', uid],
    ] as const) {
      for (const got of [await run(path), await run(path, {})]) {
        expect(got).toMatchObject({
          status: 200,
          json: { name: `${name}/${version}`, q: expect.stringMatching(/^SELECT/) },
        });
        expect(cells(got)).toEqual([first]);
        expect(got.etag).toMatch(/^[\da-f-]{36}$/);
      }
    }
  });

  test('a POST without a body is one that says nothing', async () => {
    expect((await record.ask('POST', `query/${name}`)).status).toBe(200);
  });

  test('parameters, window and EHR as with /query/aql', async () => {
    expect(cells(await run(`${name}/1?name=*`))).toEqual([uid]);
    expect(cells(await run(`${name}/1`, { query_parameters: { name: '*' } }))).toEqual([uid]);
    expect(cells(await run(`${name}/1?name=*&offset=1`))).toEqual([]);
    expect(cells(await run(`${name}/1`, { query_parameters: { name: '*' }, fetch: 0 }))).toEqual([]);
    const nowhere = 'ffffffff-0000-4000-8000-000000000000';
    expect(cells(await run(`${name}/1?name=*&ehr_id=${nowhere}`))).toEqual([]);
    expect(cells(await run(`${name}/1?ehr_id=${ehrId}`, { query_parameters: { name: '*' } }))).toEqual([uid]);
    expect((await run(`${name}/1?name=*`)).json['meta']).toHaveProperty('_href');
    expect(await run(`${name}/1`)).toMatchObject({ status: 400, json: { code: 'invalid_query' } });
  });

  test('q is a parameter as any other here', async () => {
    await put('org.example::q/1.0.0', `${AQL} WHERE c/name/value LIKE $q`);
    expect(cells(await run('org.example::q?q=*'))).toEqual([uid]);
  });

  test('404 for what is not stored, 400 for what cannot be', async () => {
    for (const path of ['org.example::none', `${name}/3`, `${name}/1.0.1`, 'none/1.0.0'])
      for (const got of [await run(path), await run(path, {})])
        expect(got).toMatchObject({ status: 404, json: { code: 'query_not_found' } });
    expect((await run(`${name}/one`)).status).toBe(400);
    expect((await run('AQL?q=x')).status).toBe(400);
  });
});

describe('DELETE /admin/query/{qualified_query_name}/{version}', () => {
  test('removes one version, by an administrator, where that is switched on', async () => {
    const name = newName();
    for (const version of ['1.0.0', '1.0.1']) await put(`${name}/${version}`, AQL);
    const remove = (version: string, auth: 'user' | 'admin' = 'admin'): Promise<Got> =>
      record.ask('DELETE', `admin/query/${name}/${version}`, { auth });
    expect((await remove('1.0.0', 'user')).status).toBe(403);
    expect((await remove('1.0')).status).toBe(400);
    expect((await remove('1.0.0')).status).toBe(204);
    expect((await remove('1.0.0')).status).toBe(404);
    expect(await listed(name)).toEqual([`${name}/1.0.1`]);
    await using closed = await openRecord();
    expect((await closed.ask('DELETE', `admin/query/${name}/1.0.1`, { auth: 'admin' })).status).toBe(405);
  });
});
