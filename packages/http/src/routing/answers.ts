import {
  readCanonicalJson,
  stringifyJson,
  writeCanonicalXml,
  type JsonObject,
  type JsonValue,
  type OriginalVersionRead,
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

/** An RM object in the format that the request wants. */
export const rmBody = (call: Call, data: JsonObject, rmType: string): Pick<Answer, 'body' | 'format'> =>
  call.format === 'xml'
    ? { body: writeCanonicalXml(data, rmType), format: 'xml' }
    : { body: stringifyJson(data), format: 'json' };

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
  const { version, object } = read.tags;
  const tags = { ...itemTagHeader(OBJECT_TAGS, object), ...itemTagHeader(VERSION_TAGS, version) };
  const body = call.format === 'xml' ? writeCanonicalXml(readCanonicalJson(read.bytes), read.rmType) : read.bytes;
  return { status: 200, headers: { ...headers, ...tags }, body, format: call.format === 'xml' ? 'xml' : 'json' };
}

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
  readonly representation: () => Promise<Pick<Answer, 'body' | 'format'>> | Pick<Answer, 'body' | 'format'>;
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

const identifier = (call: Call, uid: string): Pick<Answer, 'body' | 'format'> =>
  call.format === 'xml'
    ? { body: `<?xml version="1.0" encoding="UTF-8"?><identifier><uid>${uid}</uid></identifier>`, format: 'xml' }
    : { body: stringifyJson({ uid }), format: 'json' };

/** An id as a path segment, with the colons of version uids left readable. */
export const segment = (id: string): string => encodeURIComponent(id).replaceAll('%3A', ':');
