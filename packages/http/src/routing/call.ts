import {
  CdrError,
  decodeUtf8,
  isJsonObject,
  parseJson,
  readCanonicalXml,
  type Cdr,
  type JsonObject,
  type JsonValue,
} from '@cairn/core';
import type { Principal } from '../auth/index.ts';
import { parsePrefer, type Format, type HeaderReader, type Preference } from '../headers/index.ts';
import type { QueryName } from './operation.ts';

/** What the record API is told from outside. */
export interface RecordApiOptions {
  readonly basePath: string;
  /** Origin used in `Location`; absent: that of the request. */
  readonly publicUrl: string | undefined;
  readonly bodyLimit: number;
  readonly weakEtags: boolean;
  readonly defaultPreference: Preference;
}

/** What a handler sees of a request. */
export interface Call {
  readonly cdr: Cdr;
  readonly options: RecordApiOptions;
  readonly principal: Principal;
  /** The format that the answer's body should have. */
  readonly format: Format;
  /** All that the request accepts, that one first. */
  readonly formats: readonly Format[];
  /** The format that the request's body is in. */
  readonly bodyFormat: Format;
  /** What the request prefers; undefined: it doesn't say. */
  readonly prefer: Preference | undefined;
  /** Aborted when the client goes away. */
  readonly signal: () => AbortSignal;
  readonly header: HeaderReader;
  /** A path parameter, percent-decoded. */
  param(name: string): string;
  /** A query parameter that may be given once; twice: `invalid_parameter`. */
  query(name: QueryName): string | undefined;
  /** The same as it was written, percent-encoded. */
  rawQuery(name: QueryName): string | undefined;
  queryAll(name: QueryName): readonly string[];
  /** Every query parameter, whatever its name. */
  queryEntries(): Readonly<Record<string, readonly string[]>>;
  /** The body as it came. */
  bytes(): Promise<Uint8Array>;
  /** The body as a JSON value. */
  json(): Promise<JsonValue>;
  /** The body as an RM object in canonical JSON, from JSON or XML; undefined when there is no body. */
  optionalObject(rmType: string): Promise<JsonObject | undefined>;
  /** The same; without a body: `invalid_body`. */
  object(rmType: string): Promise<JsonObject>;
  /** Absolute URL of a resource below the base path. */
  url(path: string): string;
  /** Absolute URL of this request. */
  href(): string;
}

/** The parts of a request that a call is made of. */
export interface CallParts {
  readonly cdr: Cdr;
  readonly options: RecordApiOptions;
  readonly principal: Principal;
  readonly formats: readonly Format[];
  readonly bodyFormat: Format;
  readonly header: HeaderReader;
  readonly param: (name: string) => string;
  readonly queryAll: (name: string) => readonly string[];
  readonly queryEntries: () => Readonly<Record<string, readonly string[]>>;
  readonly origin: () => string;
  /** Path and query of the request. */
  readonly target: () => string;
  readonly signal: () => AbortSignal;
  readonly read: () => Promise<Uint8Array>;
}

export function createCall(parts: CallParts): Call {
  const { cdr, options, principal, formats, bodyFormat, header, param, queryAll, read, signal } = parts;
  const origin = (): string => options.publicUrl ?? parts.origin();
  const call: Call = {
    cdr,
    options,
    principal,
    format: formats[0] ?? 'json',
    formats,
    bodyFormat,
    signal,
    prefer: parsePrefer(header('prefer')),
    header,
    param,
    query(name) {
      const values = queryAll(name);
      if (values.length > 1) throw new CdrError('invalid_parameter', `The parameter ${name} may be given once only.`);
      return values[0];
    },
    rawQuery(name) {
      const [, query = ''] = /\?([^#]*)/.exec(parts.target()) ?? [];
      const pair = query.split('&').find((one) => one.startsWith(`${name}=`));
      return pair?.slice(name.length + 1);
    },
    queryAll,
    queryEntries: parts.queryEntries,
    bytes: read,
    async json() {
      return parseJson(decodeUtf8(await read()));
    },
    async optionalObject(rmType) {
      const bytes = await read();
      if (bytes.length === 0) return undefined;
      const text = decodeUtf8(bytes);
      if (bodyFormat === 'xml') return readCanonicalXml(text, rmType);
      const value = parseJson(text);
      if (isJsonObject(value)) return value;
      throw notAnObject('The body must be a JSON object.');
    },
    async object(rmType) {
      const value = await call.optionalObject(rmType);
      if (value === undefined) throw notAnObject(`The body must be a ${rmType}, and there is none.`);
      return value;
    },
    url: (path) => origin() + options.basePath + path,
    href: () => origin() + parts.target(),
  };
  return call;
}

const notAnObject = (message: string): CdrError =>
  new CdrError('invalid_body', message, { issues: [{ path: '/', code: 'not_an_object', message }] });
