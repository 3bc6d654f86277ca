import type { Cdr } from '@cairn/core';
import type { Context, Hono } from 'hono';
import { hasRole, type Authenticate, type Principal, type Role } from '../auth/index.ts';
import { HttpError } from '../errors/index.ts';
import { acceptedFormats, acceptedTypes, formatOf, listOf, notServed, type Format } from '../headers/index.ts';
import { hasBody, readBody } from './body.ts';
import { createCall, type RecordApiOptions } from './call.ts';
import type { AppEnv } from './env.ts';
import type { Method, Operation } from './operation.ts';
import { requestOrigin } from './origin.ts';
import { honoNames, honoPath, isShadowed } from './paths.ts';
import { toResponse } from './response.ts';

export interface MountContext {
  readonly cdr: Cdr;
  readonly authenticate: Authenticate;
  readonly options: RecordApiOptions;
}

/** Methods that this server has heard of (RFC 9110, section 9; RFC 5789); any other is 501. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT']);

/**
 * Puts a table of operations on an app. `closed` paths exist without any method that may be used; any other path below
 * the base path is 404, once the caller is known.
 */
export function mount(
  app: Hono<AppEnv>,
  operations: readonly Operation[],
  closed: readonly string[],
  context: MountContext,
): void {
  const { basePath } = context.options;
  const paths = [...byPath(operations), ...closed.map((path) => [path, new Map<Method, Operation>()] as const)];
  const handlers = new Map(paths.map(([path, ofPath]) => [path, dispatcher(path, ofPath, context)]));
  for (const [path, handler] of handlers) {
    // Hono's fast router takes no literal beside a parameter: the parameter's handler hands those over.
    if ([...handlers.keys()].some((other) => isShadowed(path, other))) continue;
    const literals = new Map(
      [...handlers].filter(([other]) => isShadowed(other, path)).map(([other, its]) => [basePath + other, its]),
    );
    app.all(basePath + honoPath(path), literals.size === 0 ? handler : (c) => (literals.get(c.req.path) ?? handler)(c));
    // The base path itself is also reached with a slash at its end.
    if (path === '') app.all(`${basePath}/`, handler);
  }
  app.all(`${basePath}/*`, async (c) => {
    knownMethod(c.req.method);
    await identify(c, context.authenticate);
    throw new HttpError('route_not_found', 'There is no such resource in this API.');
  });
}

function byPath(operations: readonly Operation[]): Map<string, Map<Method, Operation>> {
  const paths = new Map<string, Map<Method, Operation>>();
  for (const operation of operations) {
    const ofPath = paths.get(operation.path) ?? new Map<Method, Operation>();
    if (ofPath.has(operation.method)) throw new TypeError(`two operations for ${operation.method} ${operation.path}`);
    paths.set(operation.path, ofPath.set(operation.method, operation));
  }
  return paths;
}

function dispatcher(path: string, operations: ReadonlyMap<Method, Operation>, context: MountContext) {
  const allow = allowed(operations);
  const route = context.options.basePath + path;
  const names = honoNames(path);
  return async (c: Context<AppEnv>): Promise<Response> => {
    c.set('route', route);
    const method = knownMethod(c.req.method);
    const principal = await identify(c, context.authenticate);
    const operation = operations.get(method === 'HEAD' ? 'GET' : (method as Method));
    if (operation === undefined) {
      requireRole(principal, 'user');
      if (method === 'OPTIONS') return toResponse(c, { status: 204, headers: { allow } });
      throw new HttpError('method_not_allowed', `${method} is not a method of this resource.`, { headers: { allow } });
    }
    requireRole(principal, operation.role ?? 'user');
    const { options } = context;
    const call = createCall({
      cdr: context.cdr,
      options,
      principal,
      formats: acceptable(c.req.header('accept'), operation.produces),
      bodyFormat: supported(c, operation.consumes),
      header: (name) => c.req.header(name),
      param: (name) => c.req.param(names.get(name) ?? name) ?? '',
      queryAll: (name) => c.req.queries(name) ?? [],
      queryEntries: () => c.req.queries(),
      origin: () => requestOrigin(c),
      target: () => c.req.url.slice(new URL(c.req.url).origin.length),
      signal: () => c.req.raw.signal,
      read: () => (hasBody(c) ? readBody(c, options.bodyLimit) : Promise.resolve(new Uint8Array())),
    });
    return toResponse(c, await operation.handle(call));
  };
}

function allowed(operations: ReadonlyMap<Method, Operation>): string {
  const methods = new Set<string>([...operations.keys(), ...(operations.has('GET') ? ['HEAD'] : []), 'OPTIONS']);
  return [...KNOWN_METHODS].filter((method) => methods.has(method)).join(', ');
}

function knownMethod(method: string): string {
  if (KNOWN_METHODS.has(method)) return method;
  throw new HttpError('method_not_implemented', 'This server does not know this method.');
}

async function identify(c: Context<AppEnv>, authenticate: Authenticate): Promise<Principal> {
  const principal = await authenticate(c.req.header('authorization'));
  c.set('user', principal.name);
  return principal;
}

function requireRole(principal: Principal, role: Role): void {
  if (!hasRole(principal, role)) throw new HttpError('forbidden', `This needs the role ${role}.`);
}

function acceptable(accept: string | undefined, produces: readonly Format[] = []): readonly Format[] {
  if (produces.length === 0) return ['json'];
  const formats = acceptedFormats(accept, produces);
  if (formats.length > 0) return formats;
  const hint = notServed(acceptedTypes(accept ?? ''));
  throw new HttpError('not_acceptable', `This resource is served as ${listOf(produces)}.${hint}`);
}

/** The format of the request body; a body without a `Content-Type` is taken as the default one. */
function supported(c: Context<AppEnv>, consumes: readonly Format[] = []): Format {
  const type = c.req.header('content-type');
  const [fallback = 'json'] = consumes;
  if (type === undefined || consumes.length === 0 || !hasBody(c)) return fallback;
  const format = formatOf(type);
  if (format !== undefined && consumes.includes(format)) return format;
  throw new HttpError('unsupported_media_type', `This resource takes ${listOf(consumes)}.${notServed([type])}`);
}
