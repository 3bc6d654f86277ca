import type { JsonObject } from '@cairn/core';
import { afterAll, describe, expect, test } from 'vitest';
import { contributionOf, folder, openRecord, status, versionOf, vitals } from '../support/record.ts';

const record = await openRecord();
const { ask } = record;
afterAll(() => record[Symbol.asyncDispose]());

const OBJECT = 'aaaaaaaa-0000-4000-8000-0000000000d1';
const OTHER = 'aaaaaaaa-0000-4000-8000-0000000000d2';

const commit = (ehrId: string, body: ReturnType<typeof contributionOf>, headers: Record<string, string> = {}) =>
  ask('POST', `ehr/${ehrId}/contribution`, { body, headers });

describe('POST /ehr/{ehr_id}/contribution', () => {
  test('201 with the contribution id in ETag; GET gives it', async () => {
    const ehrId = await record.ehr();
    const got = await commit(ehrId, contributionOf(versionOf('249', vitals()), versionOf('249', folder('root'))));
    expect(got).toMatchObject({ status: 201, text: '' });
    expect(got.headers.get('location')).toMatch(new RegExp(`/ehr/${ehrId}/contribution/${got.etag}$`));
    const read = await ask('GET', `ehr/${ehrId}/contribution/${got.etag}`);
    expect(read).toMatchObject({
      status: 200,
      etag: got.etag,
      json: { _type: 'CONTRIBUTION', uid: { value: got.etag } },
    });
    expect(read.headers.get('last-modified')).toMatch(/ GMT$/);
    expect(read.json['versions']).toHaveLength(2);
    expect(read.json['audit']).toMatchObject({
      _type: 'AUDIT_DETAILS',
      system_id: 'cairn.local',
      committer: { name: 'Dr. A' },
    });
  });

  test('the whole contribution with return=representation', async () => {
    const got = await commit(await record.ehr(), contributionOf(versionOf('249', vitals())), {
      prefer: 'return=representation',
    });
    expect(got).toMatchObject({ status: 201, json: { uid: { value: got.etag } } });
  });

  test('all or nothing, and every failure is reported', async () => {
    const ehrId = await record.ehr();
    const wrong = vitals({
      language: {
        _type: 'CODE_PHRASE',
        terminology_id: { _type: 'TERMINOLOGY_ID', value: 'ISO_639-1' },
        code_string: 'xx',
      },
    });
    const got = await commit(
      ehrId,
      contributionOf(versionOf('249', vitals()), versionOf('249', wrong), versionOf('249', wrong)),
    );
    expect(got.status).toBe(422);
    const errors = got.json['validationErrors'] as string[];
    expect(errors.some((text) => text.includes('versions[1]'))).toBe(true);
    expect(errors.some((text) => text.includes('versions[2]'))).toBe(true);
    expect((await ask('GET', `ehr/${ehrId}/contribution`)).json['total']).toBe(1);
  });

  test('400 on invalid input, 404 on an unknown EHR, 409 on a uid conflict', async () => {
    const ehrId = await record.ehr();
    expect(await commit(ehrId, contributionOf())).toMatchObject({ status: 400 });
    expect(await commit(ehrId, contributionOf(versionOf('251', vitals())))).toMatchObject({ status: 400 });
    expect(
      await commit('00000000-0000-4000-8000-000000000000', contributionOf(versionOf('249', vitals()))),
    ).toMatchObject({ status: 404 });
    const uid = { _type: 'HIER_OBJECT_ID', value: 'aaaaaaaa-0000-4000-8000-0000000000c1' };
    const body = { ...contributionOf(versionOf('249', vitals())), uid };
    expect(await commit(ehrId, body)).toMatchObject({ status: 201, etag: uid.value });
    expect(await commit(ehrId, body)).toMatchObject({ status: 409, json: { code: 'uid_conflict' } });
  });

  const attested = (more: JsonObject) => ({ attestations: [{ _type: 'UPDATE_ATTESTATION', reason: 'seen', ...more }] });
  test.each<[string, JsonObject, JsonObject?]>([
    ['a description that is none', {}, { audit: { change_type: '249', description: { foo: 1 } } }],
    ['a description of another class', {}, { audit: { change_type: '249', description: { _type: 'DV_QUANTITY' } } }],
    ['a committer without a name', {}, { audit: { change_type: '249', committer: '' } }],
    ['no audit', {}, { audit: undefined }],
    ['a description of a version that is none', { commit_audit: { change_type: '249', description: { foo: 1 } } }],
    ['a signature that is none', { signature: 5 }],
    ['attestations that are no list', { attestations: 'x' }],
    ['attestations that are one', { attestations: {} }],
    ['a reason that is none', attested({ reason: 3 })],
    ['a reason of no class', attested({ reason: { foo: 1 } })],
    ['a flag that is none', attested({ is_pending: 'maybe' })],
    ['items that are no list', attested({ items: 'x' })],
    ['items that are no links', attested({ items: [{ foo: 1 }] })],
    ['a proof that is none', attested({ proof: 5 })],
    ['an attestation without a reason', { attestations: [{ _type: 'UPDATE_ATTESTATION' }] }],
    ['an attestation of no class and without a reason', { attestations: [{ change_type: '666' }] }],
    ['an attestation that is an audit', { attestations: [{ _type: 'UPDATE_AUDIT', change_type: '666' }] }],
    ['an attestation that is an audit with a reason', attested({ _type: 'AUDIT_DETAILS' })],
    ['an attestation of another change type', attested({ change_type: '249' })],
    ['a lifecycle state without a code', { lifecycle_state: {} }],
    ['a lifecycle state of another terminology', { lifecycle_state: { terminology_id: 'local', code_string: '553' } }],
    ['a lifecycle state in other words', { lifecycle_state: { value: 'incomplete', defining_code: '532' } }],
    ['a uid that is no text', { uid: { value: 5 } }],
    ['a uid that is none', { uid: 'garbage' }],
    ['a uid of another object', { uid: `${OTHER}::cairn.local::1`, data: vitals({ uid: { value: OBJECT } }) }],
    ['a class that is no version', { _type: 'JUNK' }],
    ['a version of another system', { _type: 'IMPORTED_VERSION' }],
    ['versions that are merged', { other_input_version_uids: [{ _type: 'OBJECT_VERSION_ID', value: 'a::b::1' }] }],
  ])('400 for %s', async (_what, version, envelope = {}) => {
    const ehrId = await record.ehr();
    const body = { ...contributionOf({ ...versionOf('249', vitals()), ...version }), ...envelope };
    expect(await commit(ehrId, body)).toMatchObject({ status: 400, json: { code: 'invalid_body' } });
    expect((await ask('GET', `ehr/${ehrId}/contribution`)).json['total']).toBe(1);
  });

  test('what is attested can be read, as XML too', async () => {
    const ehrId = await record.ehr();
    const body = contributionOf({ ...versionOf('249', vitals()), ...attested({ proof: 'abc', is_pending: true }) });
    const { etag } = await commit(ehrId, body);
    const read = await ask('GET', `ehr/${ehrId}/contribution/${etag}`, { headers: { accept: 'application/xml' } });
    expect(read).toMatchObject({ status: 200 });
  });

  test('a version may name itself, as another repository does too', async () => {
    const ehrId = await record.ehr();
    const uids = [
      `${OBJECT.toUpperCase()}::cairn.local::1`,
      { value: `${OTHER}::other.system::1.1.2` },
      '1.2.840.113::a::1',
    ];
    const versions = uids.map((uid) => ({ ...versionOf('249', vitals()), uid }));
    const got = await commit(ehrId, contributionOf(...versions), { prefer: 'return=representation' });
    expect(got).toMatchObject({
      status: 201,
      json: { versions: [{ id: { value: `${OBJECT}::cairn.local::1` } }, {}, {}] },
    });
  });

  test('signature and attestations of a deletion are kept', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const deletion = { ...versionOf('523', undefined, uid), signature: 'signed', ...attested({}) };
    expect(await commit(ehrId, contributionOf(deletion))).toMatchObject({ status: 201 });
    const at = `ehr/${ehrId}/versioned_composition/${uid.split('::')[0]}/version`;
    expect((await ask('GET', at)).json).toMatchObject({
      signature: 'signed',
      attestations: [{ _type: 'ATTESTATION', reason: { value: 'seen' } }],
      lifecycle_state: { value: 'deleted' },
    });
    expect(await ask('GET', at, { headers: { accept: 'application/xml' } })).toMatchObject({ status: 200 });
  });

  test.each<[string, number, JsonObject]>([
    ['nothing but itself', 201, {}],
    ['the lifecycle state of the version', 201, { lifecycle_state: '532' }],
    ['another lifecycle state', 400, { lifecycle_state: '553' }],
    ['a signature', 400, { signature: 'signed' }],
    ['attestations', 400, attested({})],
    ['data', 400, { data: vitals() }],
  ])('666 with %s is %i', async (_what, expected, more) => {
    const ehrId = await record.ehr();
    const preceding_version_uid = await record.composition(ehrId);
    const commit_audit = { change_type: '666', reason: 'seen' };
    expect(await commit(ehrId, contributionOf({ commit_audit, preceding_version_uid, ...more }))).toMatchObject({
      status: expected,
    });
  });

  test('a second change of what the set has changed already is 409, and names no version that is not there', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const twice = contributionOf(versionOf('251', vitals(), uid), versionOf('251', vitals(), uid));
    const got = await commit(ehrId, twice);
    expect(got).toMatchObject({ status: 409, etag: '', json: { code: 'not_latest_version' } });
    expect(got.json['message']).toMatch(/earlier member/);
  });

  test('an EHR_STATUS of another object is 400', async () => {
    const ehrId = await record.ehr();
    const uid = { _type: 'HIER_OBJECT_ID', value: OTHER };
    for (const version of [versionOf('251', status({ uid })), { ...versionOf('251', status()), uid }]) {
      expect(await commit(ehrId, contributionOf(version))).toMatchObject({ status: 400 });
    }
    expect(await commit(ehrId, contributionOf(versionOf('251', status())))).toMatchObject({ status: 201 });
  });

  test('a deactivated EHR comes before what is wrong with the object', async () => {
    const ehrId = await record.ehr();
    const { etag } = await ask('POST', `ehr/${ehrId}/directory`, { body: folder('root') });
    const gone = await ask('DELETE', `ehr/${ehrId}/directory`, { headers: { 'if-match': etag } });
    const attest = { commit_audit: { change_type: '666', reason: 'seen' }, preceding_version_uid: gone.etag };
    const changes = [attest, versionOf('523', undefined, `${OTHER}::cairn.local::1`)];
    for (const change of changes) expect(await commit(ehrId, contributionOf(change))).toMatchObject({ status: 400 });
    await commit(ehrId, contributionOf(versionOf('251', status({ is_modifiable: false }))));
    for (const change of changes) expect(await commit(ehrId, contributionOf(change))).toMatchObject({ status: 409 });
  });

  test('an EHR_STATUS is never deleted', async () => {
    const ehrId = await record.ehr();
    const { etag } = await ask('GET', `ehr/${ehrId}/ehr_status`);
    const got = await commit(ehrId, contributionOf(versionOf('523', undefined, etag)));
    expect(got).toMatchObject({ status: 400, json: { details: [{ path: '/versions[0]/preceding_version_uid' }] } });
  });

  test('409 on a stale preceding version, and on a non-modifiable EHR', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    expect(await commit(ehrId, contributionOf(versionOf('251', vitals(), uid)))).toMatchObject({ status: 201 });
    expect(await commit(ehrId, contributionOf(versionOf('251', vitals(), uid)))).toMatchObject({ status: 409 });
    const closed = await record.ehr(status({ is_modifiable: false }));
    expect(await commit(closed, contributionOf(versionOf('249', vitals())))).toMatchObject({
      status: 409,
      json: { code: 'ehr_not_modifiable' },
    });
  });

  test('openehr-audit-details fills in what the body leaves out', async () => {
    const ehrId = await record.ehr();
    const { audit: _, ...bare } = contributionOf(versionOf('249', vitals()));
    const got = await commit(
      ehrId,
      { ...bare, audit: {} },
      { 'openehr-audit-details': 'change_type.code_string="253",description.value="batch",committer.name="Dr. B"' },
    );
    expect(got.status).toBe(201);
    expect((await ask('GET', `ehr/${ehrId}/contribution/${got.etag}`)).json['audit']).toMatchObject({
      committer: { name: 'Dr. B' },
      description: { value: 'batch' },
      change_type: { defining_code: { code_string: '253' } },
    });
  });
});

describe('GET /ehr/{ehr_id}/contribution', () => {
  test('the list summary, newest first, with offset, fetch and total', async () => {
    const ehrId = await record.ehr();
    await record.composition(ehrId);
    await record.composition(ehrId);
    const all = (await ask('GET', `ehr/${ehrId}/contribution`)).json;
    expect(all['total']).toBe(3);
    const rows = all['rows'] as Record<string, string>[];
    expect(rows[0]).toEqual({
      uid: expect.any(String),
      time_committed: expect.stringMatching(/Z$/),
      committer: expect.any(String),
      change_type: '249',
      change_type_rubric: 'creation',
    });
    const times = rows.map((row) => row['time_committed']);
    expect(times).toEqual([...new Set(times)].toSorted((a = '', b = '') => b.localeCompare(a)));
    const page = (await ask('GET', `ehr/${ehrId}/contribution?offset=1&fetch=1`)).json;
    expect(page).toEqual({ rows: [rows[1]], total: 3 });
    const [from, to] = [rows[1]?.['time_committed'], rows[0]?.['time_committed']];
    expect((await ask('GET', `ehr/${ehrId}/contribution?time_range=${from}/${to}`)).json).toEqual({
      rows: rows.slice(0, 2),
      total: 2,
    });
    expect((await ask('GET', `ehr/${ehrId}/contribution?time_range=${to}/`)).json['total']).toBe(1);
  });

  test('fetch is 20 by default and capped at 100', async () => {
    const ehrId = await record.ehr();
    for (let index = 0; index < 104; index += 1) await record.composition(ehrId);
    const rows = async (query: string) =>
      ((await ask('GET', `ehr/${ehrId}/contribution${query}`)).json['rows'] as unknown[]).length;
    expect(await rows('')).toBe(20);
    expect(await rows('?fetch=100')).toBe(100);
    expect(await rows('?fetch=1000')).toBe(100);
    expect(await rows('?fetch=3&offset=104')).toBe(1);
    expect(await rows('?fetch=99999999999999999999')).toBe(100);
    expect(await rows('?offset=99999999999999999999')).toBe(0);
  });

  test.each([
    'offset=-1',
    'offset=a',
    'fetch=-1',
    'fetch=1.5',
    'fetch=',
    'time_range=2026-01-01',
    'time_range=2026-01-01/',
    'time_range=2026-01-02T00:00:00Z/2026-01-01T00:00:00Z',
  ])('400 for %s', async (query) =>
    expect(await ask('GET', `ehr/${await record.ehr()}/contribution?${query}`)).toMatchObject({ status: 400 }),
  );

  test('404 for an unknown EHR, for an unknown contribution and for one of another EHR', async () => {
    expect(await ask('GET', 'ehr/00000000-0000-4000-8000-000000000000/contribution')).toMatchObject({ status: 404 });
    const [mine, other] = [await record.ehr(), await record.ehr()];
    const rows = (await ask('GET', `ehr/${other}/contribution`)).json['rows'] as { uid: string }[];
    for (const uid of ['nonsense', '00000000-0000-4000-8000-000000000000', rows[0]?.uid]) {
      expect(await ask('GET', `ehr/${mine}/contribution/${uid}`)).toMatchObject({
        status: 404,
        json: { code: 'contribution_not_found' },
      });
    }
  });
});
