import { createCdr, type Cdr, type Store } from '@cairn/core';
import type { Config } from '../config/index.ts';

/** Opens the store that the settings name; the driver of the other one is not loaded. */
export async function openStore(
  config: Config,
  migrate: Config['store.migrate'] = config['store.migrate'],
): Promise<Store> {
  const url = config['store.url'];
  if (url.startsWith('sqlite:')) {
    const { openSqliteStore } = await import('@cairn/store-sqlite');
    return openSqliteStore({ path: url.slice('sqlite:'.length), migrate });
  }
  const { openPostgresStore } = await import('@cairn/store-postgres');
  const { 'store.read_url': readUrl, 'store.pool_size': poolSize, 'query.timeout': queryTimeoutMs } = config;
  return openPostgresStore({
    url,
    migrate,
    queryTimeoutMs,
    ...(readUrl !== undefined && { readUrl }),
    ...(poolSize !== undefined && { poolSize }),
  });
}

/** The same without a replica: for whoever compares what is read with what is written. */
export const openPrimary = (config: Config, migrate?: Config['store.migrate']): Promise<Store> =>
  openStore({ ...config, 'store.read_url': undefined }, migrate);

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
  });
}
