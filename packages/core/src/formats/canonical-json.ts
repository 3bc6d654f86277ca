import { CdrError } from '../errors.ts';
import { decodeUtf8, isJsonObject, parseJson, stringifyJson, type JsonObject } from '../json/index.ts';

/**
 * Reads canonical JSON (ITS-JSON): bytes as they came, nothing checked but that they are one JSON object.
 *
 * @throws CdrError `invalid_utf8`, `malformed_json`, or `invalid_body` when the root is no object.
 */
export function readCanonicalJson(bytes: Uint8Array): JsonObject {
  const value = parseJson(decodeUtf8(bytes));
  if (isJsonObject(value)) return value;
  const message = 'The body must be a JSON object.';
  throw new CdrError('invalid_body', message, { issues: [{ path: '/', code: 'not_an_object', message }] });
}

/** Canonical JSON text without white space; numbers as they were written. */
export const writeCanonicalJson = (value: JsonObject): string => stringifyJson(value);
