import { CONTENT_TYPE, essence, type Format } from '../headers/index.ts';
import type { Operation, QueryName } from '../routing/index.ts';
import { VERSION } from '../version.ts';
import { HEADERS, QUERY, STATUS } from './vocabulary.ts';

/** The OpenAPI 3.1 description of a table of operations. */
export function openApiDocument(operations: readonly Operation[], basePath: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path === '' ? '/' : operation.path] ??= {});
    path[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn openEHR REST API',
      version: VERSION,
      description: 'Clinical record API of ITS-REST 1.1.0. Bodies are canonical openEHR JSON or XML.',
    },
    servers: [{ url: basePath }],
    security: [{ basic: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

/** Query parameters without which nothing happens. */
const REQUIRED: ReadonlySet<QueryName> = new Set(['subject_id', 'subject_namespace', 'q']);

function describe(operation: Operation): object {
  const { id, group, summary, query = [], headers = [], consumes, produces = [], role } = operation;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    operationId: id,
    tags: [group],
    summary,
    ...(role === 'admin' && { description: 'Needs the role `admin`.' }),
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...query.map((name) => ({ name, in: 'query', required: REQUIRED.has(name), ...QUERY[name] })),
      ...headers.map((name) => ({ name, in: 'header', ...HEADERS[name], schema: { type: 'string' } })),
    ],
    ...(consumes && { requestBody: { content: contentOf(consumes) } }),
    responses: Object.fromEntries(statusesOf(operation).map((status) => [status, responseOf(status, produces)])),
  };
}

/** An operation's own statuses, and those that its shape brings along. */
export function statusesOf({ statuses, produces, consumes }: Operation): readonly number[] {
  const common = [401, 403, ...(produces ? [406] : []), ...(consumes ? [413, 415] : [])];
  return [...new Set([...statuses, ...common])].sort((a, b) => a - b);
}

function responseOf(status: number, produces: readonly Format[]): object {
  const description = STATUS[status] ?? '';
  if (status >= 400)
    return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
  return status === 204 || produces.length === 0 ? { description } : { description, content: contentOf(produces) };
}

const contentOf = (formats: readonly Format[]): object =>
  Object.fromEntries(formats.map((format) => [essence(CONTENT_TYPE[format]), {}]));

const TEXTS = { type: 'array', items: { type: 'string' } };
const ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'code', 'message', 'validationErrors', 'details'],
  properties: {
    error: { type: 'string' },
    code: { type: 'string' },
    message: { type: 'string' },
    validationErrors: TEXTS,
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    from_state: { type: 'string' },
    to_state: { type: 'string' },
  },
};
