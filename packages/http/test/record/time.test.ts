import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecord, vitals } from '../support/record.ts';

/** A clock that the tests set. */
let now = Date.parse('2026-01-05T09:00:00.000Z');
const record = await openRecord({ 'system.timezone': 'Europe/Vienna' }, { clock: { now: () => now } });
const { ask } = record;
afterAll(() => record[Symbol.asyncDispose]());

let ehrId: string;
let first: string;
let object: string;
let second: string;
let deletion: string;

beforeAll(async () => {
  ehrId = await record.ehr();
  now = Date.parse('2026-01-05T10:00:00.500Z');
  first = await record.composition(ehrId);
  object = first.split('::')[0] ?? '';
  now = Date.parse('2026-01-05T11:00:00.000Z');
  second = (await ask('PUT', `ehr/${ehrId}/composition/${object}`, { body: vitals(), headers: { 'if-match': first } }))
    .etag;
  now = Date.parse('2026-01-05T12:00:00.000Z');
  deletion = (await ask('DELETE', `ehr/${ehrId}/composition/${second}`)).etag;
});

const at = (time: string, path = `composition/${object}`) => ask('GET', `ehr/${ehrId}/${path}?version_at_time=${time}`);

describe('version_at_time', () => {
  test.each([
    ['2026-01-05T10:00:00.499Z', 404, ''],
    ['2026-01-05T10:00:00.500Z', 200, 'first'],
    ['2026-01-05T10:00:00.500999Z', 200, 'first'],
    ['2026-01-05T11:30:00+01:00', 200, 'first'],
    ['2026-01-05T11:30:00%2B01:00', 200, 'first'],
    ['2026-01-05T11:30:00', 200, 'first'],
    ['2026-01-05T06:00:00.000-05:00', 200, 'second'],
    ['2026-01-05T11:00:00Z', 200, 'second'],
    ['2026-01-05T12:00:00.000Z', 204, 'deletion'],
    ['2999-01-01T00:00:00Z', 204, 'deletion'],
  ])('%s is %i %s', async (time, status, which) => {
    const got = await at(time);
    expect(got.status).toBe(status);
    if (which !== '') expect(got.etag).toBe({ first, second, deletion }[which]);
  });

  test.each([
    '2026-01-05',
    '20260105T110000Z',
    '2026-01-05T11:00',
    '2026-13-05T11:00:00Z',
    '2026-02-30T11:00:00Z',
    '2026-01-05T24:00:00Z',
    'yesterday',
    '',
  ])('a bare date, the basic form or anything unparseable is 400: %j', async (time) => {
    for (const path of [
      `composition/${object}`,
      'ehr_status',
      `versioned_composition/${object}/version`,
      'versioned_ehr_status/version',
      'directory',
    ]) {
      expect(await at(time, path)).toMatchObject({ status: 400, json: { code: 'invalid_datetime' } });
      const unknown = `ehr/00000000-0000-4000-8000-000000000000/${path}?version_at_time=${encodeURIComponent(time)}`;
      expect(await ask('GET', unknown)).toMatchObject({ status: 400, json: { code: 'invalid_datetime' } });
    }
  });

  test('a VERSION is given at any time since the first, deletions too', async () => {
    const path = `versioned_composition/${object}/version`;
    expect(await at('2026-01-05T10:30:00Z', path)).toMatchObject({ status: 200, etag: first });
    expect(await at('2026-01-05T13:00:00Z', path)).toMatchObject({ status: 200, etag: deletion });
    expect(await at('2026-01-05T09:30:00Z', path)).toMatchObject({ status: 404 });
  });

  test('with a full version id it is checked and otherwise ignored', async () => {
    expect(await at('2026-01-05T09:00:00Z', `composition/${second}`)).toMatchObject({ status: 200, etag: second });
    expect(await at('2026-01-05', `composition/${second}`)).toMatchObject({ status: 400 });
  });

  test('of the EHR_STATUS: 404 before there was one', async () => {
    expect(await at('2026-01-05T08:59:59.999Z', 'ehr_status')).toMatchObject({ status: 404 });
    expect(await at('2026-01-05T09:00:00.000Z', 'ehr_status')).toMatchObject({ status: 200 });
  });
});
