const ZERO = 48;
const NINE = 57;

/** The number that the two digits at `at` make, or -1. */
export function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** The number that the four digits at `at` make, or -1. */
export function fourDigits(text: string, at: number): number {
  const high = twoDigits(text, at);
  const low = twoDigits(text, at + 2);
  return high < 0 || low < 0 ? -1 : high * 100 + low;
}

/** The first index from `from` on that holds no digit. */
export function skipDigits(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= NINE) at += 1;
  return at;
}

/** The number that the digits from `from` to `end` make; exact up to 2^53, the nearest double beyond. */
export function numberAt(text: string, from: number, end: number): number {
  let value = 0;
  for (let at = from; at < end; at += 1) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}

/** The fraction that the digits from `from` to `end` make behind a decimal point: the nearest double. */
export function fractionAt(text: string, from: number, end: number): number {
  const scale = POWERS_OF_TEN[end - from];
  return scale === undefined ? Number(`0.${text.slice(from, end)}`) : numberAt(text, from, end) / scale;
}

// Both sides of the division are exact doubles up to here, so its result is the nearest one.
const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
