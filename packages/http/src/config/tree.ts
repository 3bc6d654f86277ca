import { settingKeys, settings, type Config } from './settings.ts';

export interface Tree {
  readonly [name: string]: unknown;
}

type Branch = Record<string, unknown>;

/** The effective configuration as a tree, secrets as `***`, settings without a value as null. */
export function redactedTree(config: Config): Tree {
  const root: Branch = {};
  for (const key of settingKeys) {
    const names = key.split('.');
    const last = names.pop() ?? key;
    let node = root;
    for (const name of names) node = branchOf(node, name);
    const value = config[key];
    const secret = 'secret' in settings[key] && value !== undefined;
    node[last] = secret ? '***' : (value ?? null);
  }
  return root;
}

function branchOf(node: Branch, name: string): Branch {
  const existing = node[name];
  if (existing !== null && typeof existing === 'object') return existing as Branch;
  const made: Branch = {};
  node[name] = made;
  return made;
}
