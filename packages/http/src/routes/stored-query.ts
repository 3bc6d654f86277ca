import { CdrError, decodeUtf8, type StoredQuery } from '@cairn/core';
import { jsonAnswer, segment, type Answer, type Call, type Operation } from '../routing/index.ts';
import { requestBody, textOf } from './query-input.ts';

const PATH = '/definition/query';
const NAMED = `${PATH}/{qualified_query_name}`;
const COMMON = { group: 'Stored query', produces: ['json'] } as const;

async function list(call: Call, pattern?: string): Promise<Answer> {
  const found = await call.cdr.query.stored.list(pattern);
  return jsonAnswer(found.map((query) => ({ ...query })));
}

const listAll: Operation = {
  ...COMMON,
  id: 'definition_query_list_all',
  method: 'GET',
  path: PATH,
  summary: 'List all versions of all stored queries',
  statuses: [200],
  handle: (call) => list(call),
};

const listNamed: Operation = {
  ...COMMON,
  id: 'definition_query_list',
  method: 'GET',
  path: NAMED,
  summary: 'List all versions of a stored query, or of all whose names begin like this',
  statuses: [200],
  handle: (call) => list(call, call.param('qualified_query_name')),
};

/** AQL as plain text, or as `q` of a JSON object. */
async function queryText(call: Call): Promise<string> {
  const type = call.query('query_type');
  if (type !== undefined && type.toUpperCase() !== 'AQL') {
    throw new CdrError('invalid_parameter', 'query_type must be AQL.');
  }
  const text = call.bodyFormat === 'json' ? textOf(await requestBody(call), 'q') : decodeUtf8(await call.bytes());
  if (!text) throw new CdrError('invalid_body', 'The body must be an AQL query, and there is none.');
  return text;
}

const stored = (call: Call, { name, version }: StoredQuery): Answer => ({
  status: 200,
  headers: { location: call.url(`${PATH}/${segment(name)}/${segment(version)}`) },
});

const store: Operation = {
  ...COMMON,
  id: 'definition_query_store',
  method: 'PUT',
  path: NAMED,
  summary: 'Store a query as the version after the highest',
  consumes: ['text', 'json'],
  query: ['query_type'],
  statuses: [200, 400],
  async handle(call) {
    const text = await queryText(call);
    return stored(call, await call.cdr.query.stored.put(call.param('qualified_query_name'), text));
  },
};

const storeVersion: Operation = {
  ...COMMON,
  id: 'definition_query_version_store',
  method: 'PUT',
  path: `${NAMED}/{version}`,
  summary: 'Store a query as a version that is not there yet',
  consumes: ['text', 'json'],
  query: ['query_type'],
  statuses: [200, 400, 409],
  async handle(call) {
    const text = await queryText(call);
    const name = call.param('qualified_query_name');
    return stored(call, await call.cdr.query.stored.put(name, text, call.param('version')));
  },
};

const getVersion: Operation = {
  ...COMMON,
  id: 'definition_query_version_get',
  method: 'GET',
  path: `${NAMED}/{version}`,
  summary: 'Get a stored query by its version, or the highest that begins like this',
  statuses: [200, 400, 404],
  async handle(call) {
    const query = await call.cdr.query.stored.get(call.param('qualified_query_name'), call.param('version'));
    return jsonAnswer({ ...query });
  },
};

export const storedQueryOperations: readonly Operation[] = [listAll, listNamed, store, storeVersion, getVersion];
