import { isInteger } from '../json/decimal.ts';
import { isJsonNumber, isJsonObject } from '../json/value.ts';
import type { JsonValue } from '../json/value.ts';
import type { RmPrimitiveName } from '../rm/model.ts';

/** How a value without attributes must look in canonical JSON. */
export interface PrimitiveForm {
  readonly accepts: (value: JsonValue) => boolean;
  /** Completes the sentence "Expected is …". */
  readonly expected: string;
}

const isText = (value: JsonValue): value is string => typeof value === 'string';

/**
 * A text with U+0000 or half of a surrogate pair: neither XML nor the text type of a database can hold the one, neither
 * UTF-8 nor JSON between systems the other (RFC 8259 sections 8.2 and 9).
 */
export const hasInvalidCharacter = (value: JsonValue): boolean =>
  isText(value) && (value.includes('\0') || !value.isWellFormed());

/**
 * RFC 4648 section 4. The text may be megabytes long, and no pattern or loop here is as fast as the platform's own
 * decoder.
 */
function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  try {
    // White space, which the decoder overlooks, would make the bytes too few.
    return atob(text).length === (text.length / 4) * 3 - padding;
  } catch {
    return false;
  }
}

/** Dates and times are any text here; whether the text is ISO 8601 is left to the rules of their classes. */
const forms: Readonly<Record<RmPrimitiveName, PrimitiveForm>> = {
  String: { accepts: (value) => isText(value) && !hasInvalidCharacter(value), expected: 'text' },
  Character: {
    accepts: (value) => isText(value) && value.length <= 2 && [...value].length === 1,
    expected: 'text of one character',
  },
  Boolean: { accepts: (value) => typeof value === 'boolean', expected: 'true or false' },
  Integer: { accepts: (value) => isJsonNumber(value) && isInteger(value), expected: 'a whole number' },
  Real: {
    accepts: (value) => (typeof value === 'number' ? Number.isFinite(value) : isJsonNumber(value)),
    expected: 'a number',
  },
  Octets: { accepts: (value) => isText(value) && isBase64(value), expected: 'base64 text' },
  Iso8601Date: { accepts: isText, expected: 'a date as text' },
  Iso8601Time: { accepts: isText, expected: 'a time as text' },
  Iso8601DateTime: { accepts: isText, expected: 'a date-time as text' },
  Iso8601Duration: { accepts: isText, expected: 'a duration as text' },
  AnyObject: { accepts: isJsonObject, expected: 'an object' },
};

const byName: ReadonlyMap<string, PrimitiveForm> = new Map(Object.entries(forms));

/** The form of a primitive type; undefined for a class. */
export const primitiveFormOf = (type: string): PrimitiveForm | undefined => byName.get(type);
