import { CdrError, decodeUtf8, isJsonObject, parseJson, type Cdr } from '@cairn/core';
import type { Context } from 'hono';
import { redactedTree, type Config, type SettingKey } from '../config/index.ts';
import { HttpError } from '../errors/index.ts';
import type { Logging } from '../logging/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { ITS_REST_VERSION } from '../routes/index.ts';
import { readBody } from '../routing/body.ts';
import type { Answer, AppEnv } from '../routing/index.ts';
import { VERSION } from '../version.ts';
import { buildFacts } from './build.ts';
import { metricNames, metricView } from './metric-views.ts';

type AccessKey = Extract<SettingKey, `management.endpoints.${string}`>;

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the management base path. */
  readonly path: string;
  /** Setting with its access level. */
  readonly access: AccessKey;
  readonly summary: string;
  handle(c: Context<AppEnv>): Promise<Answer> | Answer;
}

export interface ManagementContext {
  readonly config: Config;
  readonly logging: Logging;
  readonly metrics: Metrics;
  /** Whose database is the target that `info` names. */
  readonly cdr: Cdr;
}

/** openEHR specifications that this version implements. */
const SPECIFICATIONS = {
  its_rest: ITS_REST_VERSION,
  aql: '1.1',
  rm: '1.1.0',
  base: '1.2.0',
  am: '1.4',
  term: '3.1.0',
};

const LARGEST_FILTER = 8192;

const json = (value: object): Answer => ({ status: 200, body: JSON.stringify(value), format: 'json' });

/** Everything that the management surface serves. */
export function managementEndpoints({ config, logging, metrics, cdr }: ManagementContext): readonly Endpoint[] {
  const loggers = (): Answer => json({ filter: logging.filter, boot_filter: logging.bootFilter });
  return [
    {
      method: 'GET',
      path: '/info',
      access: 'management.endpoints.info',
      summary: 'What is running here',
      async handle() {
        const { database } = await cdr.health();
        const facts = { name: 'cairn', version: VERSION, ...buildFacts, node: process.version };
        return json({ ...facts, database: database.up ? database.detail : 'not available', spec: SPECIFICATIONS });
      },
    },
    {
      method: 'GET',
      path: '/env',
      access: 'management.endpoints.env',
      summary: 'The effective configuration, secrets as ***',
      handle: () => json(redactedTree(config)),
    },
    {
      method: 'GET',
      path: '/metrics',
      access: 'management.endpoints.metrics',
      summary: 'Names of all metrics',
      handle: () => json({ names: metricNames(metrics.registry) }),
    },
    {
      method: 'GET',
      path: '/metrics/{name}',
      access: 'management.endpoints.metrics',
      summary: 'One metric with its measurements',
      async handle(c) {
        const view = await metricView(metrics.registry, c.req.param('name') ?? '');
        if (view === undefined) throw new HttpError('metric_not_found', 'There is no metric of this name.');
        return json(view);
      },
    },
    {
      method: 'GET',
      path: '/prometheus',
      access: 'management.endpoints.metrics',
      summary: 'All metrics in the Prometheus text format',
      handle: async () => ({ status: 200, body: await metrics.registry.metrics(), format: 'metrics' }),
    },
    {
      method: 'GET',
      path: '/loggers',
      access: 'management.endpoints.loggers',
      summary: 'The log filter, and the one at start',
      handle: loggers,
    },
    {
      method: 'POST',
      path: '/loggers',
      access: 'management.endpoints.loggers',
      summary: 'Change the log filter until the next start',
      async handle(c) {
        if (!logging.setFilter(await readFilter(c))) {
          throw new CdrError(
            'invalid_parameter',
            'filter must be a level or directives such as info,cairn::http=debug.',
          );
        }
        return loggers();
      },
    },
    {
      method: 'DELETE',
      path: '/loggers',
      access: 'management.endpoints.loggers',
      summary: 'Go back to the log filter at start',
      handle() {
        logging.setFilter(logging.bootFilter);
        return loggers();
      },
    },
  ];
}

async function readFilter(c: Context<AppEnv>): Promise<string> {
  const body = parseJson(decodeUtf8(await readBody(c, LARGEST_FILTER)));
  const filter = isJsonObject(body) ? body['filter'] : undefined;
  if (typeof filter !== 'string') throw new CdrError('invalid_body', 'The body must be {"filter": "…"}.');
  return filter;
}
