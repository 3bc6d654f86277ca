import { CdrError, stringifyJson, type ResultSet } from '@cairn/core';
import { randomUUID } from 'node:crypto';
import { etagOf, type Answer, type Call, type Operation } from '../routing/index.ts';
import { VERSION } from '../version.ts';
import { explainAnswer, wantsExplain } from './explain.ts';
import { bodyRequest, requestBody, textOf, urlRequest } from './query-input.ts';

const COMMON = { group: 'Query', produces: ['json'] } as const;
const BY_GET = { ...COMMON, method: 'GET', query: ['ehr_id', 'offset', 'fetch'], headers: ['openehr-ehr-id'] } as const;
const BY_POST = {
  ...COMMON,
  method: 'POST',
  consumes: ['json'],
  query: ['ehr_id', 'offset', 'fetch'],
  headers: ['openehr-ehr-id'],
} as const;

/** A RESULT_SET (ITS-REST, "RESULT_SET"). Its id is new each time: the same question may have another answer later. */
function resultAnswer(call: Call, { meta, name, q, columns, rows }: ResultSet, href?: string): Answer {
  const body = {
    meta: { ...(href !== undefined && { _href: href }), ...meta, _generator: `cairn/${VERSION}` },
    ...(name !== undefined && { name }),
    q,
    columns: columns.map((column) => ({ ...column })),
    rows,
  };
  return { status: 200, headers: etagOf(call, randomUUID()), body: stringifyJson(body), format: 'json' };
}

const adhocGet: Operation = {
  ...BY_GET,
  id: 'query_execute_adhoc_query',
  path: '/query/aql',
  summary: 'Run an AQL query',
  query: ['q', ...BY_GET.query],
  statuses: [200, 400, 408],
  async handle(call) {
    const request = urlRequest(call, ['q']);
    const q = call.query('q');
    if (!q) throw new CdrError('missing_parameter', 'The AQL query goes into the parameter q.');
    const result = await call.cdr.query.aql(q, { ...request, signal: call.signal() });
    return resultAnswer(call, result, call.href());
  },
};

const adhocPost: Operation = {
  ...BY_POST,
  id: 'query_execute_adhoc_query_body',
  path: '/query/aql',
  summary: 'Run an AQL query; with `explain`: say how it would be run (role `admin`)',
  statuses: [200, 400, 408],
  async handle(call) {
    const body = await requestBody(call);
    const request = bodyRequest(call, body);
    const q = textOf(body, 'q');
    if (!q) throw new CdrError('invalid_body', 'The body must have the AQL query in q.');
    if (wantsExplain(call, body)) return explainAnswer(q, await call.cdr.query.explain(q, request));
    return resultAnswer(call, await call.cdr.query.aql(q, { ...request, signal: call.signal() }));
  },
};

const STORED = { path: '/query/{qualified_query_name}', statuses: [200, 400, 404, 408] } as const;

/** Runs the stored query of the path, in the version that the path names or the highest. */
function storedOperations(version: { readonly inPath: boolean }): readonly Operation[] {
  const path = version.inPath ? `${STORED.path}/{version}` : STORED.path;
  const suffix = version.inPath ? '_version' : '';
  const summary = version.inPath ? 'Run a version of a stored query' : 'Run the highest version of a stored query';
  const target = (call: Call) =>
    [call.param('qualified_query_name'), version.inPath ? call.param('version') : undefined] as const;
  return [
    {
      ...BY_GET,
      ...STORED,
      id: `query_execute_stored_query${suffix}`,
      path,
      summary,
      async handle(call) {
        const request = { ...urlRequest(call), signal: call.signal() };
        const result = await call.cdr.query.stored.run(...target(call), request);
        return resultAnswer(call, result, call.href());
      },
    },
    {
      ...BY_POST,
      ...STORED,
      id: `query_execute_stored_query${suffix}_body`,
      path,
      summary,
      async handle(call) {
        const body = await requestBody(call);
        const request = { ...bodyRequest(call, body), signal: call.signal() };
        if (wantsExplain(call, body)) {
          const { q } = await call.cdr.query.stored.get(...target(call));
          return explainAnswer(q, await call.cdr.query.explain(q, request));
        }
        return resultAnswer(call, await call.cdr.query.stored.run(...target(call), request));
      },
    },
  ];
}

/** The literal `aql` comes before the parameter that would take it. */
export const queryOperations: readonly Operation[] = [
  adhocGet,
  adhocPost,
  ...storedOperations({ inPath: false }),
  ...storedOperations({ inPath: true }),
];
