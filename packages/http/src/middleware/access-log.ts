import type { MiddlewareHandler } from 'hono';
import { fromHeader } from '../headers/index.ts';
import type { Logging } from '../logging/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { AppEnv } from '../routing/index.ts';

const LONGEST_AUDIT_CONTEXT = 1024;
const UNMATCHED = 'unmatched';

/**
 * One line and one measurement for each request: method, route pattern, status, duration, user. Never the path, the
 * query or a body, which hold ids of patients and more. `X-Audit-Context` is the caller's own opaque text for this line.
 */
export function accessLog(logging: Logging, metrics: Metrics | undefined): MiddlewareHandler<AppEnv> {
  const log = logging.logger('cairn::http');
  return async (c, next) => {
    const start = performance.now();
    c.set('route', UNMATCHED);
    metrics?.requestStarted();
    await next();
    const milliseconds = performance.now() - start;
    const { status } = c.res;
    const route = c.get('route');
    metrics?.requestEnded(c.req.method, route, status, milliseconds / 1000);
    if (!log.isLevelEnabled('info')) return;
    const auditContext = c.req.header('x-audit-context');
    log.info(
      {
        request_id: c.get('requestId'),
        method: c.req.method,
        route,
        status,
        duration_ms: Math.round(milliseconds * 1000) / 1000,
        user: c.get('user'),
        ...(auditContext !== undefined && { audit_context: fromHeader(auditContext).slice(0, LONGEST_AUDIT_CONTEXT) }),
      },
      'request',
    );
  };
}
