import { describe, expect, test } from 'vitest';
import { recentlyMade } from '../../src/query/recent.ts';

const LIMITS = { most: 3, size: 10, age: 1000 };

function recent(limits: Partial<typeof LIMITS> = {}) {
  const clock = { time: 0, now: () => clock.time };
  const made: string[] = [];
  const get = recentlyMade<string>(clock, { ...LIMITS, ...limits });
  const ask = (key: string): string =>
    get(key, () => {
      made.push(key);
      return `made for ${key}`;
    });
  return { clock, made, ask };
}

describe('what was made lately', () => {
  test('is given again for the same key', () => {
    const { ask, made } = recent();
    expect([ask('a'), ask('b'), ask('a')]).toEqual(['made for a', 'made for b', 'made for a']);
    expect(made).toEqual(['a', 'b']);
  });

  test('is dropped when it has not been asked for the longest', () => {
    const { ask, made } = recent();
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) ask(key);
    expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  test('is dropped when its keys together grow too long, at once when it is too long by itself', () => {
    const { ask, made } = recent();
    for (const key of ['aaaaaa', 'bbbbb', 'bbbbb', 'aaaaaa', 'ccccccccccc', 'ccccccccccc', 'aaaaaa']) ask(key);
    expect(made).toEqual(['aaaaaa', 'bbbbb', 'aaaaaa', 'ccccccccccc', 'ccccccccccc', 'aaaaaa']);
  });

  test('is dropped when nobody asked for it in time', () => {
    const { ask, made, clock } = recent();
    ask('a');
    clock.time = 900;
    ask('a');
    ask('b');
    clock.time = 1899;
    ask('a');
    clock.time = 1900;
    ask('b');
    expect(made).toEqual(['a', 'b', 'b']);
  });

  test('is not there when it could not be made', () => {
    const get = recentlyMade<number>({ now: () => 0 }, LIMITS);
    const fail = (): number => {
      throw new Error('no');
    };
    expect(() => get('a', fail)).toThrow('no');
    expect(get('a', () => 1)).toBe(1);
  });
});
