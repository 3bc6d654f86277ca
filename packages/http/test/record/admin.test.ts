import { afterAll, describe, expect, test } from 'vitest';
import { openRecord } from '../support/record.ts';
import { startServer } from '../support/server.ts';

describe('administration', () => {
  test('is off unless admin.enabled: 405', async () => {
    await using record = await openRecord();
    for (const path of ['admin/ehr/all', `admin/ehr/${await record.ehr()}`, 'admin/template/x']) {
      expect(await record.ask('DELETE', path, { auth: 'admin' })).toMatchObject({ status: 405 });
    }
  });

  describe('when it is on', async () => {
    const record = await openRecord({ 'admin.enabled': true });
    const { ask } = record;
    afterAll(() => record[Symbol.asyncDispose]());
    const gone = async (ehrId: string) => (await ask('GET', `ehr/${ehrId}`)).status === 404;

    test('it needs the role admin', async () => {
      const ehrId = await record.ehr();
      expect(await ask('DELETE', `admin/ehr/${ehrId}`)).toMatchObject({ status: 403, json: { code: 'forbidden' } });
      expect(await gone(ehrId)).toBe(false);
    });

    test('one EHR goes for good, with everything in it', async () => {
      const ehrId = await record.ehr();
      await record.composition(ehrId);
      expect(await ask('DELETE', `admin/ehr/${ehrId}`, { auth: 'admin' })).toMatchObject({ status: 204 });
      expect(await gone(ehrId)).toBe(true);
      expect(await ask('DELETE', `admin/ehr/${ehrId}`, { auth: 'admin' })).toMatchObject({ status: 404 });
    });

    test('the log keeps a record of it, and none of what was not removed', async () => {
      await using server = await startServer({ 'admin.enabled': true, 'log.filter': 'info' });
      const { ehrId } = await server.cdr.ehrs.create();
      for (const id of [ehrId, crypto.randomUUID()]) {
        await server.get(`admin/ehr/${id.toUpperCase()}`, { method: 'DELETE', as: 'admin' });
      }
      const removals = server.log.filter(({ target }) => target === 'cairn::admin');
      expect(removals).toMatchObject([{ ehr_id: ehrId, message: 'EHR removed' }]);
    });

    test('several go together or not at all', async () => {
      const [a, b, c] = [await record.ehr(), await record.ehr(), await record.ehr()];
      const all = (ids: readonly string[]) =>
        ask('DELETE', `admin/ehr/all?${ids.map((id) => `ehr_id=${id}`).join('&')}`, { auth: 'admin' });
      expect(await all([a, 'nonsense'])).toMatchObject({ status: 404 });
      expect(await gone(a)).toBe(false);
      expect(await all([a, b])).toMatchObject({ status: 204 });
      expect([await gone(a), await gone(b), await gone(c)]).toEqual([true, true, false]);
    });

    test('one that is named twice goes once', async () => {
      const ehrId = await record.ehr();
      const query = `ehr_id=${ehrId}&ehr_id=${ehrId.toUpperCase()}&ehr_id=${ehrId}`;
      expect(await ask('DELETE', `admin/ehr/all?${query}`, { auth: 'admin' })).toMatchObject({ status: 204 });
      expect(await gone(ehrId)).toBe(true);
    });

    test('every EHR only with a confirmation', async () => {
      const ehrId = await record.ehr();
      for (const query of ['', '?confirm=yes']) {
        expect(await ask('DELETE', `admin/ehr/all${query}`, { auth: 'admin' })).toMatchObject({
          status: 400,
          json: { code: 'missing_parameter' },
        });
      }
      expect(await gone(ehrId)).toBe(false);
      expect(await ask('DELETE', 'admin/ehr/all?confirm=all', { auth: 'admin' })).toMatchObject({ status: 204 });
      expect(await gone(ehrId)).toBe(true);
    });
  });
});
