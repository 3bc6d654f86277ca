import { readFileSync } from 'node:fs';
import { ConfigError, loadConfig, type Config } from '../config/index.ts';
import type { Arguments } from './arguments.ts';
import type { Terminal } from './terminal.ts';

/** The effective configuration of a command. Throws a ConfigError, also for a file that can't be read. */
export function readConfig({ configFile, set }: Arguments, { environment }: Terminal): Config {
  if (configFile === undefined) return loadConfig({ environment, options: set });
  let text: string;
  try {
    text = readFileSync(configFile, 'utf8');
  } catch {
    throw new ConfigError([{ key: configFile, origin: '--config', message: 'this file cannot be read' }]);
  }
  return loadConfig({ file: { name: configFile, text }, environment, options: set });
}
