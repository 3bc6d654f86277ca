import { afterAll, describe, expect, test } from 'vitest';
import { BASE, openRecord, status, subject } from '../support/record.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const record = await openRecord();
const { ask } = record;
afterAll(() => record[Symbol.asyncDispose]());

describe('POST /ehr', () => {
  test('201, EHR id in ETag, Location header, empty body without Prefer', async () => {
    const got = await ask('POST', 'ehr');
    expect(got.status).toBe(201);
    expect(got.etag).toMatch(UUID);
    expect(got.headers.get('location')).toBe(`http://localhost${BASE}/ehr/${got.etag}`);
    expect(got.headers.get('content-type')).toBeNull();
    expect(got.headers.get('preference-applied')).toBeNull();
    expect(got.text).toBe('');
  });

  test('an empty body with Content-Type application/json is legal', async () => {
    expect(await ask('POST', 'ehr', { headers: { 'content-type': 'application/json' } })).toMatchObject({
      status: 201,
    });
  });

  test('the full EHR with Prefer: return=representation', async () => {
    const got = await ask('POST', 'ehr', { headers: { prefer: 'return=representation' } });
    expect(got.status).toBe(201);
    expect(got.headers.get('preference-applied')).toBe('return=representation');
    expect(got.headers.get('content-type')).toBe('application/json');
    expect(got.json).toMatchObject({ ehr_id: { value: got.etag }, system_id: { value: 'cairn.local' } });
    expect(got.json).not.toHaveProperty('directory');
  });

  test('the id alone with Prefer: return=identifier', async () => {
    const got = await ask('POST', 'ehr', { headers: { prefer: 'return=identifier' } });
    expect(got.status).toBe(201);
    expect(got.json).toEqual({ uid: got.etag });
  });

  test('the optional body is an EHR_STATUS with subject and flags', async () => {
    const got = await ask('POST', 'ehr', { body: status({ subject: subject('s-body'), is_queryable: false }) });
    const read = await ask('GET', `ehr/${got.etag}/ehr_status`);
    expect(read.json).toMatchObject({ is_queryable: false, subject: { external_ref: { id: { value: 's-body' } } } });
  });

  test.each([
    ['openehr-audit-details', 'change_type.code_string="zzz"'],
    ['openehr-audit-details', 'change_type.code_string="523"'],
    ['openehr-version', 'lifecycle_state.code_string="999"'],
    ['openehr-version', 'lifecycle_state.code_string="553"'],
    ['openehr-audit-details', 'committer.name=""'],
  ])('400 for %s: %s', async (name, value) => {
    expect(await ask('POST', 'ehr', { headers: { [name]: value } })).toMatchObject({ status: 400 });
  });

  test('409 if the subject already has an EHR', async () => {
    const body = status({ subject: subject('s-twice') });
    expect(await ask('POST', 'ehr', { body })).toMatchObject({ status: 201 });
    expect(await ask('POST', 'ehr', { body })).toMatchObject({ status: 409, json: { code: 'subject_exists' } });
  });

  test.each([
    ['not an EHR_STATUS', { _type: 'FOLDER' }],
    ['without flags', { _type: 'EHR_STATUS', subject: { _type: 'PARTY_SELF' } }],
    ['an unknown attribute', status({ colour: 'red' })],
    ['a list', []],
    ['a number', 5],
  ])('400 for a body that is %s', async (_name, body) => {
    const got = await ask('POST', 'ehr', { body });
    expect(got).toMatchObject({ status: 400, json: { error: 'Bad Request', code: 'invalid_body' } });
    expect(got.json['details']).not.toEqual([]);
  });
});

describe('PUT /ehr/{ehr_id}', () => {
  test('creates an EHR with a chosen id, 201; 409 if the id is already used', async () => {
    const id = 'AAAAAAAA-0000-4000-8000-000000000001';
    const got = await ask('PUT', `ehr/${id}`);
    expect(got).toMatchObject({ status: 201, etag: id.toLowerCase() });
    expect(await ask('PUT', `ehr/${id.toLowerCase()}`)).toMatchObject({ status: 409, json: { code: 'ehr_exists' } });
  });

  test('409 if the subject is already used', async () => {
    const body = status({ subject: subject('s-put') });
    await ask('POST', 'ehr', { body });
    const got = await ask('PUT', 'ehr/aaaaaaaa-0000-4000-8000-000000000002', { body });
    expect(got).toMatchObject({ status: 409, json: { code: 'subject_exists' } });
  });

  test('400 when the id is not a UUID', async () => {
    expect(await ask('PUT', 'ehr/patient-1')).toMatchObject({ status: 400, json: { code: 'invalid_parameter' } });
  });
});

describe('GET /ehr/{ehr_id}', () => {
  test('200 with the EHR; UUIDs are compared without regard to case', async () => {
    const id = await record.ehr();
    const got = await ask('GET', `ehr/${id.toUpperCase()}`);
    expect(got).toMatchObject({ status: 200, etag: id, json: { ehr_id: { value: id } } });
  });

  test.each(['ehr/00000000-0000-4000-8000-000000000000', 'ehr/patient-1', 'ehr/%20'])(
    '404 if unknown: %s',
    async (path) => {
      expect(await ask('GET', path)).toMatchObject({ status: 404, json: { code: 'ehr_not_found' } });
    },
  );
});

describe('GET /ehr?subject_id&subject_namespace', () => {
  test('the EHR of that subject, exactly and case-sensitively', async () => {
    const id = await record.ehr(status({ subject: subject('Abc Ä&1', 'n-s') }));
    const query = new URLSearchParams({ subject_id: 'Abc Ä&1', subject_namespace: 'n-s' }).toString();
    expect(await ask('GET', `ehr?${query}`)).toMatchObject({ status: 200, json: { ehr_id: { value: id } } });
    expect(await ask('GET', `ehr?${query.toLowerCase()}`)).toMatchObject({ status: 404 });
  });

  test.each(['ehr', 'ehr?subject_id=a', 'ehr?subject_namespace=b', 'ehr?subject_id=&subject_namespace=b'])(
    'both parameters are required: %s is 400',
    async (path) => {
      expect(await ask('GET', path)).toMatchObject({ status: 400, json: { code: 'missing_parameter' } });
    },
  );

  test('a parameter given twice is 400', async () => {
    expect(await ask('GET', 'ehr?subject_id=a&subject_id=b&subject_namespace=n')).toMatchObject({
      status: 400,
      json: { code: 'invalid_parameter' },
    });
  });
});
