import type { ErrorCode } from '@cairn/core';
import type { HttpErrorCode } from './http-error.ts';

/** The status of every refusal. */
export const statusOf: Readonly<Record<ErrorCode | HttpErrorCode, number>> = {
  malformed_json: 400,
  malformed_xml: 400,
  malformed_url: 400,
  malformed_request: 400,
  invalid_utf8: 400,
  invalid_body: 400,
  invalid_parameter: 400,
  invalid_header: 400,
  missing_parameter: 400,
  missing_header: 400,
  invalid_datetime: 400,
  invalid_template: 400,
  invalid_query: 400,
  query_too_large: 400,
  already_deleted: 400,

  unauthenticated: 401,
  forbidden: 403,

  ehr_not_found: 404,
  object_not_found: 404,
  version_not_found: 404,
  contribution_not_found: 404,
  template_not_found: 404,
  query_not_found: 404,
  folder_not_found: 404,
  tag_not_found: 404,
  route_not_found: 404,
  metric_not_found: 404,

  method_not_allowed: 405,
  not_acceptable: 406,
  not_representable: 406,
  request_timeout: 408,
  query_timeout: 408,
  query_cancelled: 408,

  ehr_exists: 409,
  subject_exists: 409,
  uid_conflict: 409,
  not_latest_version: 409,
  ehr_not_modifiable: 409,
  directory_exists: 409,
  template_exists: 409,
  query_exists: 409,
  template_in_use: 409,

  precondition_failed: 412,
  body_too_large: 413,
  url_too_long: 414,
  unsupported_media_type: 415,

  validation_failed: 422,
  unknown_template: 422,
  template_changed: 422,
  illegal_lifecycle_transition: 422,

  headers_too_large: 431,

  internal_error: 500,
  store_corrupt: 500,
  method_not_implemented: 501,
  terminology_unavailable: 502,
  store_unavailable: 503,
  overloaded: 503,
  identity_provider_unavailable: 503,
};
