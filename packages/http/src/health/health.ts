import type { Cdr, StoreHealth } from '@cairn/core';
import type { Hono } from 'hono';
import { ITS_REST_VERSION } from '../routes/index.ts';
import { serveFixed, type Answer, type AppEnv } from '../routing/index.ts';
import { VERSION } from '../version.ts';

export type ReadinessStatus = 'UP' | 'DEGRADED' | 'DOWN';

export interface Readiness {
  readonly status: ReadinessStatus;
  readonly components: Readonly<Record<string, { readonly status: ReadinessStatus; readonly detail: string }>>;
}

/** The database decides; a schema that is not current degrades. */
export function readinessOf({ database, migrations }: StoreHealth): Readiness {
  const db = { status: database.up ? 'UP' : 'DOWN', detail: database.detail } as const;
  const schema = { status: migrations.current ? 'UP' : 'DOWN', detail: migrations.detail } as const;
  const status = db.status === 'DOWN' ? 'DOWN' : schema.status === 'DOWN' ? 'DEGRADED' : 'UP';
  return { status, components: { db, migrations: schema } };
}

/** Address of the status document: the base path with `/status` in place of `/openehr/v1`. */
export const statusPath = (basePath: string): string => basePath.replace(/\/openehr\/v1$/, '/status');

/** Serves the probes; all of them answer anybody. */
export function mountHealth(app: Hono<AppEnv>, cdr: Cdr, basePath: string): void {
  const json = (status: number, value: object): Answer => ({ status, body: JSON.stringify(value), format: 'json' });

  serveFixed(app, '/health', () => ({ status: 200, body: 'OK', format: 'text' }));
  serveFixed(app, '/health/liveness', () => json(200, { status: 'UP' }));
  serveFixed(app, '/health/readiness', async () => {
    const readiness = readinessOf(await cdr.health());
    return json(readiness.status === 'DOWN' ? 503 : 200, readiness);
  });
  serveFixed(app, statusPath(basePath), async () => {
    const up = (await cdr.health()).database.up;
    return json(up ? 200 : 503, {
      status: up ? 'UP' : 'DOWN',
      server_version: VERSION,
      openehr_rest_api_version: ITS_REST_VERSION,
      timestamp: new Date().toISOString(),
    });
  });
}
