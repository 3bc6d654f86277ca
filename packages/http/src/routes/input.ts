import { CdrError, parseRequestTime, type CommitOptions, type UpdateOptions } from '@cairn/core';
import { OBJECT_TAGS, parseCommitHeaders, parseIfMatch, parseItemTags, VERSION_TAGS } from '../headers/index.ts';
import type { Call, QueryName } from '../routing/index.ts';

/** What the headers of a write say about its commit; the caller is the committer unless they name another. */
export function commitOptions(call: Call): CommitOptions {
  const object = parseItemTags(OBJECT_TAGS, call.header(OBJECT_TAGS));
  const version = parseItemTags(VERSION_TAGS, call.header(VERSION_TAGS));
  const tags = { ...(object && { object }), ...(version && { version }) };
  return {
    committer: call.principal.committer,
    ...parseCommitHeaders(call.header),
    ...((object || version) && { tags }),
  };
}

/** The same for a write that names the version it builds on in `If-Match`. */
export const updateOptions = (call: Call): UpdateOptions => ({
  precedingVersionUid: parseIfMatch(call.header('if-match')),
  ...commitOptions(call),
});

/** `{ at }`, in milliseconds, where the request has a `version_at_time`; one that is none is refused before anything is looked up. */
export function atTime(call: Call): { readonly at?: number } {
  const text = call.query('version_at_time');
  return text === undefined ? {} : { at: parseRequestTime(text, call.cdr.timezone) };
}

/** A query parameter that counts something. */
export function count(call: Call, name: QueryName): number | undefined {
  const text = call.query(name);
  if (text === undefined) return undefined;
  // A number that is larger than any that could make a difference is as good as the largest.
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  throw new CdrError('invalid_parameter', `The parameter ${name} must be an integer that is not negative.`);
}
