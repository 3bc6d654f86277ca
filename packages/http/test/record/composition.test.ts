import { afterAll, describe, expect, test } from 'vitest';
import { BASE, openRecord, status, vitals } from '../support/record.ts';

const record = await openRecord();
const { ask } = record;
afterAll(() => record[Symbol.asyncDispose]());

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const objectOf = (uid: string): string => uid.split('::')[0] ?? '';
const put = (ehrId: string, uid: string, headers: Record<string, string> = {}, body = vitals()) =>
  ask('PUT', `ehr/${ehrId}/composition/${objectOf(uid)}`, { body, headers: { 'if-match': `"${uid}"`, ...headers } });

describe('POST /ehr/{ehr_id}/composition', () => {
  test('201, version id in ETag, of the form <uuid>::<system>::<n>', async () => {
    const ehrId = await record.ehr();
    const got = await ask('POST', `ehr/${ehrId}/composition`, { body: vitals() });
    expect(got).toMatchObject({ status: 201, text: '' });
    expect(got.etag).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}::cairn\.local::1$/);
    expect(got.headers.get('location')).toBe(`http://localhost${BASE}/ehr/${ehrId}/composition/${got.etag}`);
    expect(got.headers.get('last-modified')).toMatch(/ GMT$/);
  });

  test('the whole composition with return=representation, its uid with return=identifier', async () => {
    const ehrId = await record.ehr();
    const whole = await ask('POST', `ehr/${ehrId}/composition`, {
      body: vitals(),
      headers: { prefer: 'return=representation' },
    });
    expect(whole.json).toEqual({ ...vitals(), uid: { _type: 'OBJECT_VERSION_ID', value: whole.etag } });
    const uid = await ask('POST', `ehr/${ehrId}/composition`, {
      body: vitals(),
      headers: { prefer: 'return=identifier' },
    });
    expect(uid.json).toEqual({ uid: uid.etag });
  });

  test('422 on template validation failure, and the body has the errors', async () => {
    const { content: _, ...hollow } = vitals();
    const got = await ask('POST', `ehr/${await record.ehr()}/composition`, {
      body: { ...hollow, content: [{ ...vitalsEntry(), archetype_node_id: 'openEHR-EHR-OBSERVATION.other.v1' }] },
    });
    expect(got).toMatchObject({ status: 422, json: { code: 'validation_failed', error: 'Unprocessable Entity' } });
    expect(got.json['validationErrors']).not.toEqual([]);
    expect(got.json['details']).not.toEqual([]);
  });

  test.each([
    ['malformed JSON', '{"_type": "COMPOSITION"', 'malformed_json'],
    ['no body', '', 'invalid_body'],
    ['a list', '[]', 'invalid_body'],
    ['an unknown attribute', JSON.stringify(vitals({ colour: 'red' })), 'invalid_body'],
    ['a duplicate key', '{"_type":"COMPOSITION","_type":"COMPOSITION"}', 'malformed_json'],
    ['__proto__', '{"__proto__":{}}', 'malformed_json'],
    ['nesting 10,000 deep', '['.repeat(10_000) + ']'.repeat(10_000), 'malformed_json'],
  ])('400 if malformed: %s', async (_name, text, code) => {
    const got = await ask('POST', `ehr/${await record.ehr()}/composition`, { text });
    expect(got).toMatchObject({ status: 400, json: { code } });
    expect(got.json['message']).toEqual(expect.any(String));
  });

  test('400 for bytes that are not UTF-8', async () => {
    const got = await ask('POST', `ehr/${await record.ehr()}/composition`, {
      body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]),
    });
    expect(got).toMatchObject({ status: 400, json: { code: 'invalid_utf8' } });
  });

  test.each([UNKNOWN, 'nonsense'])('404 if the EHR is unknown: %s', async (ehrId) => {
    expect(await ask('POST', `ehr/${ehrId}/composition`, { body: vitals() })).toMatchObject({
      status: 404,
      json: { code: 'ehr_not_found' },
    });
  });

  test('422 for a template that is not there', async () => {
    const details = {
      _type: 'ARCHETYPED',
      archetype_id: { _type: 'ARCHETYPE_ID', value: 'openEHR-EHR-COMPOSITION.encounter.v1' },
      rm_version: '1.1.0',
    };
    const body = vitals({
      archetype_details: { ...details, template_id: { _type: 'TEMPLATE_ID', value: 'missing.v1' } },
    });
    expect(await ask('POST', `ehr/${await record.ehr()}/composition`, { body })).toMatchObject({
      status: 422,
      json: { code: 'unknown_template' },
    });
  });

  test('the default lifecycle state on a commit is 532|complete|; the header sets another', async () => {
    const ehrId = await record.ehr();
    const stateOf = async (uid: string) =>
      (await ask('GET', `ehr/${ehrId}/versioned_composition/${objectOf(uid)}/version`)).json['lifecycle_state'];
    const plain = await ask('POST', `ehr/${ehrId}/composition`, { body: vitals() });
    expect(await stateOf(plain.etag)).toMatchObject({ value: 'complete', defining_code: { code_string: '532' } });
    const draft = await ask('POST', `ehr/${ehrId}/composition`, {
      body: vitals(),
      headers: { 'openehr-version': 'lifecycle_state.code_string="553"' },
    });
    expect(await stateOf(draft.etag)).toMatchObject({ value: 'incomplete', defining_code: { code_string: '553' } });
  });

  test.each([
    ['openehr-version', '999'],
    ['openehr-audit-details', 'change_type.code_string="666"'],
    ['openehr-audit-details', 'change_type.code_string="251"'],
    ['openehr-version', 'lifecycle_state.code_string="553|complete|"'],
    ['openehr-audit-details', 'description.value=""'],
    ['openehr-item-tag', 'value="x"'],
  ])('400 for %s: %s', async (name, value) => {
    const got = await ask('POST', `ehr/${await record.ehr()}/composition`, {
      body: vitals(),
      headers: { [name]: value },
    });
    expect(got.status).toBe(400);
  });

  test('the committer is the caller unless openehr-audit-details says otherwise', async () => {
    const ehrId = await record.ehr();
    const auditOf = async (headers: Record<string, string>) => {
      const { etag } = await ask('POST', `ehr/${ehrId}/composition`, { body: vitals(), headers });
      return (await ask('GET', `ehr/${ehrId}/versioned_composition/${objectOf(etag)}/version`)).json['commit_audit'];
    };
    expect(await auditOf({})).toMatchObject({
      committer: { _type: 'PARTY_IDENTIFIED', name: 'user' },
      change_type: { value: 'creation' },
    });
    const named = { 'openehr-audit-details': 'committer.name="Dr. A",description.value="d"' };
    expect(await auditOf(named)).toMatchObject({
      committer: { name: 'Dr. A' },
      description: { value: 'd' },
      system_id: 'cairn.local',
    });
  });

  test('numbers come back as they were written', async () => {
    const ehrId = await record.ehr();
    const text = JSON.stringify(vitals()).replace('"magnitude":37.1', '"magnitude":37.10');
    expect(text).toContain('37.10');
    const { etag } = await ask('POST', `ehr/${ehrId}/composition`, { text });
    const versioned = `ehr/${ehrId}/versioned_composition/${objectOf(etag)}/version`;
    for (const path of [`ehr/${ehrId}/composition/${etag}`, versioned]) {
      expect((await ask('GET', path)).text).toContain('"magnitude":37.10');
      const xml = await ask('GET', path, { headers: { accept: 'application/xml' } });
      expect(xml.text).toContain('<magnitude>37.10</magnitude>');
    }
  });
});

describe('GET /ehr/{ehr_id}/composition/{uid_based_id}', () => {
  test('by full version id and by bare object uuid', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    for (const id of [uid, objectOf(uid), objectOf(uid).toUpperCase(), encodeURIComponent(uid)]) {
      expect(await ask('GET', `ehr/${ehrId}/composition/${id}`)).toMatchObject({
        status: 200,
        etag: uid,
        json: { uid: { value: uid } },
      });
    }
  });

  test('204 if logically deleted, with the ETag of the deletion; older versions stay readable', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    await ask('DELETE', `ehr/${ehrId}/composition/${uid}`);
    const gone = await ask('GET', `ehr/${ehrId}/composition/${objectOf(uid)}`);
    expect(gone).toMatchObject({ status: 204, text: '', etag: uid.replace(/1$/, '2') });
    expect(await ask('GET', `ehr/${ehrId}/composition/${gone.etag}`)).toMatchObject({ status: 204 });
    expect(await ask('GET', `ehr/${ehrId}/composition/${uid}`)).toMatchObject({ status: 200 });
  });

  test('404 if not found, also in another EHR', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(await record.ehr());
    for (const id of [UNKNOWN, 'nonsense', `${UNKNOWN}::cairn.local::1`, uid, objectOf(uid)]) {
      expect(await ask('GET', `ehr/${ehrId}/composition/${id}`)).toMatchObject({ status: 404 });
    }
    const mine = await record.composition(ehrId);
    expect(await ask('GET', `ehr/${ehrId}/composition/${mine.replace(/1$/, '2')}`)).toMatchObject({ status: 404 });
    expect(await ask('GET', `ehr/${ehrId}/composition/${mine.replace('cairn.local', 'other')}`)).toMatchObject({
      status: 404,
    });
  });
});

describe('PUT /ehr/{ehr_id}/composition/{object_uuid}', () => {
  test('200 or 204 per Prefer, with the new version id', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const second = await put(ehrId, uid);
    expect(second).toMatchObject({ status: 204, text: '', etag: uid.replace(/1$/, '2') });
    const third = await put(ehrId, second.etag, { prefer: 'return=representation' });
    expect(third).toMatchObject({ status: 200, json: { uid: { value: uid.replace(/1$/, '3') } } });
    expect(third.headers.get('location')).toContain(third.etag);
  });

  test('412 on If-Match mismatch, with the latest version in ETag', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const { etag: second } = await put(ehrId, uid);
    expect(await put(ehrId, uid)).toMatchObject({ status: 412, etag: second });
  });

  test('400 without If-Match, and for a full version id in the path', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    expect(await ask('PUT', `ehr/${ehrId}/composition/${objectOf(uid)}`, { body: vitals() })).toMatchObject({
      status: 400,
      json: { code: 'missing_header' },
    });
    expect(
      await ask('PUT', `ehr/${ehrId}/composition/${uid}`, { body: vitals(), headers: { 'if-match': uid } }),
    ).toMatchObject({ status: 400, json: { code: 'invalid_parameter' } });
  });

  test('400 when the body has the uid of another object', async () => {
    const ehrId = await record.ehr();
    const body = vitals({ uid: { _type: 'HIER_OBJECT_ID', value: UNKNOWN } });
    expect(await put(ehrId, await record.composition(ehrId), {}, body)).toMatchObject({ status: 400 });
  });

  test('404 for an object that is not there', async () => {
    expect(await put(await record.ehr(), `${UNKNOWN}::cairn.local::1`)).toMatchObject({ status: 404 });
    expect(await put(await record.ehr(), 'nonsense')).toMatchObject({ status: 404 });
  });

  test('409 in a deactivated EHR, before 404 for an id that can be none', async () => {
    const ehrId = await record.ehr(status({ is_modifiable: false }));
    expect(await put(ehrId, 'nonsense')).toMatchObject({ status: 409 });
    expect(await ask('DELETE', `ehr/${ehrId}/composition/nonsense`)).toMatchObject({ status: 409 });
  });

  test('a template that is not named, or not there, is told as on POST', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const archetype = {
      _type: 'ARCHETYPED',
      archetype_id: { _type: 'ARCHETYPE_ID', value: 'openEHR-EHR-COMPOSITION.encounter.v1' },
      rm_version: '1.1.0',
    };
    const named = { ...archetype, template_id: { _type: 'TEMPLATE_ID', value: 'missing.v1' } };
    expect(await put(ehrId, uid, {}, vitals({ archetype_details: archetype }))).toMatchObject({
      status: 422,
      json: {
        code: 'validation_failed',
        details: expect.arrayContaining([expect.objectContaining({ code: 'template_id_missing' })]),
      },
    });
    expect(await put(ehrId, uid, {}, vitals({ archetype_details: named }))).toMatchObject({
      status: 422,
      json: { code: 'unknown_template' },
    });
  });

  test('a change of template is 422', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const details = {
      _type: 'ARCHETYPED',
      archetype_id: { _type: 'ARCHETYPE_ID', value: 'openEHR-EHR-COMPOSITION.encounter.v1' },
      template_id: { _type: 'TEMPLATE_ID', value: 'other' },
      rm_version: '1.1.0',
    };
    expect((await put(ehrId, uid, {}, vitals({ archetype_details: details }))).status).toBe(422);
  });

  describe('lifecycle: an illegal transition is rejected with 422 and the response names the states', () => {
    const state = (code: string) => ({ 'openehr-version': `lifecycle_state.code_string="${code}"` });

    test('801|abandoned| straight to complete is refused, back to incomplete and then complete is not', async () => {
      const ehrId = await record.ehr();
      const draft = await ask('POST', `ehr/${ehrId}/composition`, { body: vitals(), headers: state('553') });
      const abandoned = await put(ehrId, draft.etag, state('801'));
      expect(abandoned.status).toBe(204);
      const refused = await put(ehrId, abandoned.etag, state('532'));
      expect(refused).toMatchObject({
        status: 422,
        json: { code: 'illegal_lifecycle_transition', from_state: '801|abandoned|', to_state: '532|complete|' },
      });
      expect(await put(ehrId, abandoned.etag)).toMatchObject({ status: 422 });
      const again = await put(ehrId, abandoned.etag, state('553'));
      expect(again.status).toBe(204);
      expect((await put(ehrId, again.etag)).status).toBe(204);
    });

    test('a draft that is not finished can be given up as it is', async () => {
      const ehrId = await record.ehr();
      const { content: _, ...unfinished } = vitals();
      const draft = await ask('POST', `ehr/${ehrId}/composition`, { body: unfinished, headers: state('553') });
      expect(draft.status).toBe(201);
      const path = `ehr/${ehrId}/composition/${objectOf(draft.etag)}`;
      const to = (code: string) =>
        ask('PUT', path, { body: unfinished, headers: { ...state(code), 'if-match': `"${draft.etag}"` } });
      expect(await to('532')).toMatchObject({ status: 422, json: { code: 'validation_failed' } });
      expect(await to('801')).toMatchObject({ status: 204 });
    });

    test('523 by header is refused: deletion is DELETE', async () => {
      const ehrId = await record.ehr();
      expect(await put(ehrId, await record.composition(ehrId), state('523'))).toMatchObject({ status: 422 });
    });
  });
});

describe('DELETE /ehr/{ehr_id}/composition/{version_uid}', () => {
  test('204 with the uid of the deletion, whatever Prefer says', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const got = await ask('DELETE', `ehr/${ehrId}/composition/${uid}`, {
      headers: { prefer: 'return=representation' },
    });
    expect(got).toMatchObject({ status: 204, text: '', etag: uid.replace(/1$/, '2') });
    expect(got.headers.get('location')).toBeNull();
  });

  test('400 if already deleted, by the deletion or by an older version', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const { etag: deletion } = await ask('DELETE', `ehr/${ehrId}/composition/${uid}`);
    for (const id of [uid, deletion]) {
      expect(await ask('DELETE', `ehr/${ehrId}/composition/${id}`)).toMatchObject({
        status: 400,
        json: { code: 'already_deleted' },
      });
    }
  });

  test('409 if the version id is not the latest, with the latest in ETag', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const { etag: second } = await put(ehrId, uid);
    expect(await ask('DELETE', `ehr/${ehrId}/composition/${uid}`)).toMatchObject({
      status: 409,
      etag: second,
      json: { code: 'not_latest_version' },
    });
  });

  test('400 for a bare uuid, 404 for what never was', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    expect(await ask('DELETE', `ehr/${ehrId}/composition/${objectOf(uid)}`)).toMatchObject({ status: 400 });
    for (const id of [`${UNKNOWN}::cairn.local::1`, uid.replace(/1$/, '5'), 'nonsense']) {
      expect(await ask('DELETE', `ehr/${ehrId}/composition/${id}`)).toMatchObject({ status: 404 });
    }
  });
});

describe('VERSIONED_COMPOSITION', () => {
  test('versioned objects of an EHR in upper case, and of none', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const composition = (ehr: string) => `ehr/${ehr}/versioned_composition/${objectOf(uid)}`;
    const status = (ehr: string) => `ehr/${ehr}/versioned_ehr_status`;
    for (const resource of [composition, status]) {
      for (const path of ['', '/revision_history', '/version']) {
        const [lower, upper] = [ehrId, ehrId.toUpperCase()].map((ehr) => ask('GET', resource(ehr) + path));
        expect(await upper).toMatchObject({ status: 200, json: (await lower)?.json });
        expect(await ask('GET', `${resource('zz')}${path}`)).toMatchObject({ status: 404 });
      }
    }
    const version = (ehr: string) => ask('GET', `${composition(ehr)}/version/${uid}`);
    expect(await version(ehrId.toUpperCase())).toMatchObject({ status: 200 });
    expect(await version('zz')).toMatchObject({ status: 404 });
  });

  test('the versioned object, its revision history, versions by uid, deletions without data', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const { etag: deletion } = await ask('DELETE', `ehr/${ehrId}/composition/${uid}`);
    const at = `ehr/${ehrId}/versioned_composition/${objectOf(uid)}`;
    expect((await ask('GET', at)).json).toMatchObject({
      _type: 'VERSIONED_COMPOSITION',
      uid: { value: objectOf(uid) },
    });
    expect((await ask('GET', `${at}/revision_history`)).json['items']).toHaveLength(2);
    const latest = await ask('GET', `${at}/version`);
    expect(latest).toMatchObject({
      status: 200,
      etag: deletion,
      json: { lifecycle_state: { defining_code: { code_string: '523' } } },
    });
    expect(latest.json).not.toHaveProperty('data');
    expect(await ask('GET', `${at}/version/${uid}`)).toMatchObject({
      status: 200,
      json: { data: { _type: 'COMPOSITION' } },
    });
  });

  test('404 for an unknown object, and for a version of another object', async () => {
    const ehrId = await record.ehr();
    const [uid, other] = [await record.composition(ehrId), await record.composition(ehrId)];
    for (const path of [
      UNKNOWN,
      'nonsense',
      `${UNKNOWN}/revision_history`,
      `${UNKNOWN}/version`,
      `${objectOf(uid)}/version/${other}`,
    ]) {
      expect(await ask('GET', `ehr/${ehrId}/versioned_composition/${path}`)).toMatchObject({ status: 404 });
    }
  });
});

function vitalsEntry(): object {
  const { content } = vitals();
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  return typeof first === 'object' && first !== null ? first : {};
}
