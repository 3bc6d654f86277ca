import {
  CdrError,
  readCanonicalJson,
  stringifyJson,
  writeCanonicalXml,
  type JsonObject,
  type JsonValue,
  type OriginalVersionRead,
  type ReadTags,
  type VersionRead,
} from '@cairn/core';
import { entityTag, itemTagHeader, OBJECT_TAGS, VERSION_TAGS, type Format } from '../headers/index.ts';
import type { Call } from './call.ts';

/** What a handler answers with: plain data, turned into a response in one place. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Format of the body. */
  readonly format?: Format;
}

type Body = Required<Pick<Answer, 'body' | 'format'>>;

/** A body in the first of the formats that can hold it: not everything that JSON can say can be written in XML. */
function firstOf([format = 'json', ...others]: readonly Format[], write: (format: Format) => Body['body']): Body {
  try {
    return { body: write(format), format };
  } catch (error) {
    if (others.length === 0 || !(error instanceof CdrError)) throw error;
    return firstOf(others, write);
  }
}

const rmText = (format: Format, data: JsonObject, rmType: string): string =>
  format === 'xml' ? writeCanonicalXml(data, rmType) : stringifyJson(data);

/** An RM object in a format that the request accepts. */
const rmBody = (call: Call, data: JsonObject, rmType: string): Body =>
  firstOf(call.formats, (format) => rmText(format, data, rmType));

/**
 * The same of an object that has just been stored. What is stored is acknowledged, so where no accepted format can hold it the body
 * is JSON, as RFC 9110, section 12.5.1, leaves to the server.
 */
export const writtenBody = (call: Call, data: JsonObject, rmType: string): Body =>
  firstOf([...call.formats, 'json'], (format) => rmText(format, data, rmType));

export const jsonAnswer = (data: JsonValue, headers: Answer['headers'] = {}): Answer => ({
  status: 200,
  headers,
  body: stringifyJson(data),
  format: 'json',
});

export const rmAnswer = (call: Call, data: JsonObject, rmType: string, headers: Answer['headers'] = {}): Answer => ({
  status: 200,
  headers,
  ...rmBody(call, data, rmType),
});

export const etagOf = (call: Call, uid: string): { readonly etag: string } => ({
  etag: entityTag(uid, call.options.weakEtags),
});

/** IMF-fixdate (RFC 9110, section 5.6.7) of an ISO 8601 time. */
export const lastModified = (time: string): { readonly 'last-modified': string } => ({
  'last-modified': new Date(time).toUTCString(),
});

/** A version's content, its stored bytes as they are; 204 when it is deleted. */
export function contentAnswer(call: Call, read: VersionRead): Answer {
  const headers = { ...etagOf(call, read.uid), ...lastModified(read.timeCommitted) };
  if (read.kind === 'deleted') return { status: 204, headers };
  const body = firstOf(call.formats, (format) =>
    format === 'xml' ? writeCanonicalXml(readCanonicalJson(read.bytes), read.rmType) : read.bytes,
  );
  return { status: 200, headers: { ...headers, ...tagHeaders(read.tags) }, ...body };
}

/** The tags of a version and of its object, each where there are any. */
export const tagHeaders = ({ version, object }: ReadTags): Readonly<Record<string, string>> => ({
  ...itemTagHeader(OBJECT_TAGS, object),
  ...itemTagHeader(VERSION_TAGS, version),
});

/** An ORIGINAL_VERSION, deleted or not. */
export const versionAnswer = (call: Call, read: OriginalVersionRead): Answer =>
  rmAnswer(call, read.data, 'ORIGINAL_VERSION', { ...etagOf(call, read.uid), ...lastModified(read.timeCommitted) });

/** What was written, and where. */
export interface Written {
  readonly uid: string;
  readonly created: boolean;
  /** Path of the resource below the base path. */
  readonly path: string;
  /** When, where the resource has a time. */
  readonly time?: string;
  readonly headers?: Answer['headers'];
  /** The whole resource, for `return=representation`. */
  readonly representation: () => Promise<Partial<Body>> | Partial<Body>;
}

/** The answer to a create or an update as `Prefer` wants it (ITS-REST, "Prefer"). */
export async function writtenAnswer(call: Call, written: Written): Promise<Answer> {
  const preference = call.prefer ?? call.options.defaultPreference;
  const headers = {
    ...etagOf(call, written.uid),
    location: call.url(written.path),
    ...(written.time !== undefined && lastModified(written.time)),
    ...written.headers,
    ...(call.prefer !== undefined && { 'preference-applied': `return=${call.prefer}` }),
  };
  switch (preference) {
    case 'minimal':
      return { status: written.created ? 201 : 204, headers };
    case 'identifier':
      return { status: written.created ? 201 : 200, headers, ...identifier(call, written.uid) };
    case 'representation':
      return { status: written.created ? 201 : 200, headers, ...(await written.representation()) };
  }
}

const identifier = (call: Call, uid: string): Body =>
  call.format === 'xml'
    ? { body: `<?xml version="1.0" encoding="UTF-8"?><identifier><uid>${uid}</uid></identifier>`, format: 'xml' }
    : { body: stringifyJson({ uid }), format: 'json' };

/** An id as a path segment, with the colons of version uids left readable. */
export const segment = (id: string): string => encodeURIComponent(id).replaceAll('%3A', ':');
