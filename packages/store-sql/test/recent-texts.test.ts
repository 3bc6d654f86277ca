import { CdrError } from '@cairn/core';
import { describe, expect, test } from 'vitest';
import { compress, recentTexts } from '../src/index.ts';

const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const frameOf = async (text: string): Promise<Uint8Array> => compress(text);

describe('texts that were unpacked a moment ago', () => {
  test('are the texts of the frames that are given, whatever their keys stood for before', async () => {
    const texts = recentTexts();
    const [first, second] = [await frameOf('{"n":1}'), await frameOf('{"n":2}')];
    for (const [frame, text] of [
      [first, '{"n":1}'],
      [first, '{"n":1}'],
      [second, '{"n":2}'],
      [first, '{"n":1}'],
    ] as const) {
      expect(utf8(await texts.unpack('a', frame))).toBe(text);
    }
  });

  test('belong to whoever asked', async () => {
    const texts = recentTexts();
    const frame = await frameOf('mine');
    (await texts.unpack('a', frame)).fill(0);
    const again = await texts.unpack('a', frame);
    again.fill(0);
    expect(utf8(await texts.unpack('a', frame))).toBe('mine');
  });

  test('are found damaged by a changed byte of the frame, though the text is known', async () => {
    const texts = recentTexts();
    const frame = Buffer.from(await frameOf('{"text":"the same words, the same words"}'));
    await texts.unpack('a', Buffer.from(frame));
    frame[frame.length - 1] = (frame[frame.length - 1] ?? 0) ^ 1;
    await expect(texts.unpack('a', frame)).rejects.toThrow(CdrError);
  });

  test('come back right however little room there is', async () => {
    for (const capacity of [0, 100, 1_000]) {
      const texts = recentTexts(capacity);
      const frames = await Promise.all(Array.from({ length: 50 }, (_, n) => frameOf(`${n} `.repeat(30))));
      for (const [n, frame] of [...frames.entries(), ...frames.entries()]) {
        expect(utf8(await texts.unpack(`${n % 7}`, frame))).toBe(`${n} `.repeat(30));
      }
    }
  });
});
