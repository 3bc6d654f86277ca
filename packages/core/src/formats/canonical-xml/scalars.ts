import { LexicalNumber, type JsonNumber } from '../../json/value.ts';
import { trimXml } from '../../xml/index.ts';

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** What XML Schema's number types allow beyond JSON: a plus sign, leading zeros, a point without digits on one side. */
const schemaNumber = /^(?<sign>[+-]?)(?<whole>\d*)(?:\.(?<fraction>\d*))?(?<exponent>[eE][+-]?\d+)?$/;

/**
 * A number as written; only what JSON's grammar has no words for is respelled (`+.50` is `0.50`), and nothing is rounded.
 * Undefined for what is no finite number.
 */
export function readNumber(text: string): JsonNumber | undefined {
  const written = trimXml(text);
  const lexical = jsonNumber.test(written) ? written : respelled(written);
  if (lexical === undefined) return undefined;
  const value = Number(lexical);
  return String(value) === lexical ? value : new LexicalNumber(lexical);
}

function respelled(text: string): string | undefined {
  const { sign, whole = '', fraction = '', exponent = '' } = schemaNumber.exec(text)?.groups ?? {};
  if (sign === undefined || (whole === '' && fraction === '')) return undefined;
  const integer = whole.replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '-' ? '-' : ''}${integer}${fraction && `.${fraction}`}${exponent}`;
}

/** `xs:boolean` (XML Schema part 2, section 3.2.2). */
export function readBoolean(text: string): boolean | undefined {
  switch (trimXml(text)) {
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      return undefined;
  }
}

/** `xs:base64Binary` without the line breaks that writers put into it. */
export const readOctets = (text: string): string => text.replace(/[ \t\r\n]+/g, '');
