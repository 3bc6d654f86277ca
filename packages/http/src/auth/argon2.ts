import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Argon2id password hashes (RFC 9106) in PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`.
 * The costs are those that OWASP recommends as a minimum: 19 MiB of memory, two passes, one lane.
 */
const COSTS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_LENGTH = 16;
/** A hash from elsewhere may ask for this much at most: 256 MiB, 16 passes, 16 lanes. */
const LIMITS = { memory: 262_144, passes: 16, parallelism: 16 } as const;

interface PasswordHash {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const argon2id = promisify(argon2).bind(undefined, 'argon2id');

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  return phcString(salt, await argon2id({ ...COSTS, message: password, nonce: salt }));
}

/** A hash that costs as much to verify as any other, of a password that nobody knows. */
export const unknownPassword = (): string => phcString(randomBytes(SALT_LENGTH), randomBytes(COSTS.tagLength));

/** Compares in constant time. Throws a TypeError when the text isn't a hash. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parsed = parseHash(hash);
  if (parsed === undefined) throw new TypeError('not an Argon2id hash in PHC string format');
  const { memory, passes, parallelism, salt, tag } = parsed;
  const computed = await argon2id({
    memory,
    passes,
    parallelism,
    tagLength: tag.length,
    message: password,
    nonce: salt,
  });
  return timingSafeEqual(computed, tag);
}

export const isPasswordHash = (text: string): boolean => parseHash(text) !== undefined;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

function parseHash(text: string): PasswordHash | undefined {
  const match = PHC.exec(text);
  if (match === null) return undefined;
  const [memory = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number);
  const inRange =
    parallelism >= 1 &&
    parallelism <= LIMITS.parallelism &&
    passes >= 1 &&
    passes <= LIMITS.passes &&
    memory >= 8 * parallelism &&
    memory <= LIMITS.memory;
  if (!inRange) return undefined;
  const [salt, tag] = match.slice(4).map((part) => Buffer.from(part, 'base64'));
  return salt === undefined || tag === undefined ? undefined : { memory, passes, parallelism, salt, tag };
}

const phcString = (salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${COSTS.memory},t=${COSTS.passes},p=${COSTS.parallelism}$${base64(salt)}$${base64(tag)}`;

/** Base64 without padding, as PHC strings have it. */
const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
