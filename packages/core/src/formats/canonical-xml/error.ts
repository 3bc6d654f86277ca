import type { Issue } from '../../errors.ts';
import { lossyElementText } from './text.ts';

/** What the body of every answer that is not a success says. */
export interface ErrorDocument {
  /** Reason phrase of the status. */
  readonly error: string;
  /** Stable, snake_case. */
  readonly code: string;
  /** One sentence. */
  readonly message: string;
  readonly validationErrors: readonly string[];
  readonly details: readonly Issue[];
  readonly from_state?: string;
  readonly to_state?: string;
}

/**
 * The error body for a client that accepts XML only: the JSON body member by member as elements in no namespace, lists as
 * repeated elements, below a root `error`. What XML can't hold in a message becomes U+FFFD.
 */
export function writeErrorXml(body: ErrorDocument): string {
  const { error, code, message, validationErrors, details, from_state: from, to_state: to } = body;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<error>',
    element('error', error),
    element('code', code),
    element('message', message),
    ...validationErrors.map((text) => element('validationErrors', text)),
    ...details.map((issue) => `<details>${issueElements(issue)}</details>`),
    from === undefined ? '' : element('from_state', from),
    to === undefined ? '' : element('to_state', to),
    '</error>',
  ].join('');
}

const issueElements = ({ path, code, message }: Issue): string =>
  element('path', path) + element('code', code) + element('message', message);

const element = (name: string, text: string): string => `<${name}>${lossyElementText(text)}</${name}>`;
