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

const outsideBase64 = /[^A-Za-z0-9+/]/;

/** RFC 4648 section 4. No pattern over the whole text, which may be megabytes long. */
function isBase64(text: string): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return text.length % 4 === 0 && !outsideBase64.test(text.slice(0, text.length - padding));
}

/** Dates and times are text here; whether the text is ISO 8601 is left to the rules of their classes. */
const forms: Readonly<Record<RmPrimitiveName, PrimitiveForm>> = {
  String: { accepts: isText, expected: 'text' },
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
