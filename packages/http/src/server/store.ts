import { setImmediate as nextTurn } from 'node:timers/promises';
import { createCdr, type Cdr, type Store } from '@cairn/core';
import { openSqliteStore } from '@cairn/store-sqlite';
import type { Config } from '../config/index.ts';

/** Opens the store that the settings name. */
export const openStore = (config: Config, migrate: Config['store.migrate'] = config['store.migrate']): Promise<Store> =>
  openSqliteStore({ path: config['store.url'].slice('sqlite:'.length), migrate });

/** The repository over a store, as the settings want it. */
export function openCdr(config: Config, store: Store): Promise<Cdr> {
  const timezone = config['system.timezone'];
  const maxFetch = config['query.max_fetch'];
  return createCdr({
    store,
    systemId: config['system.id'],
    ...(timezone !== undefined && { timezone }),
    validationProfile: config['validation.profile'],
    query: {
      defaultFetch: config['query.default_fetch'],
      ...(maxFetch !== undefined && { maxFetch }),
      maxRows: config['query.max_rows'],
      timeoutMs: config['query.timeout'],
    },
    pause: nextTurn,
  });
}
