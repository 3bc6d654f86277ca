/** Milliseconds since 1970-01-01T00:00:00Z. */
export interface Clock {
  now(): number;
}

/** As much of an AbortSignal as is needed. */
export interface CancelSignal {
  readonly aborted: boolean;
  /** Without this, whoever has to know looks now and then. */
  addEventListener?(type: 'abort', listener: () => void): void;
  removeEventListener?(type: 'abort', listener: () => void): void;
}

/** Makes new identifiers: lower-case UUIDs, unique for all practical purposes. */
export interface IdSource {
  uuid(): string;
}
