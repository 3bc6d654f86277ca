import * as v from 'valibot';
import { isPasswordHash } from '../auth/argon2.ts';
import { nearest } from './nearest.ts';

const ROLES = ['user', 'admin'] as const;

const FIELDS = {
  username: v.pipe(
    v.string('must be text'),
    v.regex(/^[^:\p{Cc}]{1,100}$/u, 'must be 1 to 100 characters without a colon'),
  ),
  password: v.optional(v.pipe(v.string('must be text'), v.minLength(1, 'must not be empty'))),
  password_hash: v.optional(
    v.pipe(v.string('must be text'), v.check(isPasswordHash, 'must be what `cairn hash-password` prints')),
  ),
  roles: v.optional(
    v.pipe(
      v.array(v.picklist(ROLES, 'must be `user` or `admin`'), 'must be a list of `user` and `admin`'),
      v.minLength(1, 'must not be empty'),
    ),
    ['user'],
  ),
};

const knownFields = v.object(FIELDS, (issue) =>
  issue.path === undefined
    ? 'must be a user: username, password or password_hash, and roles'
    : 'is missing: every user has one',
);

/** One of `auth.users`. All that is wrong with it is reported, each problem at its field. */
export const user = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const read = v.safeParse(knownFields, value);
    for (const { message, path } of read.issues ?? []) addIssue({ message, ...(path && { path }) });
    if (value === null || typeof value !== 'object') return NEVER;
    const given = Object.keys(value);
    const unknown = given.filter((name) => !Object.hasOwn(FIELDS, name));
    for (const key of unknown) {
      addIssue({
        message: noSuchField(key),
        path: [{ type: 'object', origin: 'key', input: { ...value }, key, value: undefined }],
      });
    }
    const passwords = given.filter((name) => name === 'password' || name === 'password_hash');
    // Of a name that is not known it is not known either whether a password was meant.
    if (passwords.length !== 1 && unknown.length === 0) addIssue({ message: 'has either password or password_hash' });
    return read.success ? read.output : NEVER;
  }),
);

function noSuchField(name: string): string {
  const known = nearest(name, Object.keys(FIELDS));
  return `there is no such field of a user${known === undefined ? '' : `; the nearest is ${known}`}`;
}

interface Repetition {
  readonly at: number;
  /** The first with the same name. */
  readonly of: number;
}

/** Users whose name another one before them has. */
export function repeatedNames(users: readonly unknown[]): readonly Repetition[] {
  const names = users.map((one) =>
    one !== null && typeof one === 'object' && 'username' in one ? one.username : undefined,
  );
  return names.flatMap((name, at) => {
    const of = names.indexOf(name);
    return typeof name === 'string' && of < at ? [{ at, of }] : [];
  });
}

export const repetitionMessage = ({ of }: Repetition): string => `is the name of auth.users[${of}] already`;
