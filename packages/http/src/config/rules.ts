import type { Config, SettingKey } from './settings.ts';
import { repeatedNames, repetitionMessage } from './users.ts';

interface Conflict {
  readonly key: SettingKey;
  /** Where in its value: `[1].username`. */
  readonly place?: string;
  readonly message: string;
}

/** What settings must fulfil together. */
export function checkTogether(config: Config): readonly Conflict[] {
  const found: Conflict[] = [];
  const bearer = ['auth.bearer.audience', 'auth.bearer.jwks_url', 'auth.bearer.roles_claim'] as const;
  if (config['auth.bearer.issuer'] === undefined) {
    for (const key of bearer) {
      if (config[key] !== undefined) found.push({ key, message: 'has no effect without auth.bearer.issuer' });
    }
  }
  if (config['store.url'].startsWith('sqlite:')) {
    for (const key of ['store.read_url', 'store.pool_size'] as const) {
      if (config[key] !== undefined) found.push({ key, message: 'has no effect on an SQLite store' });
    }
  }
  // Those of a program have not been through the form, which reports this together with all else about users.
  for (const repetition of repeatedNames(config['auth.users'] ?? [])) {
    found.push({
      key: 'auth.users',
      place: `[${repetition.at}].username`,
      message: repetitionMessage(repetition),
    });
  }
  if (config['auth.users']?.length === 0) found.push({ key: 'auth.users', message: 'must name at least one user' });
  const port = config['management.port'];
  if (port !== undefined && port !== 0 && port === config['server.port']) {
    found.push({
      key: 'management.port',
      message: "must differ from server.port; leave it out to share the server's port",
    });
  }
  const management = config['management.base_path'];
  const taken = [config['server.base_path'], '/health', '/docs', '/openapi.json', '/rest/status'];
  if (
    taken.some((path) => path === management || path.startsWith(`${management}/`) || management.startsWith(`${path}/`))
  ) {
    found.push({ key: 'management.base_path', message: 'overlaps a path that serves something else' });
  }
  return found;
}
