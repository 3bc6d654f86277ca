/** Exact decimal arithmetic for functions and aggregates: 0.1 + 0.2 is 0.3, and a twenty-digit count stays what it is. */
import { isSameDecimal } from '../../json/decimal.ts';
import { LexicalNumber, toNumber, type JsonNumber } from '../../json/index.ts';

/** digits × 10^-scale */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Exponents and numbers of digits beyond this would make ever longer numbers; such values are computed with as doubles. */
const MOST_DIGITS = 400;

const NUMBER = /^(?<minus>-?)(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:[eE](?<exponent>[+-]?\d+))?$/;

export const ZERO: Decimal = { digits: 0n, scale: 0 };

export function decimalOf(value: JsonNumber): Decimal | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { digits: BigInt(value), scale: 0 };
  const {
    minus = '',
    whole = '',
    fraction = '',
    exponent = '0',
  } = NUMBER.exec(typeof value === 'number' ? String(value) : value.lexical)?.groups ?? {};
  const scale = fraction.length - Number(exponent);
  if (whole === '' || whole.length > MOST_DIGITS || Math.abs(scale) > MOST_DIGITS) return undefined;
  const digits = BigInt(`${minus}${whole}${fraction}`);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** Without an exponent, and without zeros that say nothing. */
export function digitsOf({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const fraction = scale === 0 ? '' : text.slice(-scale).replace(/0+$/, '');
  const whole = scale === 0 ? text : text.slice(0, -scale);
  return `${digits < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}

/** A plain number where a double has exactly this value; otherwise the number as its digits. */
export function jsonNumber(value: Decimal): JsonNumber {
  const lexical = digitsOf(value);
  const double = Number(lexical);
  return isSameDecimal(lexical, double) ? double : new LexicalNumber(lexical);
}

const atScale = ({ digits, scale }: Decimal, wanted: number): bigint => digits * 10n ** BigInt(wanted - scale);

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: atScale(a, scale) + atScale(b, scale), scale };
}

export const negate = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale });

export const multiply = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
});

/** Remainder with the sign of the dividend; undefined for a divisor of 0. */
export function remainder(a: Decimal, b: Decimal): Decimal | undefined {
  if (b.digits === 0n) return undefined;
  const scale = Math.max(a.scale, b.scale);
  return { digits: atScale(a, scale) % atScale(b, scale), scale };
}

/** To a number of decimals (negative: tens, hundreds, …), half away from zero. */
export function round(value: Decimal, decimals: number): Decimal {
  if (value.scale <= decimals) return value;
  const unit = 10n ** BigInt(value.scale - decimals);
  const half = value.digits < 0n ? -unit / 2n : unit / 2n;
  return rescaled((value.digits + half) / unit, decimals);
}

/** The nearest whole number below. */
export function floor(value: Decimal): Decimal {
  const unit = 10n ** BigInt(value.scale);
  const whole = value.digits / unit;
  return { digits: value.digits < 0n && whole * unit !== value.digits ? whole - 1n : whole, scale: 0 };
}

const rescaled = (digits: bigint, decimals: number): Decimal =>
  decimals >= 0 ? { digits, scale: decimals } : { digits: digits * 10n ** BigInt(-decimals), scale: 0 };

/** More than enough to tell which double is the nearest. */
const QUOTIENT_DIGITS = 30;

/** The nearest double of a ÷ b; undefined for a divisor of 0. */
export function quotient(a: JsonNumber, b: JsonNumber): number | undefined {
  const [dividend, divisor] = [decimalOf(a), decimalOf(b)];
  const result = dividend && divisor ? exactQuotient(dividend, divisor) : toNumber(a) / toNumber(b);
  return Number.isFinite(result) ? result : undefined;
}

function exactQuotient(a: Decimal, b: Decimal): number {
  if (b.digits === 0n) return NaN;
  const shift = Math.max(0, QUOTIENT_DIGITS + b.digits.toString().length - a.digits.toString().length);
  const shifted = a.digits * 10n ** BigInt(shift);
  // A last digit says whether there is more, so that nothing that lies next to the middle of two doubles is taken for it.
  const more = shifted % b.digits === 0n ? '' : '1';
  return Number(`${shifted / b.digits}${more}e${b.scale - a.scale - shift - more.length}`);
}
