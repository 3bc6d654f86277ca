import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../../src/json/index.ts';

describe('decodeUtf8', () => {
  it('reads UTF-8, with or without a byte order mark', () => {
    const text = 'é ü 😀 \u0000';
    const bytes = new TextEncoder().encode(text);
    expect(decodeUtf8(bytes)).toBe(text);
    expect(decodeUtf8(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]))).toBe(text);
  });

  it.each([
    ['a byte of no sequence', [0x61, 0xff]],
    ['a sequence that stops short', [0xe2, 0x82]],
    ['an overlong sequence', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['ISO 8859-1', [0x4b, 0xf6, 0x72]],
  ])('refuses %s', (_name, bytes) => {
    expect(() => decodeUtf8(new Uint8Array(bytes))).toThrow(expect.objectContaining({ code: 'invalid_utf8' }));
  });
});
