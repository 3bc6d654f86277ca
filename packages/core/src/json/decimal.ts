import type { JsonNumber } from './value.ts';

/** A decimal number taken apart: ±0.DIGITS × 10^point. Zero has no digits. */
interface Decimal {
  readonly negative: boolean;
  /** Without leading and trailing zeros. */
  readonly digits: string;
  readonly point: number;
}

/** The nearest double: for arithmetic and statistics, never for storage. */
export const toNumber = (value: JsonNumber): number => (typeof value === 'number' ? value : value.valueOf());

/** Whether the value is a whole number, however it is written: `7`, `7.0` and `12345678901234567890` are. */
export function isInteger(value: JsonNumber): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  const { digits, point } = decimalOf(value.lexical);
  return digits.length <= Math.max(point, 0);
}

/**
 * Compares two numbers by their exact decimal values: negative, zero or positive, as for `Array.prototype.sort`.
 * A double stands for the decimal number that it is written as. Exponents beyond 2^53 count as equal.
 */
export function compareNumbers(a: JsonNumber, b: JsonNumber): number {
  const x = toNumber(a);
  const y = toNumber(b);
  // Rounding to a double keeps the order, so that only equal doubles need a closer look.
  if (x !== y) return x < y ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return 0;
  return compareDecimals(decimalOf(textOf(a)), decimalOf(textOf(b)));
}

/** Whether a double is exactly the number that was written; both in decimal notation. */
export const isSameDecimal = (lexical: string, value: number): boolean =>
  Number.isFinite(value) && compareDecimals(decimalOf(lexical), decimalOf(String(value))) === 0;

const textOf = (value: JsonNumber): string => (typeof value === 'number' ? String(value) : value.lexical);

const parts = /^(?<minus>-?)(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:[eE](?<exponent>[+-]?\d+))?$/;

function decimalOf(lexical: string): Decimal {
  const { minus = '', whole = '', fraction = '', exponent = '0' } = parts.exec(lexical)?.groups ?? {};
  const all = whole + fraction;
  let first = 0;
  while (first < all.length && all.charAt(first) === '0') first++;
  let last = all.length;
  while (last > first && all.charAt(last - 1) === '0') last--;
  if (first === last) return { negative: false, digits: '', point: 0 };
  return { negative: minus !== '', digits: all.slice(first, last), point: whole.length - first + Number(exponent) };
}

function compareDecimals(a: Decimal, b: Decimal): number {
  const sign = signOf(a);
  if (sign !== signOf(b)) return sign < signOf(b) ? -1 : 1;
  if (a.point !== b.point) return a.point < b.point ? -sign : sign;
  if (a.digits !== b.digits) return a.digits < b.digits ? -sign : sign;
  return 0;
}

const signOf = ({ digits, negative }: Decimal): number => (digits === '' ? 0 : negative ? -1 : 1);
