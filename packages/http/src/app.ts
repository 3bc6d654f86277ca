import type { Cdr } from '@cairn/core';
import { Hono } from 'hono';
import { authenticatorFrom, type Authenticate } from './auth/index.ts';
import { configFrom, type Config } from './config/index.ts';
import { mountHealth } from './health/index.ts';
import { silentLogging, type Logging } from './logging/index.ts';
import { mountManagement } from './management/index.ts';
import { countingCommits, createMetrics, observedQueries, type Metrics } from './metrics/index.ts';
import { accessLog, checkUrl, cors, failureHandler, inFlight, notFound, requestId } from './middleware/index.ts';
import { mountOpenApi } from './openapi/index.ts';
import { recordApi } from './routes/index.ts';
import { mount, type AppEnv } from './routing/index.ts';

export type { AppEnv } from './routing/index.ts';

export interface AppOptions {
  /** Settings by their documented names; what is missing has its default. */
  readonly config?: Partial<Config>;
  /** Default: the users and the bearer issuer of the settings, one of which there must be. */
  readonly authenticate?: Authenticate;
  /** Default: silent. */
  readonly logging?: Logging;
  /** Default: a registry of its own when the management surface is on. */
  readonly metrics?: Metrics;
}

interface Parts {
  readonly config: Config;
  readonly authenticate: Authenticate;
  readonly logging: Logging;
  readonly metrics: Metrics | undefined;
}

function partsOf(options: AppOptions): Parts {
  const config = configFrom(options.config ?? {});
  return {
    config,
    authenticate: options.authenticate ?? authenticatorFrom(config),
    logging: options.logging ?? silentLogging(),
    metrics: options.metrics ?? (config['management.enabled'] ? createMetrics() : undefined),
  };
}

/**
 * The HTTP service over a repository, as a Hono app: record API, health, status, OpenAPI, and the management surface
 * where that is on and has no port of its own. Throws a ConfigError for settings that do not fit, and a TypeError when
 * nobody could log in.
 *
 * @example
 * const app = createApp(cdr, { config: { 'auth.users': [{ username: 'ward', password: 'secret', roles: ['user'] }] } });
 * const answer = await app.request('/health');
 */
export function createApp(cdr: Cdr, options: AppOptions): Hono<AppEnv> {
  const parts = partsOf(options);
  const { config, authenticate } = parts;
  const basePath = config['server.base_path'];
  const app = skeleton(parts);
  mountHealth(app, cdr, basePath);
  const { operations, closed } = recordApi({ admin: config['admin.enabled'] });
  mountOpenApi(app, operations, basePath);
  app.use(`${basePath}/*`, inFlight(config['limits.in_flight']));
  mount(app, operations, closed, {
    cdr: observed(cdr, parts),
    authenticate,
    options: {
      basePath,
      publicUrl: config['server.public_url'],
      bodyLimit: config['server.body_limit'],
      weakEtags: config['etag.weak'],
      defaultPreference: config['prefer.default'],
    },
  });
  if (config['management.port'] === undefined) addManagement(app, cdr, parts);
  return app;
}

/** The management surface alone, for a port of its own, with the health probes beside it. */
export function createManagementApp(cdr: Cdr, options: AppOptions): Hono<AppEnv> {
  const parts = partsOf(options);
  const app = skeleton(parts);
  mountHealth(app, cdr, parts.config['server.base_path']);
  addManagement(app, cdr, parts);
  return app;
}

function skeleton({ config, logging, metrics }: Parts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(
    requestId(),
    accessLog(logging, metrics),
    cors(config['server.cors_origins']),
    checkUrl(config['limits.url']),
  );
  app.onError(failureHandler(logging, config['etag.weak']));
  app.notFound(notFound);
  return app;
}

/** The same repository, under the eyes of the metrics and the log. */
function observed(cdr: Cdr, { metrics, logging }: Parts): Cdr {
  const log = logging.logger('cairn::aql');
  const query = observedQueries(cdr.query, ({ seconds, ...about }) => {
    metrics?.queryEnded({ seconds, ...about });
    log.debug({ ...about, duration_ms: Math.round(seconds * 1e6) / 1000 }, 'query');
  });
  const counted = metrics ? countingCommits(cdr, metrics.compositionsCommitted) : cdr;
  return { ...counted, query, admin: recordingRemovals(cdr.admin, logging) };
}

/** Of an EHR that is removed for good nothing is left in the store that could tell of it. */
function recordingRemovals({ deleteEhr, deleteAllEhrs }: Cdr['admin'], logging: Logging): Cdr['admin'] {
  const log = logging.logger('cairn::admin');
  return {
    async deleteEhr(ehrId) {
      await deleteEhr(ehrId);
      log.warn({ ehr_id: ehrId.toLowerCase() }, 'EHR removed');
    },
    async deleteAllEhrs() {
      const removed = await deleteAllEhrs();
      log.warn({ removed }, 'all EHRs removed');
      return removed;
    },
  };
}

function addManagement(app: Hono<AppEnv>, cdr: Cdr, { config, authenticate, logging, metrics }: Parts): void {
  if (!config['management.enabled'] || metrics === undefined) return;
  mountManagement(app, authenticate, { config, logging, metrics, cdr });
}
