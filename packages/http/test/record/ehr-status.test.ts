import { afterAll, describe, expect, test } from 'vitest';
import { openRecord, status, subject, vitals } from '../support/record.ts';

const record = await openRecord();
const { ask } = record;
afterAll(() => record[Symbol.asyncDispose]());

const current = async (ehrId: string): Promise<string> => (await ask('GET', `ehr/${ehrId}/ehr_status`)).etag;
const put = async (ehrId: string, body: ReturnType<typeof status>, headers: Record<string, string> = {}) =>
  ask('PUT', `ehr/${ehrId}/ehr_status`, { body, headers: { 'if-match': `"${await current(ehrId)}"`, ...headers } });

describe('GET /ehr/{ehr_id}/ehr_status', () => {
  test('200 with the current EHR_STATUS, version id in ETag, Last-Modified', async () => {
    const ehrId = await record.ehr();
    const got = await ask('GET', `ehr/${ehrId}/ehr_status`);
    expect(got).toMatchObject({ status: 200, json: { _type: 'EHR_STATUS', uid: { value: got.etag } } });
    expect(got.etag).toMatch(/^[0-9a-f-]{36}::cairn\.local::1$/);
    expect(Date.parse(got.headers.get('last-modified') ?? '')).toBeGreaterThan(0);
  });

  test('a specific version', async () => {
    const ehrId = await record.ehr();
    const first = await current(ehrId);
    await put(ehrId, status({ is_queryable: false }));
    expect(await ask('GET', `ehr/${ehrId}/ehr_status/${first}`)).toMatchObject({
      status: 200,
      etag: first,
      json: { is_queryable: true },
    });
    expect(await ask('GET', `ehr/${ehrId}/ehr_status/${first.replace(/1$/, '9')}`)).toMatchObject({ status: 404 });
    expect(await ask('GET', `ehr/${ehrId}/ehr_status/nonsense`)).toMatchObject({ status: 404 });
  });
});

describe('PUT /ehr/{ehr_id}/ehr_status', () => {
  test('204 without body (minimal) plus the new ETag and Location', async () => {
    const ehrId = await record.ehr();
    const got = await put(ehrId, status());
    expect(got).toMatchObject({ status: 204, text: '' });
    expect(got.etag).toMatch(/::2$/);
    expect(got.headers.get('location')).toMatch(new RegExp(`/ehr/${ehrId}/ehr_status/${got.etag}$`));
    expect(got.headers.get('content-type')).toBeNull();
    expect(got.headers.get('content-length')).toBeNull();
  });

  test('200 with body (return=representation)', async () => {
    const ehrId = await record.ehr();
    const got = await put(ehrId, status({ is_modifiable: false }), { prefer: 'return=representation' });
    expect(got).toMatchObject({ status: 200, json: { uid: { value: got.etag }, is_modifiable: false } });
  });

  test('200 with the uid (return=identifier)', async () => {
    const got = await put(await record.ehr(), status(), { prefer: 'return=identifier' });
    expect(got).toMatchObject({ status: 200, json: { uid: got.etag } });
  });

  test('412 on a stale or wrong If-Match, with the current version id in ETag', async () => {
    const ehrId = await record.ehr();
    const first = await current(ehrId);
    const { etag: second } = await put(ehrId, status());
    for (const uid of [first, 'nonsense', first.replace('cairn.local', 'CAIRN.local')]) {
      const got = await put(ehrId, status(), { 'if-match': `"${uid}"` });
      expect(got).toMatchObject({
        status: 412,
        etag: second,
        json: { code: 'precondition_failed', error: 'Precondition Failed' },
      });
    }
  });

  test.each([
    ['', 'missing_header'],
    ['*', 'invalid_header'],
  ])('400 when If-Match is %j', async (ifMatch, code) => {
    expect(await put(await record.ehr(), status(), { 'if-match': ifMatch })).toMatchObject({
      status: 400,
      json: { code },
    });
  });

  test.each(['W/"$"', '$', '"other", "$"'])('If-Match may be written %s', async (form) => {
    const ehrId = await record.ehr();
    const uid = (await current(ehrId)).replace(/^[^:]+/, (uuid) => uuid.toUpperCase());
    expect(await put(ehrId, status(), { 'if-match': form.replace('$', uid) })).toMatchObject({ status: 204 });
  });

  test('400 for the uid of another object; its own, of any version, is taken', async () => {
    const ehrId = await record.ehr();
    const uid = (value: string) => status({ uid: { _type: 'HIER_OBJECT_ID', value } });
    expect(await put(ehrId, uid(ehrId))).toMatchObject({ status: 400, json: { code: 'invalid_body' } });
    expect(await put(ehrId, uid(await current(ehrId)))).toMatchObject({ status: 204 });
  });

  test('409 for a subject that has another EHR', async () => {
    await record.ehr(status({ subject: subject('taken') }));
    expect(await put(await record.ehr(), status({ subject: subject('taken') }))).toMatchObject({
      status: 409,
      json: { code: 'subject_exists' },
    });
  });

  test('is_modifiable=false: content writes 409, EHR_STATUS stays writable, reads unaffected; true: accepted again', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    await put(ehrId, status({ is_modifiable: false }));
    const refused = { status: 409, json: { code: 'ehr_not_modifiable' } };
    expect(await ask('POST', `ehr/${ehrId}/composition`, { body: vitals() })).toMatchObject(refused);
    expect(await ask('DELETE', `ehr/${ehrId}/composition/${uid}`)).toMatchObject(refused);
    expect(await ask('GET', `ehr/${ehrId}/composition/${uid}`)).toMatchObject({ status: 200 });
    await put(ehrId, status({ is_modifiable: true }));
    expect(await ask('POST', `ehr/${ehrId}/composition`, { body: vitals() })).toMatchObject({ status: 201 });
  });
});

describe('VERSIONED_EHR_STATUS', () => {
  test('the object, the revision history, a version now and by uid', async () => {
    const ehrId = await record.ehr();
    const first = await current(ehrId);
    const { etag: second } = await put(ehrId, status(), { 'openehr-audit-details': 'description.value="why"' });
    const at = `ehr/${ehrId}/versioned_ehr_status`;
    expect((await ask('GET', at)).json).toMatchObject({
      _type: 'VERSIONED_EHR_STATUS',
      owner_id: { id: { value: ehrId } },
    });
    const history = await ask('GET', `${at}/revision_history`);
    expect(history.json).toMatchObject({
      _type: 'REVISION_HISTORY',
      items: [{ version_id: { value: first } }, { version_id: { value: second } }],
    });
    const latest = await ask('GET', `${at}/version`);
    expect(latest).toMatchObject({
      status: 200,
      etag: second,
      json: { _type: 'ORIGINAL_VERSION', uid: { value: second } },
    });
    expect(latest.json).toMatchObject({ commit_audit: { description: { value: 'why' }, committer: { name: 'user' } } });
    expect(await ask('GET', `${at}/version/${first}`)).toMatchObject({ status: 200, etag: first });
    expect(await ask('GET', `${at}/version/${first.replace(/1$/, '7')}`)).toMatchObject({ status: 404 });
    expect(await ask('GET', 'ehr/00000000-0000-4000-8000-000000000000/versioned_ehr_status')).toMatchObject({
      status: 404,
    });
  });
});
