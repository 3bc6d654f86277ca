/** Milliseconds since 1970-01-01T00:00:00Z. */
export interface Clock {
  now(): number;
}

/** Makes new identifiers: lower-case UUIDs, unique for all practical purposes. */
export interface IdSource {
  uuid(): string;
}
