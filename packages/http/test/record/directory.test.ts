import { afterAll, describe, expect, test } from 'vitest';
import { contributionOf, folder, openRecord, status, versionOf } from '../support/record.ts';

const record = await openRecord();
const { ask } = record;
afterAll(() => record[Symbol.asyncDispose]());

const TREE = folder('root', [
  folder('episodes', [folder('a'), folder('b/c')]),
  folder('other'),
  ...['50%25', '50%', 'two words'].map((name) => folder(name)),
]);
const create = async (ehrId: string, body = TREE) => ask('POST', `ehr/${ehrId}/directory`, { body });
const remove = (ehrId: string, uid: string) =>
  ask('DELETE', `ehr/${ehrId}/directory`, { headers: { 'if-match': `"${uid}"` } });

describe('DIRECTORY', () => {
  test('POST: 201 with ETag and Location; 409 while there is one', async () => {
    const ehrId = await record.ehr();
    const got = await create(ehrId);
    expect(got).toMatchObject({ status: 201, text: '' });
    expect(got.headers.get('location')).toContain(`/ehr/${ehrId}/directory/${got.etag}`);
    expect(await create(ehrId)).toMatchObject({ status: 409, json: { code: 'directory_exists' } });
  });

  test('PUT: If-Match required; 200 or 204; 412 when stale', async () => {
    const ehrId = await record.ehr();
    const { etag } = await create(ehrId);
    const put = (headers: Record<string, string>) =>
      ask('PUT', `ehr/${ehrId}/directory`, { body: folder('new'), headers });
    expect(await put({})).toMatchObject({ status: 400, json: { code: 'missing_header' } });
    const second = await put({ 'if-match': etag });
    expect(second).toMatchObject({ status: 204, etag: etag.replace(/1$/, '2') });
    expect(await put({ 'if-match': etag })).toMatchObject({ status: 412, etag: second.etag });
    expect(await put({ 'if-match': second.etag, prefer: 'return=representation' })).toMatchObject({
      status: 200,
      json: { name: { value: 'new' } },
    });
  });

  test('PUT and GET without a directory are 404', async () => {
    const ehrId = await record.ehr();
    expect(await ask('PUT', `ehr/${ehrId}/directory`, { body: TREE, headers: { 'if-match': 'x' } })).toMatchObject({
      status: 404,
    });
    expect(await ask('GET', `ehr/${ehrId}/directory`)).toMatchObject({ status: 404 });
  });

  test('DELETE: logical, If-Match required; then GET is 204 and another DELETE 400', async () => {
    const ehrId = await record.ehr();
    const { etag } = await create(ehrId);
    expect(await ask('DELETE', `ehr/${ehrId}/directory`)).toMatchObject({
      status: 400,
      json: { code: 'missing_header' },
    });
    const deletion = await remove(ehrId, etag);
    expect(deletion).toMatchObject({ status: 204, etag: etag.replace(/1$/, '2') });
    expect(await ask('GET', `ehr/${ehrId}/directory`)).toMatchObject({ status: 204, text: '' });
    expect(await ask('GET', `ehr/${ehrId}/directory/${deletion.etag}`)).toMatchObject({ status: 204 });
    expect(await ask('GET', `ehr/${ehrId}/directory/${etag}`)).toMatchObject({ status: 200 });
    expect(await remove(ehrId, etag)).toMatchObject({ status: 400, json: { code: 'already_deleted' } });
  });

  test.each([
    ['episodes', 'episodes'],
    ['/episodes/a/', 'a'],
    ['episodes%2Fa', 'a'],
    ['episodes/b%2Fc', 'b/c'],
    ['50%2525', '50%25'],
    ['50%25', '50%'],
    ['two+words', 'two words'],
    ['two%20words', 'two words'],
    ['root/other', 'other'],
    ['/', 'root'],
  ])('path=%s is the folder %s, with the version of the root in ETag', async (path, name) => {
    const ehrId = await record.ehr();
    const { etag } = await create(ehrId);
    for (const at of ['directory', `directory/${etag}`]) {
      expect(await ask('GET', `ehr/${ehrId}/${at}?path=${path}`)).toMatchObject({
        status: 200,
        etag,
        json: { name: { value: name } },
      });
    }
  });

  test('an unknown path is 404', async () => {
    const ehrId = await record.ehr();
    await create(ehrId);
    expect(await ask('GET', `ehr/${ehrId}/directory?path=episodes/z`)).toMatchObject({
      status: 404,
      json: { code: 'folder_not_found' },
    });
  });

  test('directory always equals the first of folders; when it is deleted the next live hierarchy is promoted', async () => {
    const ehrId = await record.ehr();
    const { etag } = await create(ehrId, folder('one'));
    await ask('POST', `ehr/${ehrId}/contribution`, { body: contributionOf(versionOf('249', folder('two'))) });
    const before = (await ask('GET', `ehr/${ehrId}`)).json;
    expect(before['folders']).toHaveLength(2);
    expect(before['directory']).toEqual((before['folders'] as unknown[])[0]);
    await remove(ehrId, etag);
    const after = (await ask('GET', `ehr/${ehrId}`)).json;
    expect(after['folders']).toEqual([(before['folders'] as unknown[])[1]]);
    expect(after['directory']).toEqual((before['folders'] as unknown[])[1]);
    expect(await ask('GET', `ehr/${ehrId}/directory`)).toMatchObject({ status: 200, json: { name: { value: 'two' } } });
    expect(await remove(ehrId, etag)).toMatchObject({ status: 412 });
  });

  test('400 for tags: a directory has none', async () => {
    const ehrId = await record.ehr();
    const headers = { 'openehr-item-tag': 'key="a"' };
    expect(await ask('POST', `ehr/${ehrId}/directory`, { body: TREE, headers })).toMatchObject({ status: 400 });
    const { etag } = await create(ehrId);
    const put = { body: TREE, headers: { 'if-match': etag, 'openehr-version-item-tag': 'key="a"' } };
    expect(await ask('PUT', `ehr/${ehrId}/directory`, put)).toMatchObject({ status: 400 });
    expect((await ask('GET', `ehr/${ehrId}/tags`)).list).toEqual([]);
  });

  test('409 when the EHR is not modifiable, before anything about the directory', async () => {
    const ehrId = await record.ehr();
    const { etag } = await create(ehrId);
    await remove(ehrId, etag);
    const put = () => ask('PUT', `ehr/${ehrId}/directory`, { body: TREE, headers: { 'if-match': etag } });
    expect(await put()).toMatchObject({ status: 404 });
    const current = (await ask('GET', `ehr/${ehrId}/ehr_status`)).etag;
    await record.cdr.statuses.update(ehrId, status({ is_modifiable: false }), { precedingVersionUid: current });
    expect(await put()).toMatchObject({ status: 409 });
    expect(await remove(ehrId, etag)).toMatchObject({ status: 409 });
    expect(await create(await record.ehr(status({ is_modifiable: false })))).toMatchObject({
      status: 409,
      json: { code: 'ehr_not_modifiable' },
    });
  });
});
