export { ConfigError, configFrom, loadConfig, type Sources } from './load.ts';
export { configurationPage } from './page.ts';
export { settings, settingKeys, type Config, type SettingKey } from './settings.ts';
export type { Problem } from './sources.ts';
export { redactedTree } from './tree.ts';
