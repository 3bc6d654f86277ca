import * as v from 'valibot';
import { checkTogether } from './rules.ts';
import { nearest } from './nearest.ts';
import { isSettingKey, settingKeys, settings, type Config, type SettingKey } from './settings.ts';
import { fromEnvironment, fromFile, fromOptions, type Entry, type Problem } from './sources.ts';

export interface Sources {
  /** Text of a TOML file, and what to call it in messages. */
  readonly file?: { readonly name: string; readonly text: string };
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** `key=value` of each `--set`. */
  readonly options?: readonly string[];
}

/** Everything that is wrong with a configuration, at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => `${problem.key} (${problem.origin}): ${problem.message}`).join('\n'));
    this.problems = problems;
  }
}

/** The effective configuration: `--set` over environment over file over default. Throws {@link ConfigError}. */
export function loadConfig(sources: Sources = {}): Config {
  const problems: Problem[] = [];
  const report = (problem: Problem): void => void problems.push(problem);
  const entries: Entry[] = [
    ...(sources.file ? fromFile(sources.file.text, sources.file.name, report) : []),
    ...fromEnvironment(sources.environment ?? {}),
    ...fromOptions(sources.options ?? [], report),
  ];
  const origins = new Map<SettingKey, string>();
  const values = new Map<SettingKey, unknown>();
  for (const { key, value, origin } of entries) {
    if (!isSettingKey(key)) {
      report({ key, origin, message: noSuchSetting(key) });
      continue;
    }
    const checked = v.safeParse(settings[key].form.schema, value);
    if (!checked.success) {
      for (const { message, path = [] } of checked.issues) report({ key: key + placeIn(path), origin, message });
      continue;
    }
    values.set(key, checked.output);
    origins.set(key, origin);
  }
  const config = complete(values);
  for (const { key, place = '', message } of checkTogether(config)) {
    report({ key: key + place, origin: origins.get(key) ?? 'default', message });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** A configuration from values that a program gives; what is missing has its default. Throws {@link ConfigError}. */
export function configFrom(given: Partial<Config>): Config {
  const problems: Problem[] = [];
  const values = new Map<SettingKey, unknown>();
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (isSettingKey(key)) values.set(key, value);
    else problems.push({ key, origin: 'program', message: noSuchSetting(key) });
  }
  const config = complete(values);
  problems.push(
    ...checkTogether(config).map(({ key, place = '', message }) => ({ key: key + place, origin: 'program', message })),
  );
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function complete(values: ReadonlyMap<SettingKey, unknown>): Config {
  // Each value went through the schema of its own key, which is what the type of that key is made from.
  return Object.fromEntries(
    settingKeys.map((key) => [key, values.has(key) ? values.get(key) : settings[key].default]),
  ) as Config;
}

/** `[1].roles[0]`: where in a setting that is a list. */
const placeIn = (path: readonly { readonly key: unknown }[]): string =>
  path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');

function noSuchSetting(key: string): string {
  const name = nearest(key, settingKeys);
  return `there is no such setting${name === undefined ? '' : `; the nearest is ${name}`}`;
}
