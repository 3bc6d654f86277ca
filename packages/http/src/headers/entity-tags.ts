import { CdrError } from '@cairn/core';

/** Writes an `ETag`. */
export const entityTag = (uid: string, weak: boolean): string => `${weak ? 'W/' : ''}"${uid}"`;

/**
 * The version uids that an `If-Match` header names: quoted as it should be, weak or unquoted as clients also send it,
 * one or a list. Absent or empty: `missing_header`; `*`, which would give up the protection: `invalid_header`.
 */
export function parseIfMatch(header: string | undefined): readonly string[] {
  const uids = [...(header ?? '').matchAll(/(?:W\/)?"([^"]*)"|[^\s,"]+/g)].map(([whole, quoted]) =>
    (quoted ?? whole).trim(),
  );
  if (uids.includes('*'))
    throw new CdrError('invalid_header', 'If-Match must name the latest version uid; `*` is not accepted.');
  const named = uids.filter((uid) => uid !== '');
  if (named.length === 0) throw new CdrError('missing_header', 'If-Match with the latest version uid is required.');
  return named;
}
