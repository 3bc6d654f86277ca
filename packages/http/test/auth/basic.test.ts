import { describe, expect, test } from 'vitest';
import { authenticator, basicAuthentication, hasRole } from '../../src/auth/index.ts';
import { verifiedCredentials } from '../../src/auth/verified.ts';
import { turns } from '../../src/auth/turns.ts';
import { HttpError } from '../../src/errors/index.ts';

const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
const users = basicAuthentication([
  { username: 'ward', password: 'pass:wörd', roles: ['user'] },
  { username: 'root', password: 'r', roles: ['admin'] },
]);
const authenticate = authenticator({ basic: users });
const attempt = async (authorization: string | undefined) => authenticate(authorization);

describe('HTTP Basic (RFC 7617)', () => {
  test('the right pair gives the principal, colons and umlauts in the password included', async () => {
    const principal = await attempt(basic('ward', 'pass:wörd'));
    expect(principal).toMatchObject({ name: 'ward', committer: 'ward' });
    expect(hasRole(principal, 'user')).toBe(true);
    expect(hasRole(principal, 'admin')).toBe(false);
  });

  test('role admin includes role user', async () =>
    expect(hasRole(await attempt(basic('root', 'r')), 'user')).toBe(true));

  test('the scheme is case-insensitive', async () => {
    expect(await attempt(basic('root', 'r').replace('Basic', 'bASIC'))).toMatchObject({ name: 'root' });
  });

  test.each([
    ['nothing', undefined],
    ['a wrong password', basic('ward', 'wrong')],
    ['an unknown user', basic('nobody', 'nobody')],
    ['an inherited name', basic('__proto__', 'x')],
    ['no colon', `Basic ${Buffer.from('ward').toString('base64')}`],
    ['no base64', 'Basic ???'],
    ['another scheme', 'Digest x'],
    ['a bearer token, which is not on', 'Bearer x'],
    ['the scheme alone', 'Basic'],
    ['an empty header', ''],
  ])('%s is 401 with the schemes that are on', async (_name, authorization) => {
    const failure = await Promise.resolve(attempt(authorization)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HttpError);
    expect(failure).toMatchObject({
      code: 'unauthenticated',
      headers: { 'www-authenticate': 'Basic realm="cairn", charset="UTF-8"' },
    });
  });

  test('an unknown user takes about as long as a wrong password', async () => {
    const time = async (authorization: string): Promise<number> => {
      const start = performance.now();
      await attempt(authorization).catch(() => undefined);
      return performance.now() - start;
    };
    const unknown: number[] = [];
    const wrong: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      unknown.push(await time(basic(`nobody${round}`, 'x')));
      wrong.push(await time(basic('ward', `x${round}`)));
    }
    const ratio = Math.min(...unknown) / Math.min(...wrong);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

describe('verified credentials', () => {
  test('are believed for a minute, then checked again', async () => {
    let now = 0;
    let checks = 0;
    const cache = verifiedCredentials<string>(() => now);
    const get = async () => cache.get('ward:x', async () => `checked ${(checks += 1)}`);
    expect(await get()).toBe('checked 1');
    now = 59_999;
    expect(await get()).toBe('checked 1');
    now = 60_001;
    expect(await get()).toBe('checked 2');
  });

  test('are checked once for requests that come at the same time', async () => {
    let checks = 0;
    const cache = verifiedCredentials<number>();
    const results = await Promise.all(
      Array.from({ length: 20 }, async () => cache.get('a', async () => (checks += 1))),
    );
    expect(new Set(results)).toEqual(new Set([1]));
  });

  test('refusals are not remembered', async () => {
    const cache = verifiedCredentials<number>();
    expect(await cache.get('a', async () => undefined)).toBeUndefined();
    expect(await cache.get('a', async () => 1)).toBe(1);
  });
});

test('a flood of unknown names does not keep a user out', async () => {
  const check = basicAuthentication([{ username: 'ward', password: 'w', roles: ['user'] }]);
  const pair = (username: string, password: string): string => btoa(`${username}:${password}`);
  let refused = 0;
  for (let index = 0; index < 400; index += 1)
    Promise.resolve(check(pair(`nobody${index}`, 'x'))).catch(() => (refused += 1));
  expect(await check(pair('ward', 'w'))).toMatchObject({ name: 'ward' });
  expect(refused).toBeGreaterThan(0);
});

test('turns: who is in the first line goes before all of the second', async () => {
  const { run } = turns(1, 2);
  const order: number[] = [];
  const task = (index: number) => async () => void order.push(index);
  await Promise.all([run('second', task(0)), run('second', task(1)), run('first', task(2)), run('second', task(3))]);
  expect(order).toEqual([0, 2, 1, 3]);
});

test('turns: so many at a time, so many waiting, no more', async () => {
  const { run: runIn } = turns(1, 1);
  const run = (task: () => Promise<number>) => runIn('first', task);
  const started: number[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const task = (index: number) => async () => {
    started.push(index);
    await gates[index]?.promise;
    return index;
  };
  const first = run(task(0));
  const second = run(task(1));
  expect(run(task(2))).toBeUndefined();
  await Promise.resolve();
  expect(started).toEqual([0]);
  gates[0]?.resolve();
  expect(await first).toBe(0);
  gates[1]?.resolve();
  expect(await second).toBe(1);
  expect(await run(task(3))).toBe(3);
});
