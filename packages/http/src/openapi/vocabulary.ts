import type { HeaderName, QueryName } from '../routing/index.ts';

/** What each query parameter means. */
export const QUERY: Readonly<Record<QueryName, { readonly description: string; readonly schema: object }>> = {
  version_at_time: {
    description:
      'Point in time, YYYY-MM-DDThh:mm:ss[.fff][Z|±hh:mm]; without an offset in the time zone of the server.',
    schema: { type: 'string', examples: ['2026-01-05T09:10:11.123Z'] },
  },
  path: { description: 'Slash-separated names of folders below the root.', schema: { type: 'string' } },
  subject_id: { description: 'Id of the subject; required.', schema: { type: 'string' } },
  subject_namespace: { description: "Namespace of the subject's id; required.", schema: { type: 'string' } },
  offset: { description: 'Rows to skip.', schema: { type: 'integer', minimum: 0, default: 0 } },
  fetch: {
    description:
      'Most rows to give. A list of contributions has 20 without it, and never more than 100; a query without a LIMIT has 1000.',
    schema: { type: 'integer', minimum: 0 },
  },
  time_range: {
    description: 'Commit times, <lower>/<upper>, inclusive; either side may be empty.',
    schema: { type: 'string' },
  },
  tag_key: { description: 'Only tags with one of these keys.', schema: { type: 'array', items: { type: 'string' } } },
  tag_value: {
    description: 'Only tags with one of these values.',
    schema: { type: 'array', items: { type: 'string' } },
  },
  tag_target_path: {
    description: 'Only tags with one of these target paths.',
    schema: { type: 'array', items: { type: 'string' } },
  },
  ehr_id: {
    description: 'Id of an EHR: the one to query, or each one to remove.',
    schema: { type: 'array', items: { type: 'string', format: 'uuid' } },
  },
  confirm: { description: '`all`: every EHR is to be removed.', schema: { type: 'string', enum: ['all'] } },
  q: {
    description: 'AQL; required. A query parameter of any other name is the value of the AQL parameter of that name.',
    schema: { type: 'string' },
  },
  query_type: { description: '`AQL`, in any case.', schema: { type: 'string', default: 'AQL' } },
};

/** What each request header means. */
export const HEADERS: Readonly<Record<HeaderName, { readonly description: string; readonly required: boolean }>> = {
  Prefer: { description: '`return=minimal`, `return=identifier` or `return=representation`.', required: false },
  'If-Match': { description: 'Latest version uid, quoted.', required: true },
  'openehr-version': {
    description: '`lifecycle_state.code_string="553"`: lifecycle state of the new version.',
    required: false,
  },
  'openehr-audit-details': {
    description: '`path="value"` pairs for the commit audit, separated by commas.',
    required: false,
  },
  'openehr-item-tag': { description: 'Tags of the versioned object; empty removes them.', required: false },
  'openehr-version-item-tag': { description: 'Tags of the new version.', required: false },
  'openehr-ehr-id': { description: 'Id of the EHR to query, as `ehr_id`.', required: false },
};

/** What each status means here. */
export const STATUS: Readonly<Record<number, string>> = {
  200: 'Here it is.',
  201: 'Created; `ETag` and `Location` say what and where.',
  204: 'Done, or deleted: there is no body.',
  400: 'The request is malformed.',
  401: 'Authentication is needed.',
  403: 'The role does not suffice.',
  404: 'There is no such thing.',
  406: 'None of the accepted media types is served.',
  408: 'The query took longer than it may.',
  409: 'It contradicts what is there.',
  412: '`If-Match` does not name the latest version; `ETag` does.',
  413: 'The body is too large.',
  415: 'The media type of the body is not taken.',
  422: 'Well-formed, but not valid.',
};
