import type { JsonObject } from '@cairn/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecord, type Ask, type Got, type RecordUnderTest } from '../support/record.ts';

const AQL = 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c WHERE c/name/value = $name';

let record: RecordUnderTest;
beforeAll(async () => {
  record = await openRecord();
  await record.composition(await record.ehr());
  await record.cdr.query.stored.put('org.example::named', AQL);
});
afterAll(() => record[Symbol.asyncDispose]());

const ask = (path: string, body: JsonObject, auth: Ask['auth'] = 'admin'): Promise<Got> =>
  record.ask('POST', `query/${path}`, { body: { explain: true, query_parameters: { name: 'x' }, ...body }, auth });

describe('explain in the body of a query', () => {
  test.each([
    ['of an ad hoc query', 'aql', { q: AQL }],
    ['of a stored query', 'org.example::named', {}],
    ['of a version of it', 'org.example::named/1.0', {}],
  ])('%s gives the plan in place of rows', async (_, path, body) => {
    const got = await ask(path, body);
    expect(got).toMatchObject({
      status: 200,
      json: {
        q: AQL,
        plan: { way: expect.any(String), access: { kinds: ['COMPOSITION'] }, statements: expect.any(Array) },
      },
    });
    expect(got.json).not.toHaveProperty('rows');
    expect(got.text).toContain('select ');
  });

  test('is for administrators: 403', async () => {
    for (const [path, body] of [
      ['aql', { q: AQL }],
      ['org.example::named', {}],
    ] as const)
      expect(await ask(path, body, 'user')).toMatchObject({ status: 403, json: { code: 'forbidden' } });
  });

  test('false and null run the query', async () => {
    for (const explain of [false, null])
      expect((await ask('aql', { q: AQL, explain }, 'user')).json).toHaveProperty('rows');
  });

  test('400 for anything else, and for what is wrong with the query', async () => {
    expect(await ask('aql', { q: AQL, explain: 'yes' })).toMatchObject({ status: 400, json: { code: 'invalid_body' } });
    expect(await ask('aql', { q: 'SELECT' })).toMatchObject({ status: 400, json: { code: 'invalid_query' } });
    expect(await ask('aql', { q: AQL, query_parameters: {} })).toMatchObject({ status: 400 });
    expect((await ask('none', {})).status).toBe(404);
  });

  test('in a URL it is a parameter as any other', async () => {
    const got = await record.ask('GET', `query/aql?q=${encodeURIComponent(AQL)}&name=x&explain=true`, {
      auth: 'admin',
    });
    expect(got.json).toHaveProperty('rows');
  });
});
