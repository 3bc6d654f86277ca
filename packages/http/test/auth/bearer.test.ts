import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  authenticator,
  bearerAuthentication,
  hasRole,
  type Authenticate,
  type Principal,
} from '../../src/auth/index.ts';

/** A small identity provider: discovery and keys. */
let provider: Server;
let issuer: string;
let signingKey: CryptoKey;
let foreignKey: CryptoKey;

beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  signingKey = pair.privateKey;
  foreignKey = (await generateKeyPair('ES256')).privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256' };
  provider = createServer((request, response) => {
    const body = request.url === '/keys' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/keys` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => provider.close(resolve)));

const token = (claims: JWTPayload, key: CryptoKey = signingKey): Promise<string> =>
  new SignJWT({ sub: 'u-1', iss: issuer, aud: 'cdr', exp: Math.floor(Date.now() / 1000) + 60, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .sign(key);

const bearerOf = (rolesClaim?: string): Authenticate =>
  authenticator({ bearer: bearerAuthentication({ issuer, audience: 'cdr', rolesClaim }) });
const login = async (claims: JWTPayload, rolesClaim?: string, key?: CryptoKey): Promise<Principal> =>
  bearerOf(rolesClaim)(`Bearer ${await token(claims, key)}`);

describe('bearer tokens (RFC 6750, RFC 7519)', () => {
  test('a valid token is its subject, who commits with a reference to the issuer', async () => {
    const principal = await login({ name: 'Dr. A' });
    expect(principal.name).toBe('u-1');
    expect(principal.committer).toMatchObject({
      _type: 'PARTY_IDENTIFIED',
      name: 'Dr. A',
      external_ref: { id: { value: 'u-1' }, namespace: issuer },
    });
  });

  test.each<[string | undefined, JWTPayload, readonly string[]]>([
    [undefined, {}, ['user']],
    ['roles', { roles: ['user', 'admin'] }, ['user', 'admin']],
    ['realm_access.roles', { realm_access: { roles: ['admin', 'other'] } }, ['admin']],
    ['scope', { scope: 'openid user' }, ['user']],
    ['roles', {}, []],
    ['roles', { roles: 'superuser' }, []],
    ['constructor.name', {}, []],
  ])('roles claim %s of %j gives %j', async (rolesClaim, claims, roles) => {
    const principal = await login(claims, rolesClaim);
    expect([...principal.roles].sort()).toEqual([...roles].sort());
    expect(hasRole(principal, 'user')).toBe(roles.length > 0);
  });

  test.each<[string, () => Promise<string>]>([
    ['rubbish', async () => 'rubbish'],
    ['an expired token', () => token({ exp: Math.floor(Date.now() / 1000) - 120 })],
    ['a token for somebody else', () => token({ aud: 'other' })],
    ['a token of another issuer', () => token({ iss: 'https://evil.example' })],
    ['a token that another key signed', () => token({}, foreignKey)],
    ['a token without a subject', () => token({ sub: '' })],
    [
      'a token with a shared secret',
      () =>
        new SignJWT({ sub: 'u', iss: issuer, aud: 'cdr' })
          .setProtectedHeader({ alg: 'HS256' })
          .setExpirationTime('1m')
          .sign(new Uint8Array(32)),
    ],
    ['an unsigned token', async () => `${btoa('{"alg":"none"}')}.${btoa('{"sub":"u"}')}.`],
  ])('%s is 401', async (_name, make) => {
    const failure = await Promise.resolve(bearerOf()(`Bearer ${await make()}`)).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'unauthenticated',
      headers: { 'www-authenticate': 'Bearer realm="cairn", error="invalid_token"' },
    });
  });

  test('no token at all is 401 without an error', async () => {
    const failure = await Promise.resolve()
      .then(() => bearerOf()(undefined))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ headers: { 'www-authenticate': 'Bearer realm="cairn"' } });
  });

  test('keys that are no key set are 503, not 401', async () => {
    const wrong = bearerAuthentication({ issuer, jwksUrl: `${issuer}/no-keys` });
    await expect(wrong(await token({}))).rejects.toMatchObject({ code: 'identity_provider_unavailable' });
  });

  test('an issuer that does not answer is 503, not 401', async () => {
    const nowhere = bearerAuthentication({ issuer: 'http://127.0.0.1:1' });
    await expect(nowhere(await token({}))).rejects.toMatchObject({ code: 'identity_provider_unavailable' });
  });
});

test('both schemes are named when both are on', async () => {
  const both = authenticator({ basic: async () => undefined, bearer: async () => undefined });
  const failure = await Promise.resolve()
    .then(() => both(undefined))
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({
    headers: { 'www-authenticate': 'Basic realm="cairn", charset="UTF-8", Bearer realm="cairn"' },
  });
});

test('a server without any way to log in is not made', () => expect(() => authenticator({})).toThrow(TypeError));
