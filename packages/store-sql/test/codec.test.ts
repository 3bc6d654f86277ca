import { CdrError } from '@cairn/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compress, decompressNow, decompressText } from '../src/index.ts';

const damaged = (error: unknown): boolean => error instanceof CdrError && error.code === 'store_corrupt';

describe('a text at rest', () => {
  test('comes back byte for byte', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\uFEFFwith a mark', 'x'.repeat(300_000)));
    await fc.assert(
      fc.asyncProperty(text, async (original) => {
        const frame = await compress(original);
        expect(await decompressText(frame)).toBe(original);
        expect(Buffer.from(decompressNow(frame)).equals(Buffer.from(original))).toBe(true);
      }),
    );
  });

  test('never becomes another text by a changed bit', async () => {
    const original = '{"text":"the same words, the same words"}';
    const frame = Buffer.from(await compress(original));
    let noticed = 0;
    for (let bit = 0; bit < frame.length * 8; bit++) {
      const changed = Buffer.from(frame);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      try {
        expect(await decompressText(changed)).toBe(original);
      } catch (error) {
        expect(error).toSatisfy(damaged);
        expect(() => decompressNow(changed)).toThrow(CdrError);
        noticed += 1;
      }
    }
    expect(noticed).toBeGreaterThan(frame.length * 7);
  });
});
