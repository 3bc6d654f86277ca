import { hash, randomBytes } from 'node:crypto';

/** How long a verified credential is believed without being checked again. */
const LIFETIME_MS = 60_000;
/** More than anyone has users at work in one minute on one node; the oldest go first. */
const CAPACITY = 10_000;

/**
 * Credentials that were verified a moment ago, so that Argon2 runs once a minute and not at each request.
 * Kept under a hash keyed with a secret that this process made, which never leaves it: no list of the passwords that were
 * used, no way to try others against it. Requests that come while a credential is being verified share that work.
 */
export interface VerifiedCredentials<T> {
  /** What is known about the credential, or what `verify` finds; undefined (not valid) is not remembered. */
  get(credential: string, verify: () => Promise<T | undefined>): Promise<T | undefined> | T;
}

export function verifiedCredentials<T>(now: () => number = Date.now): VerifiedCredentials<T> {
  const key = randomBytes(32).toString('base64');
  const known = new Map<string, { readonly value: T; readonly until: number }>();
  const underWay = new Map<string, Promise<T | undefined>>();

  const remember = (id: string, value: T): void => {
    known.delete(id);
    known.set(id, { value, until: now() + LIFETIME_MS });
    if (known.size <= CAPACITY) return;
    const [oldest] = known.keys();
    if (oldest !== undefined) known.delete(oldest);
  };

  return {
    get(credential, verify) {
      const id = hash('sha256', key + credential, 'base64');
      const entry = known.get(id);
      if (entry !== undefined && entry.until > now()) return entry.value;
      known.delete(id);
      let running = underWay.get(id);
      if (running === undefined) {
        running = verify()
          .then((value) => {
            if (value !== undefined) remember(id, value);
            return value;
          })
          .finally(() => underWay.delete(id));
        underWay.set(id, running);
      }
      return running;
    },
  };
}
