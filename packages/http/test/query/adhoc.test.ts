import { isJsonObject, type JsonObject } from '@cairn/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASE, openRecord, status, vitals, type Got, type RecordUnderTest } from '../support/record.ts';

const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude';
const VALUES = `SELECT ${SYSTOLIC} AS systolic FROM EHR e CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`;
const UIDS = 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

let record: RecordUnderTest;
let [ehrId, other, hidden] = ['', '', ''];
const uids: string[] = [];
let hiddenUid: string;

beforeAll(async () => {
  record = await openRecord();
  ehrId = await record.ehr();
  for (let count = 0; count < 5; count += 1) uids.push(await record.composition(ehrId));
  other = await record.ehr();
  uids.push(await record.composition(other));
  hidden = await record.ehr(status({ is_queryable: false }));
  hiddenUid = await record.composition(hidden);
});
afterAll(() => record[Symbol.asyncDispose]());

const post = (body: JsonObject, path = 'query/aql'): Promise<Got> => record.ask('POST', path, { body });
const get = (parameters: Record<string, string> | readonly (readonly string[])[], path = 'query/aql'): Promise<Got> =>
  record.ask('GET', `${path}?${new URLSearchParams(parameters as Record<string, string>).toString()}`);
const cells = ({ json }: Got): unknown[] => (json['rows'] as unknown[][]).map(([cell]) => cell);
const refusal = (code: string) => ({ status: 400, json: { code, error: 'Bad Request', message: expect.any(String) } });

describe('RESULT_SET', () => {
  test('has meta, q, columns and rows; its id is a new uuid each time', async () => {
    const q = 'SELECT e/ehr_id/value AS id, c/context/location, 1, c/name FROM EHR e CONTAINS COMPOSITION c LIMIT 1';
    const [one, two] = [await post({ q, offset: 0, fetch: 10 }), await post({ q })];
    expect(one.status).toBe(200);
    expect(one.headers.get('content-type')).toBe('application/json');
    expect(one.json).toEqual({
      meta: {
        _type: 'RESULTSET',
        _schema_version: '1.1.0',
        _created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        _generator: expect.stringMatching(/^cairn\/\d/),
        _executed_aql: q,
        resultsize: 1,
        offset: 0,
        fetch: 10,
      },
      q,
      columns: [
        { name: 'id', path: 'e/ehr_id/value' },
        { name: '#1', path: 'c/context/location' },
        { name: '#2' },
        { name: '#3', path: 'c/name' },
      ],
      rows: [[ehrId, null, 1, { _type: 'DV_TEXT', value: expect.any(String) }]],
    });
    expect(Object.keys(one.json)).toEqual(['meta', 'q', 'columns', 'rows']);
    expect(one.etag).toMatch(UUID);
    expect(two.etag).toMatch(UUID);
    expect(two.etag).not.toBe(one.etag);
  });

  test('says its own address after GET, and only then', async () => {
    const q = 'SELECT 1 FROM EHR e';
    const href = (await get({ q })).json['meta'];
    expect(href).toMatchObject({ _href: `http://localhost${BASE}/query/aql?q=SELECT+1+FROM+EHR+e` });
    expect((await post({ q })).json['meta']).not.toHaveProperty('_href');
    await using proxied = await openRecord({ 'server.public_url': 'https://cdr.example.org' });
    const got = await proxied.ask('GET', 'query/aql?q=SELECT%201%20FROM%20EHR%20e');
    expect(got.json['meta']).toMatchObject({
      _href: `https://cdr.example.org${BASE}/query/aql?q=SELECT%201%20FROM%20EHR%20e`,
    });
  });

  test('without rows is 200 with an empty list', async () => {
    const got = await post({ q: `${UIDS} WHERE c/name/value = 'nothing'` });
    expect(got).toMatchObject({ status: 200, json: { meta: { resultsize: 0 }, rows: [] } });
  });

  test('of GET and POST are the same', async () => {
    const q = `${UIDS} WHERE c/uid/value LIKE $like LIMIT 4`;
    const [one, two] = [
      await get({ q, like: '*::1', fetch: '2' }),
      await post({ q, query_parameters: { like: '*::1' }, fetch: 2 }),
    ];
    expect(one.json['rows']).toEqual(two.json['rows']);
    expect(one.json['columns']).toEqual(two.json['columns']);
    expect(cells(one)).toHaveLength(2);
  });

  test('rounds no number', async () => {
    const exact = '120.12345678901234567';
    const composition = JSON.stringify(vitals()).replaceAll(/"magnitude":120\b/g, `"magnitude":${exact}`);
    const mine = await record.ehr(status({ is_queryable: false }));
    expect((await record.ask('POST', `ehr/${mine}/composition`, { text: composition })).status).toBe(201);
    expect((await post({ q: VALUES, ehr_id: mine })).text).toContain(`"rows":[[${exact}]]`);
  });

  test('HEAD answers with the headers alone', async () => {
    const got = await record.ask('HEAD', 'query/aql?q=SELECT%201%20FROM%20EHR%20e');
    expect(got).toMatchObject({ status: 200, text: '' });
    expect(got.etag).toMatch(UUID);
  });
});

describe('parameters', () => {
  const byName = `${UIDS} WHERE c/name/value = $name`;
  const { name: title } = vitals();
  const name = isJsonObject(title) && typeof title['value'] === 'string' ? title['value'] : '';

  test.each([
    ['as query_parameters', { name }],
    ['with the $ of the query', { $name: name }],
    ['with surplus ones', { name, unused: { any: ['thing'] } }],
  ])('of POST: %s', async (_, parameters) => {
    expect(cells(await post({ q: byName, query_parameters: parameters }))).toEqual(uids);
  });

  test('of GET: every name that is not taken, with or without $, surplus ones ignored', async () => {
    expect(cells(await get({ q: byName, name }))).toEqual(uids);
    expect(cells(await get({ q: byName, $name: name, unused: 'x' }))).toEqual(uids);
  });

  test('of POST keep their JSON types', async () => {
    const q = `${VALUES} WHERE ${SYSTOLIC} = $value`;
    expect(cells(await post({ q, query_parameters: { value: 120 } }))).toHaveLength(6);
    expect(cells(await post({ q, query_parameters: { value: '120' } }))).toEqual([]);
  });

  test('of GET are read as what the query compares them with', async () => {
    expect(cells(await get({ q: `${VALUES} WHERE ${SYSTOLIC} >= $value`, value: '120' }))).toHaveLength(6);
    expect(cells(await get({ q: `${VALUES} WHERE ${SYSTOLIC} > $value`, value: '120.0' }))).toEqual([]);
    expect(cells(await get({ q: `${UIDS} WHERE c/name/value = $name`, name: '120' }))).toEqual([]);
  });

  test('may be lists: arrays in a body, names given more than once in a URL', async () => {
    const q = `${UIDS} WHERE e/ehr_id/value MATCHES {$ids}`;
    // One that is not queryable answers who names it.
    expect(cells(await post({ q, query_parameters: { ids: [other, hidden] } }))).toEqual([uids[5], hiddenUid]);
    expect(cells(await post({ q, query_parameters: { ids: [] } }))).toEqual([]);
    expect(
      cells(
        await get([
          ['q', q],
          ['ids', ehrId],
          ['ids', other],
        ]),
      ),
    ).toEqual(uids);
  });

  test('may count rows, also in a URL', async () => {
    const q = `${UIDS} LIMIT $most OFFSET $first`;
    expect(cells(await get({ q, most: '2', first: '1' }))).toEqual(uids.slice(1, 3));
    expect(cells(await post({ q, query_parameters: { most: 2, first: 1 } }))).toEqual(uids.slice(1, 3));
  });

  test('are values, never a part of the query', async () => {
    const q = `${UIDS} WHERE c/name/value = $name`;
    const name = "x' OR c/name/value != 'x";
    expect(cells(await get({ q, name }))).toEqual([]);
    expect(cells(await post({ q, query_parameters: { name } }))).toEqual([]);
  });

  test.each<[string, JsonObject]>([
    ['is missing', { q: byName }],
    ['is in the hyphenated member of older drafts', { q: byName, 'query-parameters': { name: 'x' } }],
    ['is a list where one value belongs', { q: byName, query_parameters: { name: ['x'] } }],
    ['is an object', { q: byName, query_parameters: { name: {} } }],
  ])('400 invalid_query when one %s', async (_, body) => {
    expect(await post(body)).toMatchObject(refusal('invalid_query'));
  });

  test('400 invalid_query when one is missing in a URL', async () => {
    const got = await get({ q: byName });
    expect(got).toMatchObject(refusal('invalid_query'));
    expect(got.json['message']).toContain('$name');
  });

  test('400 when query_parameters is no object', async () => {
    expect(await post({ q: byName, query_parameters: ['x'] })).toMatchObject(refusal('invalid_body'));
  });
});

describe('offset and fetch', () => {
  test.each([
    [UIDS, 0, 2, [0, 1]],
    [UIDS, 4, 10, [4, 5]],
    [UIDS, 6, 10, []],
    [UIDS, 2, undefined, [2, 3, 4, 5]],
    [UIDS, undefined, 0, []],
    [`${UIDS} LIMIT 3`, 0, 10, [0, 1, 2]],
    [`${UIDS} LIMIT 3`, 2, 10, [2]],
    [`${UIDS} LIMIT 3`, 3, 10, []],
    [`${UIDS} LIMIT 3 OFFSET 2`, 1, 1, [3]],
    [UIDS.replace('SELECT', 'SELECT TOP 3'), 1, 10, [1, 2]],
  ] as const)('%s offset %s fetch %s', async (q, offset, fetch, expected) => {
    const page = { ...(offset !== undefined && { offset }), ...(fetch !== undefined && { fetch }) };
    const rows = expected.map((index) => uids[index]);
    expect(cells(await post({ q, ...page }))).toEqual(rows);
    const texts = Object.fromEntries(Object.entries(page).map(([name, value]) => [name, String(value)]));
    expect(cells(await get({ q, ...texts }))).toEqual(rows);
  });

  test('null is as good as nothing', async () => {
    const got = await post({ q: UIDS, offset: null, fetch: null, query_parameters: null, ehr_id: null });
    expect(cells(got)).toEqual(uids);
    expect(got.json['meta']).not.toHaveProperty('fetch');
  });

  test.each([-1, 1.5, '1', true, [1], 1e300])('400 for %j in a body', async (value) => {
    for (const name of ['offset', 'fetch']) {
      const got = await post({ q: UIDS, [name]: value });
      expect(got).toMatchObject(refusal('invalid_body'));
      expect(got.json['message']).toContain(name);
    }
  });

  test.each(['-1', '1.5', '', 'x', '1e3', ' 1'])('400 for %j in a URL', async (value) => {
    for (const name of ['offset', 'fetch']) {
      expect(await get({ q: UIDS, [name]: value })).toMatchObject(refusal('invalid_parameter'));
    }
  });

  test('of POST may be in the URL; 400 when the body has others', async () => {
    const inUrl = 'query/aql?offset=1&fetch=2';
    expect(cells(await post({ q: UIDS }, inUrl))).toEqual(uids.slice(1, 3));
    expect(cells(await post({ q: UIDS, offset: 1 }, inUrl))).toEqual(uids.slice(1, 3));
    expect(cells(await post({ q: UIDS, fetch: 1 }, 'query/aql?offset=1'))).toEqual(uids.slice(1, 2));
    for (const body of [{ offset: 0 }, { fetch: 3 }]) {
      expect(await post({ q: UIDS, ...body }, inUrl)).toMatchObject(refusal('invalid_parameter'));
    }
  });

  test('400 when given twice in a URL', async () => {
    expect(
      await get([
        ['q', UIDS],
        ['fetch', '1'],
        ['fetch', '1'],
      ]),
    ).toMatchObject(refusal('invalid_parameter'));
  });
});

describe('the query itself', () => {
  test.each(['SELECT', 'SELECT c FROM COMPOSITION', 'SELECT c/nam FROM COMPOSITION c', 'SELECT x FROM EHR e', '   '])(
    '400 with line, column and a caret: %j',
    async (q) => {
      for (const got of [await post({ q }), await get({ q })]) {
        expect(got).toMatchObject(refusal('invalid_query'));
        expect(got.json['message']).toMatch(/^line 1, column \d+: .*\n.*\n? *\^$/s);
        expect(got.json['validationErrors']).toHaveLength(1);
        expect(got.json['details']).toEqual([
          { path: expect.stringMatching(/^line 1, column \d+$/), code: 'aql', message: expect.any(String) },
        ]);
      }
    },
  );

  test('suggests the name that was meant', async () => {
    expect((await post({ q: 'SELECT c/nam FROM COMPOSITION c' })).json['message']).toContain('did you mean name?');
  });

  test('400 when there is none', async () => {
    expect(await record.ask('GET', 'query/aql')).toMatchObject(refusal('missing_parameter'));
    expect(await get({ q: '' })).toMatchObject(refusal('missing_parameter'));
    for (const body of [{}, { q: null }, { q: '' }, { q: 1 }, { aql: UIDS }])
      expect(await post(body)).toMatchObject(refusal('invalid_body'));
    expect(await record.ask('POST', 'query/aql')).toMatchObject(refusal('invalid_body'));
  });

  test.each(['[]', '"SELECT 1 FROM EHR e"', 'null'])('400 for the body %s', async (text) => {
    expect(await record.ask('POST', 'query/aql', { text })).toMatchObject(refusal('invalid_body'));
  });

  test('400 for a body that is no JSON', async () => {
    expect(await record.ask('POST', 'query/aql', { text: UIDS })).toMatchObject(refusal('malformed_json'));
    expect(await record.ask('POST', 'query/aql', { text: `{"q":"${UIDS}","q":"${UIDS}"}` })).toMatchObject(
      refusal('malformed_json'),
    );
  });
});

describe('one EHR', () => {
  const nowhere = 'ffffffff-0000-4000-8000-000000000000';
  const asked: readonly [string, (id: string) => Promise<Got>][] = [
    ['ehr_id in the URL of GET', (id) => get({ q: UIDS, ehr_id: id })],
    ['ehr_id in the URL of POST', (id) => post({ q: UIDS }, `query/aql?ehr_id=${id}`)],
    [
      'the header of GET',
      (id) => record.ask('GET', `query/aql?q=${encodeURIComponent(UIDS)}`, { headers: { 'openehr-ehr-id': id } }),
    ],
    [
      'the header of POST',
      (id) => record.ask('POST', 'query/aql', { body: { q: UIDS }, headers: { 'openEHR-EHR-id': id } }),
    ],
    ['ehr_id in the body', (id) => post({ q: UIDS, ehr_id: id })],
  ];

  test.each(asked)('by %s', async (_, ask) => {
    expect(cells(await ask(other))).toEqual([uids[5]]);
    expect(cells(await ask(other.toUpperCase()))).toEqual([uids[5]]);
    // A population query leaves out EHRs that are not queryable; who names one means it.
    expect(cells(await ask(hidden))).toHaveLength(1);
    expect(await ask(nowhere)).toMatchObject({ status: 200, json: { rows: [] } });
    expect(await ask('patient-1')).toMatchObject(refusal('invalid_parameter'));
  });

  test('named in several places, the same in all', async () => {
    const ask = (inUrl: string, inHeader: string, inBody: string): Promise<Got> =>
      record.ask('POST', `query/aql?ehr_id=${inUrl}`, {
        body: { q: UIDS, ehr_id: inBody },
        headers: { 'openehr-ehr-id': inHeader },
      });
    expect(cells(await ask(other, other.toUpperCase(), other))).toEqual([uids[5]]);
    expect(await ask(other, ehrId, other)).toMatchObject(refusal('invalid_parameter'));
    expect(await ask(other, other, ehrId)).toMatchObject(refusal('invalid_parameter'));
    expect(await ask(ehrId, other, other)).toMatchObject(refusal('invalid_parameter'));
    expect(
      await get([
        ['q', UIDS],
        ['ehr_id', other],
        ['ehr_id', other],
      ]),
    ).toMatchObject(refusal('invalid_parameter'));
  });

  test('is also the value of $ehr_id, which by itself is a parameter as any other', async () => {
    const q = `${UIDS} WHERE e/ehr_id/value = $ehr_id`;
    expect(cells(await get({ q, ehr_id: other }))).toEqual([uids[5]]);
    expect(cells(await post({ q, ehr_id: other }))).toEqual([uids[5]]);
    expect(cells(await post({ q, query_parameters: { ehr_id: other } }))).toEqual([uids[5]]);
    expect(cells(await post({ q: UIDS, query_parameters: { ehr_id: other } }))).toEqual(uids);
  });
});

describe('the protocol', () => {
  test('JSON only: 406 and 415 for anything else', async () => {
    const q = encodeURIComponent(UIDS);
    for (const accept of ['application/xml', 'text/csv', 'application/openehr.wt.flat+json'])
      expect((await record.ask('GET', `query/aql?q=${q}`, { headers: { accept } })).status).toBe(406);
    for (const accept of ['*/*', 'application/*', 'application/xml;q=0.9, application/json;q=0.1'])
      expect((await record.ask('GET', `query/aql?q=${q}`, { headers: { accept } })).status).toBe(200);
    for (const type of ['application/xml', 'text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type };
      expect((await record.ask('POST', 'query/aql', { body: { q: UIDS }, headers })).status).toBe(415);
    }
  });

  test('needs credentials; knows GET and POST', async () => {
    expect((await record.ask('POST', 'query/aql', { body: { q: UIDS }, auth: null })).status).toBe(401);
    const got = await record.ask('DELETE', 'query/aql');
    expect(got.status).toBe(405);
    expect(got.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  });

  test('the manifest names queries', async () => {
    const got = await record.ask('OPTIONS', BASE);
    expect(got.json).toMatchObject({ conformance_profile: 'STANDARD' });
    expect(got.json['endpoints']).toContain('/query');
  });
});
