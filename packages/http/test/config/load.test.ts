import { describe, expect, test } from 'vitest';
import {
  ConfigError,
  configFrom,
  loadConfig,
  redactedTree,
  settingKeys,
  settings,
  type Config,
  type Sources,
} from '../../src/config/index.ts';

const problemsOf = (sources: Sources): readonly string[] => {
  try {
    loadConfig(sources);
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map(({ key, origin, message }) => `${key} (${origin}): ${message}`);
    throw error;
  }
  return [];
};

describe('precedence: --set, environment, file, default', () => {
  const file = { name: 'cairn.toml', text: '[server]\nport = 1\nhost = "file"\nbody_limit = "1MiB"\n' };
  const environment = { CAIRN__SERVER__PORT: '2', CAIRN__SERVER__HOST: 'environment', PATH: '/bin' };

  test('the strongest source wins, setting by setting', () => {
    const config = loadConfig({ file, environment, options: ['server.port=3'] });
    expect(config['server.port']).toBe(3);
    expect(config['server.host']).toBe('environment');
    expect(config['server.body_limit']).toBe(2 ** 20);
    expect(config['server.base_path']).toBe('/rest/openehr/v1');
  });

  test('every setting has the default of the table when nothing is said', () => {
    const config = loadConfig();
    for (const key of settingKeys) expect(config[key]).toEqual(settings[key].default);
  });

  test('nested names in the environment are joined by two underscores', () => {
    expect(
      loadConfig({ environment: { CAIRN__MANAGEMENT__ENDPOINTS__INFO: 'private' } })['management.endpoints.info'],
    ).toBe('private');
  });

  test('a value may hold an equals sign', () => {
    expect(loadConfig({ options: ['log.filter=info,cairn::http=debug'] })['log.filter']).toBe('info,cairn::http=debug');
  });
});

describe('values', () => {
  const USERS = '[{"username":"ward","password":"x"}]';

  test.each([
    ['server.body_limit', '16MiB', 2 ** 24],
    ['server.body_limit', '1048576', 2 ** 20],
    ['limits.receive_timeout', '500ms', 500],
    ['limits.receive_timeout', '2m', 120_000],
    ['management.enabled', 'true', true],
    ['server.port', '0', 0],
    ['server.base_path', '/ehr/rest/openehr/v1', '/ehr/rest/openehr/v1'],
    ['server.public_url', 'https://cdr.example.org', 'https://cdr.example.org'],
    ['system.timezone', 'Europe/Vienna', 'Europe/Vienna'],
    ['auth.users', USERS, [{ username: 'ward', password: 'x', roles: ['user'] }]],
    ['server.cors_origins', '["https://app.example.org"]', ['https://app.example.org']],
  ] as const)('%s takes %s', (key, text, value) => {
    expect(loadConfig({ options: [`${key}=${text}`] })[key]).toEqual(value);
  });

  test.each([
    ['server.port', '65536', 'must be an integer from 0 to 65535'],
    ['server.port', 'http', 'must be an integer from 0 to 65535'],
    ['server.body_limit', '16MB', 'must be a size'],
    ['server.body_limit', '0', 'must be a size'],
    ['limits.receive_timeout', '10', 'must be a duration'],
    ['limits.receive_timeout', '1000h', 'must be a duration'],
    ['management.enabled', 'yes', 'must be true or false'],
    ['server.base_path', '/api', 'must be a path that ends in'],
    ['server.base_path', '/rest/openehr/v1/', 'must be a path that ends in'],
    ['server.public_url', 'https://cdr.example.org/x', 'must be an origin'],
    ['store.migrate', 'yes', 'must be `apply` or `verify`'],
    ['store.url', 'mysql://u:secret@h/d', 'must be `sqlite:FILE`'],
    ['store.read_url', 'postgres://u:secret@h/d', 'has no effect on an SQLite store'],
    ['system.id', 'a::b', 'must be letters'],
    ['system.timezone', 'Mars/Olympus', 'must be an IANA time zone'],
    ['system.timezone', '+02:00', 'must be an IANA time zone'],
    ['log.filter', 'loud', 'must be directives'],
    ['auth.users', 'ward', 'must be a list'],
    ['auth.users', '[]', 'must name at least one user'],
    ['auth.users', '[{"username":"a:b","password":"x"}]', 'without a colon'],
    ['auth.users', '[{"username":"a"}]', 'either password or password_hash'],
    ['auth.users', '[{"password":"x"}]', 'is missing'],
    ['auth.users', '["ward"]', 'must be a user'],
    ['auth.users', '[{"username":"a","password":"x","role":"admin"}]', 'the nearest is roles'],
    ['auth.users', '[{"username":"a","password":"x","constructor":1}]', 'no such field'],
    ['auth.users', '[{"username":"a","password":"x","roles":["root"]}]', 'must be `user` or `admin`'],
    ['auth.users', '[{"username":"a","password_hash":"x"}]', 'cairn hash-password'],
    ['auth.users', '[{"username":"a","password":"x"},{"username":"a","password":"y"}]', 'auth.users[0] already'],
    ['auth.bearer.issuer', 'https://u:hunter2@idp.example.org', 'without a user name or password'],
    ['auth.bearer.issuer', 'https://u@idp.example.org', 'without a user name or password'],
    ['auth.bearer.audience', 'cdr', 'has no effect without auth.bearer.issuer'],
    ['management.port', '8080', 'must differ from server.port'],
    ['management.base_path', '/health', 'overlaps'],
    ['management.base_path', '/rest', 'overlaps'],
  ])('%s refuses %s', (key, text, message) => {
    const problems = problemsOf({ options: [`${key}=${text}`] });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
    expect(problems[0]).toMatch(new RegExp(`^${key.replaceAll('.', '\\.')}(\\[\\d\\][.\\w[\\]]*)? \\(--set\\)`));
  });

  test('no message shows the value, which may be a secret', () => {
    const problems = problemsOf({
      options: [
        'auth.users=[{"username":"a","password":"hunter2","x":1}]',
        'store.url=mysql://u:hunter2@h/d',
        'auth.bearer.jwks_url=https://u:hunter2@h/keys',
      ],
    });
    expect(problems).toHaveLength(3);
    expect(problems.join('\n')).not.toContain('hunter2');
  });
});

describe('problems', () => {
  test('all are reported at once, with their origin and the nearest valid name', () => {
    const problems = problemsOf({
      file: { name: 'cairn.toml', text: '[server]\nprot = 1\n' },
      environment: { CAIRN__SERVER__HOTS: 'x' },
      options: ['etag.weak=maybe', 'nonsense'],
    });
    expect(problems).toEqual([
      'nonsense (--set): must be written key=value',
      'server.prot (cairn.toml): there is no such setting; the nearest is server.port',
      'server.hots (environment CAIRN__SERVER__HOTS): there is no such setting; the nearest is server.host',
      'etag.weak (--set): must be true or false',
    ]);
  });

  test('of users: which one, which field, the nearest valid name, and names that are there twice', () => {
    const users = [
      { username: 'a', pasword: 'x', roles: ['root', 'user', 'boss'] },
      { username: 'a:b', password: 'x', password_hash: 'y' },
      { username: 'a', password: 'x', roles: [] },
    ];
    expect(problemsOf({ options: [`auth.users=${JSON.stringify(users)}`, 'server.port=x'] })).toEqual([
      'auth.users[0].roles[0] (--set): must be `user` or `admin`',
      'auth.users[0].roles[2] (--set): must be `user` or `admin`',
      'auth.users[0].pasword (--set): there is no such field of a user; the nearest is password',
      'auth.users[1].username (--set): must be 1 to 100 characters without a colon',
      'auth.users[1].password_hash (--set): must be what `cairn hash-password` prints',
      'auth.users[1] (--set): has either password or password_hash',
      'auth.users[2].roles (--set): must not be empty',
      'auth.users[2].username (--set): is the name of auth.users[0] already',
      'server.port (--set): must be an integer from 0 to 65535',
    ]);
  });

  test('a program is told of a name that is there twice', () => {
    const users: Config['auth.users'] = [
      { username: 'ward', password: 'x', roles: ['user'] },
      { username: 'ward', password: 'y', roles: ['user'] },
    ];
    expect(() => configFrom({ 'auth.users': users })).toThrow('auth.users[1].username (program)');
  });

  test('a file that is not TOML is named with the place of the fault, without its text', () => {
    const [problem, ...rest] = problemsOf({ file: { name: 'cairn.toml', text: '[server]\nport = = hunter2' } });
    expect(rest).toEqual([]);
    expect(problem).toContain('line 2');
    expect(problem).not.toContain('hunter2');
  });

  test('a table where a value belongs is refused', () => {
    expect(problemsOf({ file: { name: 'f', text: '[server.port]\nx = 1' } })).toEqual([
      'server.port (f): must be an integer from 0 to 65535',
    ]);
  });

  test('a program that gives settings is told of unknown ones too', () => {
    const given = { 'server.port': 1, 'server.prot': 1 };
    expect(() => configFrom(given)).toThrow(/server\.port/);
  });
});

test('the tree has every setting, and secrets as ***', () => {
  const tree = redactedTree(configFrom({ 'auth.users': [{ username: 'ward', password: 'hunter2', roles: ['user'] }] }));
  expect(JSON.stringify(tree)).not.toContain('hunter2');
  expect(tree).toMatchObject({
    auth: { users: '***', bearer: { issuer: null } },
    server: { port: 8080 },
    management: { endpoints: { info: 'admin_only' } },
  });
});
