import { parse, TomlError } from 'smol-toml';
import { isSettingKey } from './settings.ts';

/** One value from one place. */
export interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly origin: string;
}

export interface Problem {
  readonly key: string;
  /** Where the value came from: `environment CAIRN__…`, `cairn.toml`, `--set`, `default`. */
  readonly origin: string;
  readonly message: string;
}

const PREFIX = 'CAIRN__';

/** `CAIRN__MANAGEMENT__ENDPOINTS__INFO` is `management.endpoints.info`. */
export function fromEnvironment(environment: Readonly<Record<string, string | undefined>>): Entry[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || !name.startsWith(PREFIX)
      ? []
      : [{ key: name.slice(PREFIX.length).split('__').join('.').toLowerCase(), value, origin: `environment ${name}` }],
  );
}

export const environmentName = (key: string): string => PREFIX + key.toUpperCase().replaceAll('.', '__');

export function fromOptions(options: readonly string[], report: (problem: Problem) => void): Entry[] {
  return options.flatMap((option) => {
    const at = option.indexOf('=');
    if (at > 0) return [{ key: option.slice(0, at).trim(), value: option.slice(at + 1), origin: '--set' }];
    report({ key: option, origin: '--set', message: 'must be written key=value' });
    return [];
  });
}

export function fromFile(text: string, name: string, report: (problem: Problem) => void): Entry[] {
  try {
    return [...leaves(parse(text), '', name)];
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The error's own text quotes the line, which may hold a password.
    report({ key: name, origin: 'file', message: `is not valid TOML at line ${error.line}, column ${error.column}` });
    return [];
  }
}

function* leaves(table: object, prefix: string, origin: string): Generator<Entry> {
  for (const [name, value] of Object.entries(table)) {
    const key = prefix + name;
    const isTable = value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
    if (isTable && !isSettingKey(key)) yield* leaves(value, `${key}.`, origin);
    else yield { key, value, origin };
  }
}
