import type { Role } from '../auth/index.ts';
import type { Format } from '../headers/index.ts';
import type { Answer } from './answers.ts';
import type { Call } from './call.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';

/** Query parameters, in ITS-REST's words and the requirement's. */
export type QueryName =
  | 'version_at_time'
  | 'path'
  | 'subject_id'
  | 'subject_namespace'
  | 'offset'
  | 'fetch'
  | 'time_range'
  | 'tag_key'
  | 'tag_value'
  | 'tag_target_path'
  | 'ehr_id'
  | 'confirm'
  | 'q'
  | 'query_type';

/** Request headers that a description lists. */
export type HeaderName =
  | 'Prefer'
  | 'If-Match'
  | 'openehr-version'
  | 'openehr-audit-details'
  | 'openehr-item-tag'
  | 'openehr-version-item-tag'
  | 'openehr-ehr-id';

/** One operation: everything that mounting, checking and describing it needs. */
export interface Operation {
  /** ITS-REST's operationId where it has one. */
  readonly id: string;
  readonly method: Method;
  /** Below the base path; `{name}` is a parameter. */
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  /** Who may; `user` when absent. */
  readonly role?: Role;
  /** Formats of the answer, the default first; absent: never a body. */
  readonly produces?: readonly Format[];
  /** Formats of the request body, the default first; absent: no body is read. */
  readonly consumes?: readonly Format[];
  readonly query?: readonly QueryName[];
  readonly headers?: readonly HeaderName[];
  /** Statuses of its own; 401, 403, 406, 415 and the like come with the others. */
  readonly statuses: readonly number[];
  handle(call: Call): Promise<Answer> | Answer;
}
