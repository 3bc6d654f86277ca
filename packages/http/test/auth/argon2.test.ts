import { expect, test } from 'vitest';
import { hashPassword, isPasswordHash, verifyPassword } from '../../src/auth/index.ts';

test('a hash verifies its password and no other, and is salted', async () => {
  const [hash, again] = await Promise.all([hashPassword('grüß Gott'), hashPassword('grüß Gott')]);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(hash).not.toBe(again);
  expect(isPasswordHash(hash)).toBe(true);
  expect(await verifyPassword('grüß Gott', hash)).toBe(true);
  expect(await verifyPassword('gruss Gott', hash)).toBe(false);
});

test('a hash of the reference implementation verifies', async () => {
  // The test vector of the Argon2 reference code for Argon2id: password "password", salt "somesalt", 64 MiB, 2 passes.
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword('password', hash)).toBe(true);
  expect(await verifyPassword('Password', hash)).toBe(false);
});

test.each([
  '',
  'secret',
  '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=16$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=65536,t=0,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$short',
])('%s is not a hash that this server takes', async (text) => {
  expect(isPasswordHash(text)).toBe(false);
  await expect(verifyPassword('x', text)).rejects.toThrow(TypeError);
});
