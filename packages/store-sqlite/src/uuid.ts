/** Identifiers at rest: the 16 bytes of a UUID. A commit converts some twenty of them, hence no regular expressions. */
import { CdrError } from '@cairn/core';

/** Where the pairs of digits begin in `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. */
const pairs = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;
const hyphens = [8, 13, 18, 23] as const;

const digits = new Map(Array.from('0123456789abcdef', (digit, value) => [digit.charCodeAt(0), value]));
const digitCodes = Uint8Array.from(digits.keys());
const digitValues = Int8Array.from({ length: 128 }, (_, code) => digits.get(code) ?? -1);

/** The codes of an identifier: hyphens, and the digits of the latest one that was written. */
const written = Array.from({ length: 36 }, () => '-'.charCodeAt(0));

/** Throws a TypeError when the text is not a lower-case UUID. */
export function uuidToBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(16);
  let invalid = text.length === 36 ? 0 : -1;
  for (let index = 0; index < 16; index++) {
    const at = pairs[index] ?? 0;
    const high = digitValues[text.charCodeAt(at)] ?? -1;
    const low = digitValues[text.charCodeAt(at + 1)] ?? -1;
    invalid |= high | low;
    bytes[index] = (high << 4) | low;
  }
  if (invalid < 0 || hyphens.some((at) => text[at] !== '-')) {
    throw new TypeError('An identifier is not a lower-case UUID');
  }
  return bytes;
}

/** One flat string: putting slices together takes twice as long, and several times as long again to write as JSON. */
export function uuidFromBytes(bytes: Buffer): string {
  if (bytes.length !== 16) throw new CdrError('store_corrupt', 'A stored identifier does not have 16 bytes');
  for (let index = 0; index < 16; index++) {
    const at = pairs[index] ?? 0;
    const byte = bytes[index] ?? 0;
    written[at] = digitCodes[byte >> 4] ?? 0;
    written[at + 1] = digitCodes[byte & 15] ?? 0;
  }
  return String.fromCharCode(...written);
}

/** The bit that makes a capital letter a small one; digits have it. */
const SMALL = 0x20;

/** From its 32 digits, in capital or small letters. */
export function uuidFromHex(hex: string): string {
  if (hex.length !== 32) throw new CdrError('store_corrupt', 'A stored identifier does not have 16 bytes');
  for (let index = 0; index < 16; index++) {
    const at = pairs[index] ?? 0;
    written[at] = hex.charCodeAt(2 * index) | SMALL;
    written[at + 1] = hex.charCodeAt(2 * index + 1) | SMALL;
  }
  return String.fromCharCode(...written);
}
