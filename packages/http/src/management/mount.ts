import type { Context, Hono } from 'hono';
import { hasRole, type Authenticate } from '../auth/index.ts';
import { HttpError } from '../errors/index.ts';
import { toResponse, type AppEnv } from '../routing/index.ts';
import { managementEndpoints, type Endpoint, type ManagementContext } from './endpoints.ts';

/** Serves the management surface on an app. An endpoint that is `off` is as if it did not exist. */
export function mountManagement(app: Hono<AppEnv>, authenticate: Authenticate, context: ManagementContext): void {
  const { config } = context;
  const paths = Map.groupBy(
    managementEndpoints(context).filter((endpoint) => config[endpoint.access] !== 'off'),
    (endpoint) => endpoint.path,
  );
  for (const [path, endpoints] of paths) {
    const route = config['management.base_path'] + path;
    const adminOnly = endpoints.some((endpoint) => config[endpoint.access] === 'admin_only');
    app.all(route.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      c.set('route', route);
      const principal = await authenticate(c.req.header('authorization'));
      c.set('user', principal.name);
      if (adminOnly && !hasRole(principal, 'admin')) throw new HttpError('forbidden', 'This needs the role admin.');
      return respond(c, endpoints);
    });
  }
}

async function respond(c: Context<AppEnv>, endpoints: readonly Endpoint[]): Promise<Response> {
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
  const endpoint = endpoints.find((candidate) => candidate.method === method);
  if (endpoint !== undefined) return toResponse(c, await endpoint.handle(c));
  const methods = endpoints.flatMap((candidate) => (candidate.method === 'GET' ? ['GET', 'HEAD'] : [candidate.method]));
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (method === 'OPTIONS') return toResponse(c, { status: 204, headers: { allow } });
  throw new HttpError('method_not_allowed', `${method} is not a method of this resource.`, { headers: { allow } });
}
