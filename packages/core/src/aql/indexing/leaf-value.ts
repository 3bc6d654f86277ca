/** What of a data value goes into its row. */
import {
  isJsonObject,
  LexicalNumber,
  toNumber,
  type JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../json/index.ts';
import { isSameDecimal } from '../../json/decimal.ts';
import { INDEX_CODE_LIMIT, INDEX_TEXT_LIMIT, type IndexLeaf } from '../../ports/document-index.ts';
import { magnitudeOf, temporalFamily, textOf } from '../values/scalar.ts';
import { readMoment, type TemporalFamily } from '../values/temporal.ts';

export type LeafValue = Pick<IndexLeaf, 'units' | 'number' | 'text' | 'code'>;

/** `value` has its `_type`. Undefined when it can't be put into a row without changing it, such as a text
 * with half a surrogate pair or a NUL, a number beyond all doubles, or a code that is too long or of no terminology. */
export function leafValue(type: string, value: JsonObject): LeafValue | undefined {
  const made = readValue(type, value);
  return fits(made) ? made : undefined;
}

function readValue(type: string, value: JsonObject): LeafValue {
  const family = temporalFamily(value);
  if (family) return temporalValue(family, value);
  switch (type) {
    case 'DV_QUANTITY': {
      const { magnitude, units } = value;
      return { ...numberValue(magnitudeOf(value), magnitude), ...(typeof units === 'string' && { units }) };
    }
    case 'DV_COUNT':
      return numberValue(magnitudeOf(value), value['magnitude']);
    case 'DV_PROPORTION':
      return numberValue(magnitudeOf(value));
    case 'DV_ORDINAL':
    case 'DV_SCALE': {
      const { symbol } = value;
      const code = isJsonObject(symbol) ? codeOf(symbol) : undefined;
      return { ...numberValue(magnitudeOf(value)), ...(code !== undefined && { code }) };
    }
    case 'DV_BOOLEAN':
      return typeof value['value'] === 'boolean' ? { number: Number(value['value']) } : {};
    case 'DV_CODED_TEXT': {
      const code = codeOf(value);
      return { ...textValue(value['value']), ...(code !== undefined && { code }) };
    }
    case 'PARTY_IDENTIFIED':
    case 'PARTY_RELATED':
      return textValue(value['name']);
    default:
      return textValue(textOf(value));
  }
}

function numberValue(value: JsonNumber | undefined, instead?: JsonValue): LeafValue {
  if (value === undefined) return instead === undefined ? {} : { number: NaN };
  const number = toNumber(value);
  const exact = !(value instanceof LexicalNumber) || isSameDecimal(value.lexical, number);
  return exact ? { number } : { number, text: cutText(value.lexical) };
}

/** Of a DV_CODED_TEXT; that there is none is also that it has no code. */
function codeOf({ defining_code: phrase }: JsonObject): string | undefined {
  if (!isJsonObject(phrase)) return undefined;
  const { terminology_id: terminology, code_string: code } = phrase;
  const id = isJsonObject(terminology) ? terminology['value'] : undefined;
  if (typeof code !== 'string') return undefined;
  return typeof id === 'string' ? codeKey(code, id) : NO_KEY;
}

/** Does not fit. */
const NO_KEY = '\0';

/** The code comes first, so that it can be looked up without its terminology. */
export const codeKey = (code: string, terminologyId: string): string => `${code}::${terminologyId}`;

/** Whether a key can be that of no other code and terminology. */
export const isPlainKey = (key: string): boolean => key.split('::').length === 2 && !key.includes(':::');

const SECONDS_PER_DAY = 86_400;

function temporalValue(family: TemporalFamily, { value }: JsonObject): LeafValue {
  if (typeof value !== 'string') return {};
  const moment = readMoment(family, value);
  return { ...(moment && { number: secondsOf(family, moment.whole, moment.fraction) }), text: cutText(value) };
}

/** Dates and date-times stand on one axis. */
export const secondsOf = (family: TemporalFamily, whole: number, fraction: number): number =>
  family === 'date' ? whole * SECONDS_PER_DAY : whole + fraction;

const textValue = (value: JsonValue | undefined): LeafValue =>
  typeof value === 'string' ? { text: cutText(value) } : {};

/** Texts compare after the cut as before it, or equal. */
export function cutText(text: string): string {
  if (text.length <= INDEX_TEXT_LIMIT) return text;
  const last = text.charCodeAt(INDEX_TEXT_LIMIT - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? INDEX_TEXT_LIMIT - 1 : INDEX_TEXT_LIMIT);
}

const fits = ({ number = 0, units = '', text = '', code = '' }: LeafValue): boolean =>
  Number.isFinite(number) &&
  code.length <= INDEX_CODE_LIMIT &&
  [units, text, code].every((one) => one.isWellFormed() && !one.includes('\0'));
