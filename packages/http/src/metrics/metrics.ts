import { createRequire } from 'node:module';
import type { PoolStatistics } from '@cairn/core';
import type * as Prometheus from 'prom-client';
import type { Registry } from 'prom-client';
import type { ObservedQuery } from './queries.ts';

/** An embedded store works on its one connection without giving way, so that whoever counts finds it idle. */
const EMBEDDED: PoolStatistics = { inUse: 0, idle: 1, waiting: 0 };

export interface Metrics {
  readonly registry: Registry;
  readonly requestStarted: () => void;
  /** `route` is the pattern, such as `/ehr/{ehr_id}`. */
  readonly requestEnded: (method: string, route: string, status: number, seconds: number) => void;
  readonly compositionsCommitted: (count: number) => void;
  readonly queryEnded: (query: ObservedQuery) => void;
}

/** Seconds: from a read out of memory to a large change set. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Seconds: from a look-up to a walk through all that there is. */
const QUERY_BUCKETS = [...BUCKETS, 30, 60, 120];

const require = createRequire(import.meta.url);

/** `connections`: of a store that has a database server. */
export function createMetrics(connections: () => PoolStatistics | undefined = () => undefined): Metrics {
  // Loaded only where metrics are wanted: it brings some eighty modules along.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry }: typeof Prometheus = require('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const active = new Gauge({ name: 'http_server_active_requests', help: 'Requests being handled.', registers });
  const duration = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the request head to the end of handling, by route pattern.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers,
  });
  const committed = new Counter({
    name: 'compositions_committed_total',
    help: 'Versions of compositions committed, deletions included.',
    registers,
  });
  const queries = new Histogram({
    name: 'aql_query_duration_seconds',
    help: 'Time that AQL queries took, by their kind (adhoc, stored) and how they ended (ok, or the code of the error).',
    labelNames: ['kind', 'outcome'] as const,
    buckets: QUERY_BUCKETS,
    registers,
  });
  const asked = new Counter({ name: 'aql_queries_total', help: 'AQL queries, however they ended.', registers });
  const rows = new Counter({ name: 'aql_rows_total', help: 'Rows given as answers to AQL queries.', registers });
  const pool = new Gauge({
    name: 'db_pool_connections',
    help: 'Database connections by state.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { inUse, idle, waiting } = connections() ?? EMBEDDED;
      pool.set({ state: 'in_use' }, inUse);
      pool.set({ state: 'idle' }, idle);
      pool.set({ state: 'waiting' }, waiting);
    },
  });
  return {
    registry,
    requestStarted: () => active.inc(),
    requestEnded(method, route, status, seconds) {
      active.dec();
      duration.observe({ method, route, status }, seconds);
    },
    compositionsCommitted: (count) => committed.inc(count),
    queryEnded(query) {
      queries.observe({ kind: query.kind, outcome: query.outcome }, query.seconds);
      asked.inc();
      rows.inc(query.rows);
    },
  };
}
