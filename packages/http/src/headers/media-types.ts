/** Representations that a resource may have. */
export type Format = 'json' | 'xml' | 'webtemplate' | 'text' | 'html' | 'metrics';

/** `Content-Type` of each. */
export const CONTENT_TYPE: Readonly<Record<Format, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  webtemplate: 'application/openehr.wt+json',
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  metrics: 'text/plain; version=0.0.4; charset=utf-8',
};

/** Media types, lower case, by the format that they name; aliases are understood and never sent. */
const FORMAT_OF: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/openehr.wt+json': 'webtemplate',
  'text/plain': 'text',
  'text/html': 'html',
};

/** openEHR formats that this version does not serve (ITS-REST "Simplified Formats", deprecated spellings included). */
const NOT_SERVED: Readonly<Record<string, string>> = {
  'application/openehr.wt.flat+json': 'FLAT',
  'application/openehr.wt.flat.schema+json': 'FLAT',
  'application/openehr.wt.structured+json': 'STRUCTURED',
  'application/openehr.wt.structured.schema+json': 'STRUCTURED',
  'application/openehr.wt.flat.structured+json': 'STRUCTURED',
  'application/openehr.nc.flat+json': 'the legacy FLAT format',
  'application/openehr.tds2+xml': 'TDS',
};

/** Type and subtype in lower case, without parameters. */
export const essence = (mediaType: string): string => (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();

export const formatOf = (mediaType: string): Format | undefined => FORMAT_OF[essence(mediaType)];

/** A sentence about a known openEHR format that is not served; empty for any other type. */
export function notServed(mediaTypes: readonly string[]): string {
  const names = mediaTypes.map((type) => NOT_SERVED[essence(type)]).filter((name) => name !== undefined);
  return names.length === 0 ? '' : ` This version does not serve ${[...new Set(names)].join(' or ')} yet.`;
}

/** The media types of formats, for messages. */
export const listOf = (formats: readonly Format[]): string =>
  formats.map((format) => essence(CONTENT_TYPE[format])).join(', ');
