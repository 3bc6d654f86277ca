import { randomBytes } from 'node:crypto';
import type { Store } from '@cairn/core';
import { hashPassword } from './argon2.ts';
import type { BasicUser } from './basic.ts';

const HASH_KEY = 'first-admin.password-hash';

/**
 * The administrator of a server without configured users: made once for a store, which keeps only the hash of its
 * random password. `password` is there when this call made it, for the one time that it is shown.
 */
export async function firstAdmin(
  store: Pick<Store, 'settings'>,
): Promise<{ readonly user: BasicUser; readonly password?: string }> {
  const user = (hash: string): BasicUser => ({ username: 'admin', password_hash: hash, roles: ['admin', 'user'] });
  const existing = await store.settings.get(HASH_KEY);
  if (existing !== undefined) return { user: user(existing) };
  const password = randomBytes(18).toString('base64url');
  const hash = await hashPassword(password);
  const kept = await store.settings.putIfAbsent(HASH_KEY, hash);
  return kept === hash ? { user: user(hash), password } : { user: user(kept) };
}
