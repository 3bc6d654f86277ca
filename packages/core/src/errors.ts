/**
 * Everything that Cairn refuses, as one closed union of codes with typed fields.
 *
 * The codes are part of the public contract: they appear as `code` in every error body of the HTTP service,
 * whose single table maps each to a status. A message never holds a clinical value.
 */
export type ErrorCode =
  // The request does not parse or breaks a rule of form.
  | 'malformed_json'
  | 'malformed_xml'
  | 'invalid_utf8'
  | 'invalid_body'
  | 'invalid_parameter'
  | 'invalid_header'
  | 'missing_parameter'
  | 'missing_header'
  | 'invalid_datetime'
  | 'invalid_template'
  | 'invalid_query'
  // A well-formed query that would hold more in memory than it may.
  | 'query_too_large'
  | 'already_deleted'
  // Nothing is there.
  | 'ehr_not_found'
  | 'object_not_found'
  | 'version_not_found'
  | 'contribution_not_found'
  | 'template_not_found'
  | 'query_not_found'
  | 'folder_not_found'
  | 'tag_not_found'
  // It contradicts what is there.
  | 'ehr_exists'
  | 'subject_exists'
  | 'uid_conflict'
  | 'not_latest_version'
  | 'ehr_not_modifiable'
  | 'directory_exists'
  | 'template_exists'
  | 'query_exists'
  | 'template_in_use'
  | 'precondition_failed'
  // Well-formed, but not valid.
  | 'validation_failed'
  | 'unknown_template'
  | 'template_changed'
  | 'illegal_lifecycle_transition'
  // Well-formed and valid, but not to be had in the format asked for.
  | 'not_representable'
  // The time of a query is up, or its caller has gone.
  | 'query_timeout'
  | 'query_cancelled'
  // Not the caller's fault.
  | 'terminology_unavailable'
  | 'store_unavailable'
  | 'store_corrupt';

/** One finding of a check: where, which rule, and what to do about it. */
export interface Issue {
  /** Instance path with indexes, `/content[0]/data/events[1]/time`; `/` is the root. */
  readonly path: string;
  /** Stable snake_case rule name, such as `unknown_attribute` or `occurrences`. */
  readonly code: string;
  /** One sentence; names the constraint, never the value that broke it. */
  readonly message: string;
}

/** Typed fields that some codes carry. */
export interface ErrorFields {
  /** All findings, in document order. */
  readonly issues?: readonly Issue[];
  /** The latest version uid, with `precondition_failed` and `not_latest_version`. */
  readonly currentVersionUid?: string;
  /** Both lifecycle states in the form `801|abandoned|`, with `illegal_lifecycle_transition`. */
  readonly fromState?: string;
  readonly toState?: string;
}

/** The one error type that Cairn's operations throw on purpose. */
export class CdrError extends Error {
  override readonly name = 'CdrError';
  readonly code: ErrorCode;
  readonly fields: ErrorFields;

  constructor(code: ErrorCode, message: string, fields: ErrorFields = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.fields = fields;
  }
}

/** The time of a query is up. */
export const queryTooLong = (): CdrError =>
  new CdrError('query_timeout', 'The query took longer than it may; narrow it or ask for fewer rows');

/** Its caller has gone. */
export const queryCancelled = (): CdrError => new CdrError('query_cancelled', 'The query was cancelled');
