import type { Cdr, Store } from '@cairn/core';
import { createApp, createManagementApp, type AppOptions } from '../app.ts';
import { authenticatorFrom, firstAdmin, type Authenticate } from '../auth/index.ts';
import { configFrom, type Config } from '../config/index.ts';
import { createLogging, type Logging } from '../logging/index.ts';
import { createMetrics } from '../metrics/index.ts';
import { logDestination } from './log-destination.ts';
import { listen, type Listener } from './listener.ts';
import { openCdr, openStore } from './store.ts';

/** A server that answers. */
export interface RunningServer {
  /** `http://host:port` of the record API. */
  readonly origin: string;
  /** The same of the management surface, where that has a port of its own. */
  readonly managementOrigin: string | undefined;
  /** The administrator that this start made, for the one time that the password is shown. */
  readonly madeAdmin: { readonly username: string; readonly password: string } | undefined;
  readonly cdr: Cdr;
  readonly logging: Logging;
  /** Stops accepting, finishes what is in flight within `server.shutdown_timeout`, closes the store. Idempotent. */
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Where log lines go; default: standard error. */
  readonly log?: { write(line: string): void };
}

const LOOPBACK = '127.0.0.1';
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/**
 * Runs the service on Node.js. Settings by their documented names; what is missing has its default. Throws a ConfigError
 * for settings that do not fit, and whatever opening the store or the port throws.
 *
 * @example
 * const server = await serve({ 'server.port': 0, 'store.url': 'sqlite::memory:' });
 * const answer = await fetch(`${server.origin}/health`);
 * await server.close();
 */
export async function serve(settings: Partial<Config> = {}, options: ServeOptions = {}): Promise<RunningServer> {
  const config = configFrom(settings);
  const destination = logDestination(options.log);
  const logging = createLogging(config['log.filter'], destination);
  const store = await openStore(config);
  try {
    return await start(config, logging, store, () => destination.flush());
  } catch (error) {
    await store.close();
    await destination.flush();
    throw error;
  }
}

async function start(
  config: Config,
  logging: Logging,
  store: Store,
  flush: () => Promise<void>,
): Promise<RunningServer> {
  const cdr = await openCdr(config, store);
  const access = accessTo(config, store, logging);

  const appOptions: AppOptions = {
    config,
    authenticate: access.authenticate,
    logging,
    ...(config['management.enabled'] && { metrics: createMetrics(() => store.pool?.()) }),
  };
  const { host } = access;
  const main = await listen(createApp(cdr, appOptions).fetch, { host, port: config['server.port'] }, config);
  const management = await listenForManagement(cdr, appOptions, config, host).catch(async (error: unknown) => {
    await main.close(0);
    throw error;
  });
  const madeAdmin = await access.makeAdmin().catch(async (error: unknown) => {
    await Promise.all([main.close(0), management?.close(0)]);
    throw error;
  });

  const log = logging.logger('cairn::server');
  log.info({ origin: main.origin, management_origin: management?.origin }, 'listening');
  const close = async (): Promise<void> => {
    log.info('stopping');
    const timeout = config['server.shutdown_timeout'];
    await Promise.all([main.close(timeout), management?.close(timeout)]);
    await store.close();
    log.info('stopped');
    await flush();
  };
  let closed: Promise<void> | undefined;
  return {
    origin: main.origin,
    managementOrigin: management?.origin,
    madeAdmin,
    cdr,
    logging,
    close: () => (closed ??= close()),
  };
}

/** Who may log in, where to listen for them, and the administrator to make where nobody else may. */
interface Access {
  readonly authenticate: Authenticate;
  readonly host: string;
  /**
   * The last thing of a start that can fail: the password of an administrator who was made and then not told is lost for
   * good. Requests that come before wait with their credentials.
   */
  makeAdmin(): Promise<RunningServer['madeAdmin']>;
}

/** A server without users of its own stays on loopback. */
function accessTo(config: Config, store: Store, logging: Logging): Access {
  const configured = config['auth.users'] !== undefined || config['auth.bearer.issuer'] !== undefined;
  if (configured) {
    return {
      authenticate: authenticatorFrom(config),
      host: config['server.host'],
      makeAdmin: () => Promise.resolve(undefined),
    };
  }
  const host = isLoopback(config['server.host']) ? config['server.host'] : LOOPBACK;
  if (host !== config['server.host'])
    logging.logger('cairn::server').warn('no users are configured: listening on loopback only');
  const ready = Promise.withResolvers<Authenticate>();
  let known: Authenticate = async (authorization) => (await ready.promise)(authorization);
  return {
    authenticate: (authorization) => known(authorization),
    host,
    async makeAdmin() {
      const { user, password } = await firstAdmin(store);
      known = authenticatorFrom(config, [user]);
      ready.resolve(known);
      return password === undefined ? undefined : { username: user.username, password };
    },
  };
}

async function listenForManagement(
  cdr: Cdr,
  options: AppOptions,
  config: Config,
  host: string,
): Promise<Listener | undefined> {
  const port = config['management.port'];
  if (!config['management.enabled'] || port === undefined) return undefined;
  return listen(createManagementApp(cdr, options).fetch, { host, port }, config);
}
