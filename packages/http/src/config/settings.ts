import * as v from 'valibot';
import { isPasswordHash } from '../auth/argon2.ts';
import { isDirectives } from '../logging/directives.ts';
import { choice, duration, flag, integer, list, size, text, type Form } from './forms.ts';

export interface Setting<T, D extends T | undefined = T | undefined> {
  readonly form: Form<T>;
  /** As it counts inside the program. */
  readonly default: D;
  /** How the documentation writes the default, when that is not plain from the value. */
  readonly defaultText?: string;
  /** One sentence. */
  readonly meaning: string;
  /** Shown as `***`. */
  readonly secret?: true;
}

const required = <T>(form: Form<T>, fallback: NoInfer<T>, meaning: string, defaultText?: string): Setting<T, T> => ({
  form,
  default: fallback,
  meaning,
  ...(defaultText !== undefined && { defaultText }),
});

const optional = <T>(form: Form<T>, meaning: string, defaultText?: string): Setting<T, undefined> => ({
  form,
  default: undefined,
  meaning,
  ...(defaultText !== undefined && { defaultText }),
});

const url = (schemes: string) =>
  text(
    `a URL (${schemes})`,
    (value) => URL.canParse(value) && schemes.split(', ').includes(new URL(value).protocol.slice(0, -1)),
  );

/** Holds a password, or may. */
const secret = <S extends Setting<unknown>>(setting: S): S & { readonly secret: true } => ({
  ...setting,
  secret: true,
});

const POSTGRES_URL = /^postgres(ql)?:\/\/./;
const STORE_URL = /^(sqlite:.|postgres(ql)?:\/\/.)/;

const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

export const ROLES = ['user', 'admin'] as const;

const user = v.pipe(
  v.strictObject(
    {
      username: v.pipe(
        v.string('username must be text'),
        v.regex(/^[^:\p{Cc}]{1,100}$/u, 'username must be 1 to 100 characters without a colon'),
      ),
      password: v.optional(v.pipe(v.string('password must be text'), v.minLength(1, 'password must not be empty'))),
      password_hash: v.optional(
        v.pipe(
          v.string('password_hash must be text'),
          v.check(isPasswordHash, 'password_hash must be what `cairn hash-password` prints'),
        ),
      ),
      roles: v.optional(
        v.pipe(
          v.array(v.picklist(ROLES, 'roles must be `user` or `admin`'), 'roles must be a list'),
          v.minLength(1, 'roles must not be empty'),
        ),
        ['user'],
      ),
    },
    (issue) =>
      issue.expected === 'never'
        ? 'a user has only username, password or password_hash, and roles'
        : 'must be a list of users with a username',
  ),
  v.check(
    (one) => (one.password === undefined) !== (one.password_hash === undefined),
    'a user has either password or password_hash',
  ),
);

const users: Setting<readonly v.InferOutput<typeof user>[], undefined> = {
  ...optional(
    list('a list of `{username, password or password_hash, roles}`', user),
    'Who may log in with HTTP Basic; roles are `user` and `admin`. In the environment: a JSON array.',
  ),
  secret: true,
};

const accessLevel = choice('off', 'private', 'admin_only');
const MiB = 2 ** 20;
const KiB = 2 ** 10;

/** Every setting there is. */
export const settings = {
  'server.host': required(text('a host name or an address'), '127.0.0.1', 'Address to listen on.'),
  'server.port': required(integer(0, 65_535), 8080, 'Port to listen on; 0 picks a free one.'),
  'server.base_path': required(
    text('a path that ends in `/rest/openehr/v1`', (path) => /^(\/[A-Za-z0-9._~-]+)*\/rest\/openehr\/v1$/.test(path)),
    '/rest/openehr/v1',
    'Root of the record API; must end in `/rest/openehr/v1`.',
  ),
  'server.public_url': optional(
    text(
      'an origin such as `https://cdr.example.org`',
      (value) => URL.canParse(value) && /^https?:\/\/[^/?#@]+$/.test(value),
    ),
    'Origin used in `Location`.',
    'derived from the request',
  ),
  'server.body_limit': required(size, 16 * MiB, 'Larger request bodies get 413.', '`16MiB`'),
  'server.shutdown_timeout': required(
    duration,
    10_000,
    'How long a stopping server waits for requests in flight.',
    '`10s`',
  ),
  'server.cors_origins': required(
    list(
      'a list of origins, or `["*"]`',
      v.pipe(v.string('must be a list of origins'), v.regex(/^(\*|https?:\/\/[^/?#@]+)$/, 'must be a list of origins')),
    ),
    [],
    'Origins whose pages may call this server from a browser. In the environment: a JSON array.',
    'none',
  ),
  'store.url': secret(
    required(
      text('`sqlite:FILE`, `sqlite::memory:` or `postgres://…`', (value) => STORE_URL.test(value)),
      'sqlite:./data/cairn.db',
      'Where the records are: `sqlite:FILE`, `sqlite::memory:` for a store that is gone when the server stops, or `postgres://user:password@host:port/database`.',
    ),
  ),
  'store.read_url': secret(
    optional(
      text('`postgres://…`', (value) => POSTGRES_URL.test(value)),
      'A PostgreSQL replica that answers AQL; everything else goes to `store.url`.',
    ),
  ),
  'store.pool_size': optional(integer(1, 1000), 'Connections to PostgreSQL at most, and as many again for AQL.', '10'),
  'store.migrate': required(
    choice('apply', 'verify'),
    'apply',
    '`apply` brings the schema up to date at start; `verify` refuses to start on a schema that is not current and changes nothing.',
  ),
  'system.id': required(
    text('letters, digits, `.`, `-` and `_`', (value) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(value)),
    'cairn.local',
    'Creating system id in every version uid.',
  ),
  'system.timezone': optional(
    text('an IANA time zone such as `Europe/Vienna`', isTimeZone),
    'Zone of date-times that come without an offset.',
    "the process's time zone",
  ),
  'auth.users': users,
  'auth.bearer.issuer': optional(url('https, http'), 'Accept OAuth2 bearer tokens (JWT) of this issuer.'),
  'auth.bearer.audience': optional(text(), 'Audience that a token must name.', 'not checked'),
  'auth.bearer.jwks_url': optional(
    url('https, http'),
    "The issuer's signing keys.",
    "found by the issuer's OpenID configuration",
  ),
  'auth.bearer.roles_claim': optional(
    text(),
    'Claim that lists roles, by a dotted path such as `realm_access.roles`. Without it every valid token has the role `user`.',
  ),
  'admin.enabled': required(
    flag,
    false,
    'Physical deletion of EHRs, templates and stored queries by users with the role `admin`.',
  ),
  'management.enabled': required(flag, false, 'The management surface.'),
  'management.endpoints.info': required(
    accessLevel,
    'admin_only',
    'Who may read `info`: nobody, any user, or role `admin`.',
  ),
  'management.endpoints.metrics': required(accessLevel, 'admin_only', 'Who may read `metrics` and `prometheus`.'),
  'management.endpoints.env': required(accessLevel, 'admin_only', 'Who may read `env`.'),
  'management.endpoints.loggers': required(accessLevel, 'admin_only', 'Who may read and change `loggers`.'),
  'management.port': optional(
    integer(0, 65_535),
    'Own port for the management surface; 0 picks a free one.',
    "the server's port",
  ),
  'management.base_path': required(
    text('a path such as `/management`', (path) => /^(\/[A-Za-z0-9._~-]+)+$/.test(path)),
    '/management',
    'Root of the management surface.',
  ),
  'log.filter': required(
    text('directives such as `info,cairn::http=debug`', isDirectives),
    'info',
    'What is logged: a level (`trace`, `debug`, `info`, `warn`, `error`, `off`), and `target=level` for single targets.',
  ),
  'prefer.default': required(
    choice('minimal', 'identifier', 'representation'),
    'minimal',
    'What a write answers when the request has no `Prefer: return=…`.',
  ),
  'etag.weak': required(
    flag,
    false,
    'Send ETags as `W/"…"`, as ITS-REST 1.1.0 has it. Both forms are always accepted.',
  ),
  'validation.profile': required(
    choice('strict', 'interoperable'),
    'interoperable',
    'Whether the template findings that data of the installed base commonly have refuse a composition (decision 10).',
  ),
  'query.default_fetch': required(
    integer(1, 1_000_000_000),
    1000,
    'Rows of an AQL answer when neither `fetch` nor a LIMIT in the query says how many.',
  ),
  'query.max_fetch': optional(
    integer(1, 1_000_000_000),
    'A larger `fetch` gets 400: a client takes a page that was cut short for the last one.',
  ),
  'query.max_rows': required(
    integer(1, 1_000_000_000),
    1_000_000,
    'Rows, groups and distinct values that one query may hold in memory; more gets 400.',
  ),
  'query.timeout': required(duration, 60_000, 'How long a query may take; a longer one gets 408.', '`1m`'),
  'limits.url': required(size, 8 * KiB, 'Longer URLs get 414.', '`8KiB`'),
  'limits.headers': required(size, 16 * KiB, 'Larger request heads get 431.', '`16KiB`'),
  'limits.in_flight': required(integer(1, 100_000), 512, 'Record requests handled at the same time; more get 503.'),
  'limits.receive_timeout': required(
    duration,
    60_000,
    'How long a client may take to send a request; slower ones get 408.',
    '`1m`',
  ),
  'limits.idle_timeout': required(duration, 65_000, 'How long an idle connection is kept.', '`65s`'),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

export type SettingKey = keyof typeof settings;

type ValueOf<S> = S extends Setting<infer T, infer D> ? T | D : never;

/** The effective configuration: a value for each key of the table. */
export type Config = { readonly [K in SettingKey]: ValueOf<(typeof settings)[K]> };

export const settingKeys = Object.keys(settings) as readonly SettingKey[];

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key);
