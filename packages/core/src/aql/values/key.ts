import { isJsonNumber, toNumber, type JsonNumber, type JsonValue } from '../../json/index.ts';

/** A text that is equal for equal values: keys in a fixed order, numbers by value. For DISTINCT, grouping and `=` on objects. */
export function valueKey(value: JsonValue | undefined): string {
  if (value === undefined) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (isJsonNumber(value)) return numberKey(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map((member: JsonValue) => valueKey(member)).join()}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${valueKey(member)}`).join()}}`;
}

/** Doubles by their value; a number that no double holds by its digits, without the zeros that change nothing. */
function numberKey(value: JsonNumber): string {
  if (typeof value === 'number') return String(value);
  const double = String(toNumber(value));
  const own = digits(value.lexical);
  return own === digits(double) ? double : own;
}

function digits(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const point = Number(exponent) - fraction.length;
  const trimmed = all.replace(/0+$/, '');
  return `${number.startsWith('-') ? '-' : ''}${trimmed}e${point + all.length - trimmed.length}`;
}
