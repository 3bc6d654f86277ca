import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/program/index.ts';

const AQL = 'SELECT c/uid/value AS uid, c/name/value AS name FROM EHR e CONTAINS COMPOSITION c';

let folder: string;
let store: readonly string[];
const run = async (...argv: readonly string[]) => {
  const out = { stdout: '', stderr: '' };
  const code = await main(argv, {
    environment: {},
    print: (text) => (out.stdout += `${text}\n`),
    complain: (text) => (out.stderr += `${text}\n`),
  });
  return { code, ...out };
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-query-'));
  store = ['--set', `store.url=sqlite:${join(folder, 'cairn.db')}`];
  await run('seed', '--demo', ...store);
});
afterAll(() => rm(folder, { recursive: true }));

describe('cairn query', () => {
  test('prints a table, CSV or JSON', async () => {
    const { code, stdout, stderr } = await run('query', `${AQL} LIMIT 2`, ...store);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^uid +\| name *\n-+\+-+\n(?:dec0de00-\S+ \| [^\n]+\n){2}\(2 rows\)\n$/);
    const csv = await run('query', `${AQL} LIMIT 2`, '--format', 'csv', ...store);
    expect(csv.stdout).toMatch(/^uid,name\n(?:dec0de00-\S+,[^\n]+\n){2}$/);
    const json = await run('query', `${AQL} LIMIT 2`, '--format=json', ...store);
    expect(JSON.parse(json.stdout)).toMatchObject({
      meta: { resultsize: 2 },
      columns: [{ name: 'uid' }, { name: 'name' }],
    });
  });

  test('gives all rows, whatever query.default_fetch says', async () => {
    const limited = [...store, '--set', 'query.default_fetch=1', '--format', 'csv'];
    expect((await run('query', AQL, ...limited)).stdout.trim().split('\n').length).toBeGreaterThan(10);
  });

  test('--param is read as what it is compared with, and makes a list when it comes again', async () => {
    const q = `SELECT COUNT(*) AS n FROM EHR e CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
      WHERE o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude > $min AND e/ehr_id/value MATCHES {$ids}`;
    const ids = ['1', '2'].map((one) => `ids=dec0de00-000${one}-4000-8000-000000000000`);
    const count = async (...parameters: readonly string[]): Promise<number> => {
      const options = parameters.flatMap((one) => ['--param', one]);
      return Number((await run('query', q, '--format=csv', ...options, ...store)).stdout.split('\n')[1]);
    };
    expect(await count(...ids, '$min=0')).toBeGreaterThan(await count(ids[0] ?? '', 'min=0'));
    expect(await count(...ids, 'min=500')).toBe(0);
  });

  test.each([
    [
      'does not parse',
      'SELECT c/nam FROM COMPOSITION c',
      /^cairn: line 1, column 10: .*did you mean name\?\n.*\n {9}\^\n$/,
    ],
    [
      'has a parameter without a value',
      `${AQL} WHERE c/name/value = $x`,
      /^cairn: line 1, column \d+: .*\$x has no value/,
    ],
  ])('points at what is wrong with a query that %s, exit code 1', async (_, q, message) => {
    const { code, stderr, stdout } = await run('query', q, ...store);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test('--explain prints how it would be run, and no row', async () => {
    const text = await run('query', AQL, '--explain', ...store);
    expect(text).toMatchObject({ code: 0, stdout: expect.stringMatching(/^way: \w+\n(?:.*\n)*statement: select /) });
    expect(text.stdout).not.toContain('dec0de00');
    const json = await run('query', AQL, '--explain', '--format', 'json', ...store);
    expect(JSON.parse(json.stdout)).toMatchObject({ way: expect.any(String), statements: expect.any(Array) });
    expect((await run('query', 'SELECT x FROM EHR e', '--explain', ...store)).code).toBe(1);
  });

  test('query.timeout ends it, exit code 1', async () => {
    const endless =
      'SELECT COUNT(*) FROM EHR e CONTAINS (ELEMENT a AND ELEMENT b AND ELEMENT c AND ELEMENT d AND ELEMENT f)';
    const { code, stderr } = await run('query', endless, ...store, '--set', 'query.timeout=100ms');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^cairn: The query took longer than it may/);
  });

  test('makes no store where there is none', async () => {
    const nowhere = join(folder, 'nowhere');
    const { code, stderr } = await run('query', AQL, '--set', `store.url=sqlite:${join(nowhere, 'cairn.db')}`);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^cairn: There is no database file/);
    expect(existsSync(nowhere)).toBe(false);
  });
});
