import {
  CdrError,
  decodeUtf8,
  isJsonObject,
  parseJson,
  parseUuid,
  type JsonObject,
  type JsonValue,
  type QueryOptions,
} from '@cairn/core';
import type { Call } from '../routing/index.ts';
import { count } from './input.ts';

/** Which rows of which EHR, and what `$name` stands for. */
export type QueryRequest = Omit<QueryOptions, 'signal' | 'timeoutMs'>;

/** Names in the URL that are no parameters of a query. */
const OWN = ['ehr_id', 'offset', 'fetch'];

/**
 * What the URL of a GET request says. Every name that is not taken, as `q` is where the query itself is in the URL, is a parameter
 * of the query; one that comes more than once has a list.
 */
export function urlRequest(call: Call, taken: readonly string[] = []): QueryRequest {
  const own = new Set([...OWN, ...taken]);
  const others = Object.entries(call.queryEntries()).filter(([name]) => !own.has(name));
  const texts = others.map(([name, all]) => [bare(name), all.length === 1 ? (all[0] ?? '') : all] as const);
  const ehrId = scope(call);
  return {
    ...page(count(call, 'offset'), count(call, 'fetch')),
    ...(ehrId !== undefined && { ehrId }),
    textParameters: { ...(ehrId !== undefined && { ehr_id: ehrId }), ...Object.fromEntries(texts) },
  };
}

/** The JSON object that a POST request sends, of which every member may be left out or null; no body says nothing. */
export async function requestBody(call: Call): Promise<JsonObject> {
  const bytes = await call.bytes();
  const body = bytes.length === 0 ? {} : parseJson(decodeUtf8(bytes));
  if (isJsonObject(body)) return body;
  throw new CdrError('invalid_body', 'The body must be a JSON object.');
}

/** What a POST request says: `offset`, `fetch` and as an extension `ehr_id` in its body or in the URL, `query_parameters` in its body. */
export function bodyRequest(call: Call, body: JsonObject): QueryRequest {
  const ehrId = scope(call, textOf(body, 'ehr_id'));
  const parameters = body['query_parameters'] ?? {};
  if (!isJsonObject(parameters)) {
    throw new CdrError('invalid_body', 'query_parameters must be an object with a value for each parameter.');
  }
  const named = Object.entries(parameters).map(([name, value]) => [bare(name), value] as const);
  return {
    ...page(eitherCount(call, body, 'offset'), eitherCount(call, body, 'fetch')),
    ...(ehrId !== undefined && { ehrId }),
    parameters: { ...(ehrId !== undefined && { ehr_id: ehrId }), ...Object.fromEntries(named) },
  };
}

/** A member of the body that is a text. */
export function textOf(body: JsonObject, name: string): string | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new CdrError('invalid_body', `${name} must be a string.`);
}

/** A member of the body that is true or false; absent: false. */
export function flagOf(body: JsonObject, name: string): boolean {
  const value = body[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw new CdrError('invalid_body', `${name} must be true or false.`);
}

function integerOf(body: JsonObject, name: string): number | undefined {
  const value: JsonValue | undefined = body[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new CdrError('invalid_body', `${name} must be an integer that is not negative.`);
}

function eitherCount(call: Call, body: JsonObject, name: 'offset' | 'fetch'): number | undefined {
  const [inUrl, inBody] = [count(call, name), integerOf(body, name)];
  if (inUrl === undefined || inBody === undefined || inUrl === inBody) return inBody ?? inUrl;
  throw new CdrError('invalid_parameter', `The URL and the body differ in ${name}.`);
}

/** Some clients send the `$` along, which is not part of the name. */
const bare = (name: string): string => name.replace(/^\$/, '');

const page = (offset: number | undefined, fetch: number | undefined): Pick<QueryRequest, 'offset' | 'fetch'> => ({
  ...(offset !== undefined && { offset }),
  ...(fetch !== undefined && { fetch }),
});

/** The one EHR that a request is about, wherever it says so: `ehr_id` in the URL or the body, or the header `openehr-ehr-id`. */
function scope(call: Call, inBody?: string): string | undefined {
  const named = [call.query('ehr_id'), call.header('openehr-ehr-id'), inBody].filter((id) => id !== undefined);
  const ids = new Set(
    named.map((text) => {
      const ehrId = parseUuid(text);
      if (ehrId === undefined) throw new CdrError('invalid_parameter', 'The id of an EHR must be a UUID.');
      return ehrId;
    }),
  );
  if (ids.size > 1) throw new CdrError('invalid_parameter', 'The request names more than one EHR to query.');
  return [...ids][0];
}
