import { afterAll, describe, expect, test } from 'vitest';
import { LABORATORY_RESULT, readDemoTemplate, VITAL_SIGNS } from '../../src/demo/templates.ts';
import { BASE, openRecord, vitals } from '../support/record.ts';

const record = await openRecord({ 'admin.enabled': true });
const { ask } = record;
afterAll(() => record[Symbol.asyncDispose]());

const PATH = 'definition/template/adl1.4';
const XML = { 'content-type': 'application/xml' };
const optOf = async (): Promise<string> => new TextDecoder().decode(await readDemoTemplate(LABORATORY_RESULT));

describe('templates (ITS-REST, Definition API)', () => {
  test('POST: 201 with Location and ETag; 409 for the same id; DELETE by an admin when unused', async () => {
    const opt = await optOf();
    const made = await ask('POST', PATH, { text: opt, headers: XML });
    expect(made).toMatchObject({ status: 201, text: '' });
    expect(made.etag).not.toBe('');
    expect(made.headers.get('location')).toBe(`http://localhost${BASE}/${PATH}/${LABORATORY_RESULT}`);
    expect(await ask('POST', PATH, { text: opt, headers: XML })).toMatchObject({
      status: 409,
      json: { code: 'template_exists' },
    });
    expect(await ask('DELETE', `admin/template/${LABORATORY_RESULT}`)).toMatchObject({ status: 403 });
    expect(await ask('DELETE', `admin/template/${LABORATORY_RESULT}`, { auth: 'admin' })).toMatchObject({
      status: 204,
    });
    expect(await ask('GET', `${PATH}/${LABORATORY_RESULT}`)).toMatchObject({ status: 404 });
  });

  test('an id with spaces, slashes and percent signs is addressed percent-encoded', async () => {
    const id = 'A/b 100% :: ü';
    const opt = (await optOf()).replaceAll(LABORATORY_RESULT, id);
    const made = await ask('POST', PATH, { text: opt, headers: { 'content-type': 'text/xml; charset=utf-8' } });
    expect(made.status).toBe(201);
    const location = new URL(made.headers.get('location') ?? '');
    expect(await ask('GET', location.pathname)).toMatchObject({ status: 200 });
    expect((await ask('GET', `${PATH}/${encodeURIComponent(id)}`)).text).toBe(opt);
  });

  test('representation is the OPT or the web template, as accepted', async () => {
    const opt = (await optOf()).replaceAll(LABORATORY_RESULT, 'other.v1');
    const prefer = 'return=representation';
    const made = await ask('POST', PATH, {
      text: opt,
      headers: { ...XML, prefer, accept: 'application/openehr.wt+json' },
    });
    expect(made).toMatchObject({ status: 201, json: { templateId: 'other.v1', tree: {} } });
    expect(made.headers.get('content-type')).toBe('application/openehr.wt+json');
  });

  test.each([
    ['application/xml', 'application/xml'],
    ['*/*', 'application/xml'],
    ['application/openehr.wt+json', 'application/openehr.wt+json'],
    ['application/json', 'application/json'],
  ])('GET with Accept: %s is %s', async (accept, type) => {
    const got = await ask('GET', `${PATH}/${VITAL_SIGNS}`, { headers: { accept } });
    expect(got.status).toBe(200);
    expect(got.headers.get('content-type')).toBe(type);
    expect(got.headers.get('etag')).toMatch(/^".+"$/);
  });

  test('the list', async () => {
    const rows = (await ask('GET', PATH)).json as unknown as Record<string, string>[];
    expect(rows.find((row) => row['template_id'] === VITAL_SIGNS)).toEqual({
      template_id: VITAL_SIGNS,
      concept: expect.any(String),
      archetype_id: expect.stringContaining('openEHR-EHR-COMPOSITION'),
      created_timestamp: expect.stringMatching(/Z$/),
    });
  });

  test.each([
    ['not XML', 'template', 'malformed_xml'],
    ['no body', '', 'invalid_body'],
    ['another document', '<html/>', 'invalid_template'],
    ['a DTD with entities', '<!DOCTYPE x [<!ENTITY a "b">]><template>&a;</template>', 'malformed_xml'],
  ])('400 for %s', async (_name, text, code) => {
    expect(await ask('POST', PATH, { text, headers: XML })).toMatchObject({ status: 400, json: { code } });
  });

  test('409 for the deletion of a template in use, 404 for one that is not there', async () => {
    await ask('POST', `ehr/${await record.ehr()}/composition`, { body: vitals() });
    expect(await ask('DELETE', `admin/template/${VITAL_SIGNS}`, { auth: 'admin' })).toMatchObject({
      status: 409,
      json: { code: 'template_in_use' },
    });
    expect(await ask('DELETE', 'admin/template/none', { auth: 'admin' })).toMatchObject({ status: 404 });
  });
});
