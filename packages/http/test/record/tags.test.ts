import { afterAll, describe, expect, test } from 'vitest';
import { openRecord, status, vitals } from '../support/record.ts';

const record = await openRecord();
const { ask } = record;
afterAll(() => record[Symbol.asyncDispose]());

const TAGS = [
  { key: 'category', value: 'final' },
  { key: 'flag', target_path: '/content[0]' },
];

describe('ITEM_TAG', () => {
  test.each(['composition', 'ehr_status'])('PUT, GET and DELETE of the tags of a %s', async (resource) => {
    const ehrId = await record.ehr();
    const uid =
      resource === 'composition' ? await record.composition(ehrId) : (await ask('GET', `ehr/${ehrId}/ehr_status`)).etag;
    for (const target of [uid, uid.split('::')[0]]) {
      const at = `ehr/${ehrId}/${resource}/${target}/tags`;
      expect(await ask('PUT', at, { body: TAGS })).toMatchObject({ status: 204, text: '' });
      const listed = await ask('PUT', at, { body: TAGS, headers: { prefer: 'return=representation' } });
      expect(listed.status).toBe(200);
      expect(listed.json).toEqual((await ask('GET', at)).json);
      expect(listed.json).toMatchObject([
        { ...TAGS[0], target: { id: { value: target } }, owner_id: { id: { value: ehrId } } },
        TAGS[1],
      ]);
      expect(await ask('PUT', at, { text: listed.text })).toMatchObject({ status: 204 });
      expect(await ask('DELETE', `${at}/flag`)).toMatchObject({ status: 204 });
      expect(await ask('DELETE', `${at}/flag`)).toMatchObject({ status: 404, json: { code: 'tag_not_found' } });
      expect((await ask('GET', at)).json).toHaveLength(1);
      expect(await ask('PUT', at, { body: [] })).toMatchObject({ status: 204 });
      expect((await ask('GET', at)).json).toEqual([]);
    }
  });

  test('GET /ehr/{ehr_id}/tags filters: OR within a name, AND across names', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    await ask('PUT', `ehr/${ehrId}/composition/${uid}/tags`, {
      body: [
        { key: 'a', value: '1' },
        { key: 'b', value: '1' },
        { key: 'c', value: '2' },
      ],
    });
    const keys = async (query: string) =>
      ((await ask('GET', `ehr/${ehrId}/tags?${query}`)).json as unknown as { key: string }[]).map((tag) => tag.key);
    expect(await keys('')).toEqual(['a', 'b', 'c']);
    expect(await keys('tag_key=a&tag_key=c')).toEqual(['a', 'c']);
    expect(await keys('tag_key=a&tag_key=c&tag_value=1')).toEqual(['a']);
    expect(await ask('GET', 'ehr/00000000-0000-4000-8000-000000000000/tags')).toMatchObject({ status: 404 });
  });

  test.each([
    { body: {} },
    { body: { key: 'a' } },
    { body: 5 },
    { body: [5] },
    { body: [{ value: 'x' }] },
    { body: [{ key: '' }] },
    { body: [{ key: ' a' }] },
    { body: [{ key: 'a', value: '' }] },
    { body: [{ key: 'a', target_path: 'x' }] },
    { body: [{ key: 'a', colour: 'red' }] },
    { body: [{ key: 5 }] },
    { body: [{ key: 'a' }, { key: 'a' }] },
  ])('400 for $body', async ({ body }) => {
    const ehrId = await record.ehr();
    const got = await ask('PUT', `ehr/${ehrId}/composition/${await record.composition(ehrId)}/tags`, { body });
    expect(got.status).toBe(400);
  });

  test('a key with a slash or a space is addressed percent-encoded', async () => {
    const ehrId = await record.ehr();
    const at = `ehr/${ehrId}/composition/${await record.composition(ehrId)}/tags`;
    await ask('PUT', at, { body: [{ key: 'a/b ü' }] });
    expect(await ask('DELETE', `${at}/${encodeURIComponent('a/b ü')}`)).toMatchObject({ status: 204 });
  });

  test('409 for a composition of a non-modifiable EHR, allowed for its status', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const statusUid = (await ask('GET', `ehr/${ehrId}/ehr_status`)).etag;
    const closed = await ask('PUT', `ehr/${ehrId}/ehr_status`, {
      body: status({ is_modifiable: false }),
      headers: { 'if-match': statusUid },
    });
    expect(await ask('PUT', `ehr/${ehrId}/composition/${uid}/tags`, { body: TAGS })).toMatchObject({ status: 409 });
    expect(await ask('PUT', `ehr/${ehrId}/ehr_status/${closed.etag}/tags`, { body: TAGS })).toMatchObject({
      status: 204,
    });
  });
});

describe('tag headers', () => {
  test('are written with the version, confirmed in its answer and given back on GET', async () => {
    const ehrId = await record.ehr();
    const headers = {
      'openehr-item-tag': 'key="category",value="final"',
      'openehr-version-item-tag': 'key="reviewed"; key="flag",target_path="/content[0]"',
    };
    const made = await ask('POST', `ehr/${ehrId}/composition`, { body: vitals(), headers });
    expect(made.headers.get('openehr-item-tag')).toBe(headers['openehr-item-tag']);
    const read = await ask('GET', `ehr/${ehrId}/composition/${made.etag}`);
    expect(read.headers.get('openehr-item-tag')).toBe(headers['openehr-item-tag']);
    expect(read.headers.get('openehr-version-item-tag')?.split('; ').sort()).toEqual(
      headers['openehr-version-item-tag'].split('; ').sort(),
    );
  });

  test('an update that says nothing about the tags of the object answers with them', async () => {
    const ehrId = await record.ehr();
    const tag = 'key="category",value="final"';
    const { etag } = await ask('POST', `ehr/${ehrId}/composition`, {
      body: vitals(),
      headers: { 'openehr-item-tag': tag },
    });
    const { etag: current } = await ask('GET', `ehr/${ehrId}/ehr_status`);
    await ask('PUT', `ehr/${ehrId}/ehr_status/${current.split('::')[0]}/tags`, { body: [TAGS[0] ?? {}] });
    const writes = [
      [`composition/${etag.split('::')[0]}`, vitals(), etag],
      ['ehr_status', status(), current],
    ] as const;
    for (const [path, body, uid] of writes) {
      const got = await ask('PUT', `ehr/${ehrId}/${path}`, { body, headers: { 'if-match': uid } });
      expect(got.headers.get('openehr-item-tag')).toBe(tag);
      expect(got.headers.get('openehr-version-item-tag')).toBeNull();
    }
  });

  test('an empty header removes them', async () => {
    const ehrId = await record.ehr();
    const made = await ask('POST', `ehr/${ehrId}/composition`, {
      body: vitals(),
      headers: { 'openehr-item-tag': 'key="a"' },
    });
    const put = { body: vitals(), headers: { 'if-match': made.etag, 'openehr-item-tag': '' } };
    const next = await ask('PUT', `ehr/${ehrId}/composition/${made.etag.split('::')[0]}`, put);
    const read = await ask('GET', `ehr/${ehrId}/composition/${next.etag}`);
    expect(read.headers.get('openehr-item-tag')).toBeNull();
  });
});
