import type { Store } from '@cairn/core';
import { openSqliteStore } from '@cairn/store-sqlite';
import type { Config } from '../config/index.ts';

/** Opens the store that the settings name. */
export const openStore = (config: Config, migrate: Config['store.migrate'] = config['store.migrate']): Promise<Store> =>
  openSqliteStore({ path: config['store.url'].slice('sqlite:'.length), migrate });
