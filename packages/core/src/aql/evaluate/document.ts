/** Stored documents as JSON, as fast as the platform reads it and without changing any number. */
import { CdrError } from '../../errors.ts';
import { decodeUtf8, isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../json/index.ts';

/**
 * A number of more than 15 digits or with an exponent, which a double might not hold; also some texts that look like one, which
 * costs time and nothing else.
 */
const LONG_NUMBER = /[:[,\s]-?(?:\d[\d.]{15}|[\d.]+[eE])/;

export function parseDocument(document: Uint8Array): JsonObject {
  const text = decodeUtf8(document);
  const value = LONG_NUMBER.test(text) ? parseJson(text, { numbers: 'exact' }) : (JSON.parse(text) as JsonValue);
  if (!isJsonObject(value)) throw new CdrError('store_corrupt', 'A stored document is not a JSON object');
  return value;
}
