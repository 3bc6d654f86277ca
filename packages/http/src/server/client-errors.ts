import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody, statusOf, type HttpErrorCode } from '../errors/index.ts';

/** What the parser and the timers of Node's HTTP server complain about. */
const CODES: Readonly<Record<string, readonly [HttpErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request head is too large.'],
  HPE_INVALID_METHOD: ['method_not_implemented', 'This server does not know this method.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive.'],
};
const ELSE: readonly [HttpErrorCode, string] = ['malformed_request', 'This is not a valid HTTP request.'];

/** Answers a connection whose request never became one, and closes it. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, message] = CODES[error.code ?? ''] ?? ELSE;
  const status = statusOf[code];
  const body = JSON.stringify(errorBody(status, code, message));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
