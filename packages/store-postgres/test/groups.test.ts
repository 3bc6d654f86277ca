import { describe, expect, test } from 'vitest';
import { groups } from '../src/groups.ts';

/** Work that goes on until it is told to end. */
function work() {
  const begun: { readonly items: readonly string[]; readonly end: PromiseWithResolvers<readonly string[]> }[] = [];
  return {
    begun: () => begun.map(({ items }) => items.join(' ')),
    async start(items: readonly string[]) {
      const end = Promise.withResolvers<readonly string[]>();
      begun.push({ items, end });
      return end.promise;
    },
    end: (place: number) => begun[place]?.end.resolve(begun[place].items.map((item) => item.toUpperCase())),
    fail: (place: number) => begun[place]?.end.reject(new Error('no')),
  };
}

function grouping(most = 3) {
  const { start, ...control } = work();
  const take = groups({ atOnce: 1, most: () => most, keyOf: (item: string) => item[0], work: start });
  return { take, ...control };
}

describe('groups', () => {
  test('what comes while one is under way is done together, in the order in which it came', async () => {
    const { take, begun, end } = grouping();
    const results = ['a', 'b', 'c'].map(take);
    expect(begun()).toEqual(['a']);
    end(0);
    expect(await results[0]).toBe('A');
    expect(begun()).toEqual(['a', 'b c']);
    end(1);
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C']);
  });

  test('a group has no more than so many, and no two of the same key', async () => {
    const { take, begun, end } = grouping(2);
    const results = ['a1', 'b1', 'b2', 'c1', 'd1'].map(take);
    for (let place = 0; place < 3; place += 1) {
      end(place);
      await new Promise(setImmediate);
    }
    end(3);
    expect(await Promise.all(results)).toEqual(['A1', 'B1', 'B2', 'C1', 'D1']);
    expect(begun()).toEqual(['a1', 'b1 c1', 'b2 d1']);
  });

  test('two groups that are under way have no key in common', async () => {
    const { start, begun, end } = work();
    const take = groups({ atOnce: 2, most: () => 3, keyOf: (item: string) => item[0], work: start });
    const results = ['a1', 'a2', 'b1'].map(take);
    expect(begun()).toEqual(['a1', 'b1']);
    end(0);
    await results[0];
    expect(begun()).toEqual(['a1', 'b1', 'a2']);
  });

  test('one that fails takes no other along', async () => {
    const { take, begun, fail, end } = grouping();
    const results = ['a', 'b', 'c'].map(take);
    const settled = Promise.allSettled(results);
    fail(0);
    await results[0]?.catch(() => undefined);
    end(1);
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(begun()).toEqual(['a', 'b c']);
  });
});
