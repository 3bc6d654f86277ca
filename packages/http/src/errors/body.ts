import { STATUS_CODES } from 'node:http';
import { CdrError, type Issue } from '@cairn/core';
import { statusOf } from './codes.ts';
import { HttpError } from './http-error.ts';

/** The body of every answer that is not a success. */
export interface ErrorBody {
  /** Reason phrase of the status. */
  readonly error: string;
  /** Stable, snake_case. */
  readonly code: string;
  /** One sentence. */
  readonly message: string;
  /** `<path>: <text>` for each finding. */
  readonly validationErrors: readonly string[];
  readonly details: readonly Issue[];
  /** Lifecycle states, with `illegal_lifecycle_transition`. */
  readonly from_state?: string;
  readonly to_state?: string;
}

/** How an error goes out. `foreseen` is false for an error that only the log should tell about. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
  readonly foreseen: boolean;
}

export function refusalOf(error: unknown, etag: (uid: string) => string): Refusal {
  if (error instanceof CdrError) {
    const status = statusOf[error.code];
    const { currentVersionUid, fromState, toState, issues = [] } = error.fields;
    return {
      status,
      headers: {
        ...(currentVersionUid !== undefined && { etag: etag(currentVersionUid) }),
        ...(status === 503 && RETRY),
      },
      body: {
        ...errorBody(status, error.code, error.message, issues),
        ...(fromState !== undefined && { from_state: fromState }),
        ...(toState !== undefined && { to_state: toState }),
      },
      foreseen: status < 500,
    };
  }
  if (error instanceof HttpError) {
    const status = statusOf[error.code];
    return {
      status,
      headers: { ...(status === 503 && RETRY), ...error.headers },
      body: errorBody(status, error.code, error.message),
      foreseen: status !== 500 && error.code !== 'identity_provider_unavailable',
    };
  }
  return {
    status: 500,
    headers: {},
    body: errorBody(500, 'internal_error', 'Something went wrong here; the log has the details under the request id.'),
    foreseen: false,
  };
}

const RETRY = { 'retry-after': '1' };

export function errorBody(status: number, code: string, message: string, issues: readonly Issue[] = []): ErrorBody {
  return {
    error: STATUS_CODES[status] ?? 'Error',
    code,
    message,
    validationErrors: issues.map((issue) => `${issue.path}: ${issue.message}`),
    details: issues,
  };
}

/** The same body in XML: an element for each member, in no namespace. */
export function errorXml(body: ErrorBody): string {
  const element = (name: string, value: string): string => `<${name}>${escape(value)}</${name}>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?><error>',
    element('error', body.error),
    element('code', body.code),
    element('message', body.message),
    ...body.validationErrors.map((text) => element('validationErrors', text)),
    ...body.details.map(
      ({ path, code, message }) =>
        `<details>${element('path', path)}${element('code', code)}${element('message', message)}</details>`,
    ),
    ...(body.from_state === undefined ? [] : [element('from_state', body.from_state)]),
    ...(body.to_state === undefined ? [] : [element('to_state', body.to_state)]),
    '</error>',
  ].join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML 1.0 text: markup escaped; characters that it can't hold become U+FFFD. */
const escape = (text: string): string =>
  text
    .replace(/[&<>]/g, (char) => ENTITIES[char] ?? char)
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
