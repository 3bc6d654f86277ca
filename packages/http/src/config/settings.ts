import * as v from 'valibot';
import { isDirectives } from '../logging/directives.ts';
import { choice, duration, flag, integer, list, size, text, type Form } from './forms.ts';
import { repeatedNames, repetitionMessage, user } from './users.ts';

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

/** Shown to whoever may see the configuration, so there must be no password in it. */
const WEB_URL = text('a URL (https, http) without a user name or password', (value) => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
});

/** Holds a password, or may. */
const secret = <S extends Setting<unknown>>(setting: S): S & { readonly secret: true } => ({
  ...setting,
  secret: true,
});

const POSTGRES_URL = /^postgres(ql)?:\/\/./;
const STORE_URL = /^(sqlite:.|postgres(ql)?:\/\/.)/;

const isTimeZone = (zone: string): boolean => {
  // Intl takes an offset for a zone.
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const userList = list('a list of `{username, password or password_hash, roles}`', user);

const users: Setting<readonly v.InferOutput<typeof user>[], undefined> = {
  ...optional(
    {
      expects: userList.expects,
      schema: v.pipe(
        userList.schema,
        v.rawCheck(({ dataset: { value }, addIssue }) => {
          if (!Array.isArray(value)) return;
          for (const repetition of repeatedNames(value)) {
            const { at } = repetition;
            addIssue({
              message: repetitionMessage(repetition),
              path: [
                { type: 'array', origin: 'value', input: value, key: at, value: undefined },
                { type: 'object', origin: 'value', input: {}, key: 'username', value: undefined },
              ],
            });
          }
        }),
      ),
    },
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
  'auth.bearer.issuer': optional(WEB_URL, 'Accept OAuth2 bearer tokens (JWT) of this issuer.'),
  'auth.bearer.audience': optional(text(), 'Audience that a token must name.', 'not checked'),
  'auth.bearer.jwks_url': optional(WEB_URL, "The issuer's signing keys.", "found by the issuer's OpenID configuration"),
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
  'limits.idle_timeout': required(
    duration,
    65_000,
    'How long a connection is kept on which nothing moves: it is idle, or its client does not read on in an answer.',
    '`65s`',
  ),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

export type SettingKey = keyof typeof settings;

type ValueOf<S> = S extends Setting<infer T, infer D> ? T | D : never;

/** The effective configuration: a value for each key of the table. */
export type Config = { readonly [K in SettingKey]: ValueOf<(typeof settings)[K]> };

export const settingKeys = Object.keys(settings) as readonly SettingKey[];

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key);
