import { CdrError } from '@cairn/core';

/** `name="value"` of a header; a bare value has no name. */
export interface Pair {
  readonly name: string;
  readonly value: string;
  /** The separator before this pair; empty for the first. */
  readonly separator: '' | ',' | ';';
}

/*
 * header = pair *( OWS ( "," / ";" ) OWS pair )
 * pair   = name "=" value / value
 * value  = DQUOTE *( qdtext / "\" char ) DQUOTE / token up to the next "," or ";"
 */
const PAIR = /\s*(?:([A-Za-z_][A-Za-z0-9_.[\]-]*)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|([^",;]*))\s*(,|;|$)/suy;

/**
 * Reads the grammar that `openehr-version`, `openehr-audit-details` and the item tag headers share. Repeated header
 * fields arrive joined by commas, which the grammar takes as they are. Empty members are left out.
 */
export function parsePairs(headerName: string, header: string): readonly Pair[] {
  const pairs: Pair[] = [];
  let separator: Pair['separator'] = '';
  let position = 0;
  while (position < header.length) {
    PAIR.lastIndex = position;
    const match = PAIR.exec(header);
    if (match === null)
      throw new CdrError('invalid_header', `${headerName} must be a list of name="value", separated by commas.`);
    const [whole, name = '', quoted, bare = '', next] = match;
    const value = quoted === undefined ? bare.trim() : quoted.replace(/\\(.)/gsu, '$1');
    if (name !== '' || quoted !== undefined || value !== '') pairs.push({ name, value, separator });
    separator = next === ',' || next === ';' ? next : '';
    position += whole.length;
    if (whole.length === 0) break;
  }
  return pairs;
}
