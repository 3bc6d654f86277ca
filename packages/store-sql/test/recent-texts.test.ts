import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CdrError } from '@cairn/core';
import { describe, expect, test } from 'vitest';
import { compress, recentTexts, type RecentTexts } from '../src/index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

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

  test('are gone from memory when they are to be forgotten, also one that is on its way', async () => {
    const texts = recentTexts();
    const short = await unpackedBy(texts, 'a', 'short');
    await short.done;
    expect(await isGarbage(short)).toBe(false);
    // Others have their turn while it is unpacked.
    const late = await unpackedBy(texts, 'b', randomBytes(100_000).toString('hex'));
    texts.forgetAll();
    await late.done;
    expect([await isGarbage(short), await isGarbage(late)]).toEqual([true, true]);
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

interface Unpacked {
  readonly frame: WeakRef<Uint8Array>;
  readonly done: Promise<unknown>;
}

async function unpackedBy(texts: RecentTexts, key: string, text: string): Promise<Unpacked> {
  const frame = await frameOf(text);
  return { frame: new WeakRef(frame), done: texts.unpack(key, frame).then(({ length }) => length) };
}

/** Whether nothing holds the frame any more. */
async function isGarbage({ frame }: Unpacked): Promise<boolean> {
  // What has been looked at is held until the turn is over.
  await nextTurn();
  collectGarbage();
  return frame.deref() === undefined;
}
