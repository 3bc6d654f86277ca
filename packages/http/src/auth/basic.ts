import { HttpError } from '../errors/index.ts';
import { hashPassword, unknownPassword, verifyPassword } from './argon2.ts';
import type { Principal, Role } from './principal.ts';
import { turns } from './turns.ts';
import { verifiedCredentials } from './verified.ts';

/** A user of HTTP Basic authentication, with a password or its Argon2id hash. */
export interface BasicUser {
  readonly username: string;
  readonly password?: string | undefined;
  readonly password_hash?: string | undefined;
  readonly roles: readonly Role[];
}

/** Checks the credentials of an `Authorization: Basic …` header (RFC 7617, UTF-8); undefined: not valid. */
export type CheckBasic = (credentials: string) => Promise<Principal | undefined> | Principal | undefined;

/** Argon2 keeps a core and 19 MiB busy for some 50 ms: this many at a time, and this many more may wait in each line. */
const VERIFYING = 2;
const WAITING = 200;

export function basicAuthentication(users: readonly BasicUser[]): CheckBasic {
  const accounts = new Map(
    users.map(({ username, password, password_hash: hash, roles }) => [
      username,
      {
        hash: hash === undefined ? hashPassword(password ?? '') : Promise.resolve(hash),
        principal: { name: username, roles: new Set(roles), committer: username } satisfies Principal,
      },
    ]),
  );
  // An unknown user costs the same time as a wrong password.
  const nobody = unknownPassword();
  const verified = verifiedCredentials<Principal>();
  const argon2 = turns(VERIFYING, WAITING);

  return (credentials) =>
    verified.get(credentials, async () => {
      const pair = decodePair(credentials);
      if (pair === undefined) return undefined;
      const account = accounts.get(pair.username);
      const hash = await (account?.hash ?? nobody);
      // Names that are not there can be made up without end, and must not keep out the users that are. Under such a flood
      // the time of an answer may tell whether a name is there; otherwise it does not.
      const line = account === undefined ? 'second' : 'first';
      const matches = argon2.run(line, () => verifyPassword(pair.password, hash));
      if (matches === undefined)
        throw new HttpError('overloaded', 'Too many passwords are being checked; try again in a moment.');
      return (await matches) ? account?.principal : undefined;
    });
}

function decodePair(credentials: string): { readonly username: string; readonly password: string } | undefined {
  const pair = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : { username: pair.slice(0, colon), password: pair.slice(colon + 1) };
}
