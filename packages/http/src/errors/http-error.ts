/** What only the HTTP service refuses; the core's own codes are in `@cairn/core`. */
export type HttpErrorCode =
  | 'malformed_url'
  | 'malformed_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'route_not_found'
  | 'metric_not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'body_too_large'
  | 'url_too_long'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'internal_error'
  | 'method_not_implemented'
  | 'overloaded'
  | 'identity_provider_unavailable';

export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: HttpErrorCode;
  /** Response headers that belong to the refusal: `Allow`, `WWW-Authenticate`, `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: HttpErrorCode,
    message: string,
    options: { readonly headers?: Readonly<Record<string, string>>; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
  }
}
