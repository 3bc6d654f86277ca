import type { JsonObject } from '@cairn/core';
import { afterAll, describe, expect, test } from 'vitest';
import { contributionOf, folder, openRecord, status, subject, versionOf, vitals } from '../support/record.ts';

const record = await openRecord();
const { ask } = record;
afterAll(() => record[Symbol.asyncDispose]());

const ACCEPT = { accept: 'application/xml' };
const SEND = { 'content-type': 'application/xml' };

describe('canonical XML in and out', () => {
  test('a composition that goes in as JSON comes out as XML, goes in again and comes out as the same JSON', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    const xml = await ask('GET', `ehr/${ehrId}/composition/${uid}`, { headers: ACCEPT });
    expect(xml.headers.get('content-type')).toBe('application/xml');
    expect(xml.text).toContain('<composition');
    const again = await ask('POST', `ehr/${await record.ehr()}/composition`, {
      text: xml.text.replace(uid, uid.replace(/^.{8}/, 'aaaaaaaa')),
      headers: SEND,
    });
    expect(again.status).toBe(201);
    const ehr = new URL(again.headers.get('location') ?? '').pathname.split('/')[5];
    const json = (await ask('GET', `ehr/${ehr}/composition/${again.etag}`)).json;
    expect(withoutTypes(json)).toEqual(withoutTypes({ ...vitals(), uid: { value: again.etag } }));
  });

  test('every canonical resource is served as XML', async () => {
    const ehrId = await record.ehr();
    const uid = await record.composition(ehrId);
    await ask('POST', `ehr/${ehrId}/directory`, { body: folder('root') });
    const made = await ask('POST', `ehr/${ehrId}/contribution`, { body: contributionOf(versionOf('249', vitals())) });
    const object = uid.split('::')[0];
    const paths = [
      `ehr/${ehrId}`,
      `ehr/${ehrId}/ehr_status`,
      `ehr/${ehrId}/directory`,
      `ehr/${ehrId}/contribution/${made.etag}`,
      `ehr/${ehrId}/versioned_ehr_status`,
      `ehr/${ehrId}/versioned_composition/${object}`,
      `ehr/${ehrId}/versioned_composition/${object}/revision_history`,
      `ehr/${ehrId}/versioned_composition/${object}/version`,
    ];
    for (const path of paths) {
      const got = await ask('GET', path, { headers: ACCEPT });
      expect({ path, status: got.status, type: got.headers.get('content-type') }).toEqual({
        path,
        status: 200,
        type: 'application/xml',
      });
      expect(got.text).toMatch(/^(<\?xml[^>]*\?>)?\s*<[a-z_]+[ >]/);
    }
  });

  test('representation and identifier follow Accept', async () => {
    const ehrId = await record.ehr();
    const ask2 = (prefer: string) =>
      ask('POST', `ehr/${ehrId}/composition`, { body: vitals(), headers: { ...ACCEPT, prefer } });
    expect((await ask2('return=representation')).text).toContain('<composition');
    const identifier = await ask2('return=identifier');
    expect(identifier.text).toContain(`<uid>${identifier.etag}</uid>`);
  });

  describe('a text that XML 1.0 has no way to write', () => {
    const TEXT = 'a\u0001b';
    const hidden = vitals({ composer: { _type: 'PARTY_IDENTIFIED', name: TEXT } });
    const headers = { ...ACCEPT, prefer: 'return=representation' };
    const acknowledged = (uid: string) => ({ etag: uid, json: { uid: { value: uid } } });

    test('is stored and acknowledged, with the representation in JSON', async () => {
      const ehrId = await record.ehr();
      const write = async (method: string, path: string, body: JsonObject, ifMatch = '') => {
        const got = await ask(method, `ehr/${ehrId}/${path}`, { body, headers: { ...headers, 'if-match': ifMatch } });
        expect(got).toMatchObject(acknowledged(got.etag));
        expect(got.headers.get('location')).toContain(got.etag);
        expect(got.headers.get('content-type')).toBe('application/json');
        return got;
      };
      const made = await write('POST', 'composition', hidden);
      expect(made.status).toBe(201);
      expect((await write('PUT', `composition/${made.etag.split('::')[0]}`, hidden, made.etag)).status).toBe(200);
      const { etag } = await write('POST', 'directory', folder(TEXT));
      await write('PUT', 'directory', folder(TEXT), etag);
      const current = (await ask('GET', `ehr/${ehrId}/ehr_status`)).etag;
      await write('PUT', 'ehr_status', status({ subject: subject(TEXT) }), current);
      const audit = { change_type: '249', committer: { _type: 'PARTY_IDENTIFIED', name: TEXT } };
      await write('POST', 'contribution', { ...contributionOf(versionOf('249', vitals())), audit });
    });

    test('is read in the next format that the client takes, 406 only without one', async () => {
      const ehrId = await record.ehr();
      const { etag } = await ask('POST', `ehr/${ehrId}/composition`, { body: hidden });
      const read = (accept: string, path = `composition/${etag}`) =>
        ask('GET', `ehr/${ehrId}/${path}`, { headers: { accept } });
      const both = 'application/xml, application/json;q=0.5';
      expect(await read(both)).toMatchObject({ status: 200, json: { composer: { name: TEXT } } });
      expect(await read(both, `versioned_composition/${etag.split('::')[0]}/version`)).toMatchObject({ status: 200 });
      expect(await read('application/xml')).toMatchObject({ status: 406 });
      expect(await read('application/xml, application/json;q=0')).toMatchObject({ status: 406 });
    });
  });

  test.each([
    ['not well-formed', '<composition>'],
    ['a document type', '<!DOCTYPE composition><composition/>'],
    ['an external entity', '<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]><composition>&x;</composition>'],
    ['another root', '<folder/>'],
  ])('400 for XML that has %s', async (_name, text) => {
    expect((await ask('POST', `ehr/${await record.ehr()}/composition`, { text, headers: SEND })).status).toBe(400);
  });

  test('an error is XML for a client that takes nothing else', async () => {
    const got = await ask('GET', 'ehr/nonsense', { headers: ACCEPT });
    expect(got.status).toBe(404);
    expect(got.headers.get('content-type')).toBe('application/xml');
    expect(got.text).toContain('<code>ehr_not_found</code>');
  });
});

/** XML says a class only where the schema leaves it open; JSON may say it everywhere. */
const withoutTypes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, member) => (name === '_type' ? undefined : member)));
