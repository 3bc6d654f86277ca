import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { first, newContribution, planOn } from '../plans.ts';
import { committed, createEhr, textOf, type StoreUnderTest } from '../support.ts';

/** A million characters that hardly repeat, of one to four bytes each. */
function largeText(): string {
  let state = 1;
  const characters: string[] = [];
  for (let index = 0; index < 1_000_000; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    characters.push(String.fromCodePoint(index % 3 === 0 ? 0x1_0000 + (state >>> 12) : 0x20 + (state >>> 17)));
  }
  return characters.join('');
}

export function documentTests(store: StoreUnderTest): void {
  describe('documents and texts come back byte for byte', () => {
    test.each<readonly [string, () => string]>([
      ['empty object', () => '{}'],
      ['white space kept', () => '{ "a" :\n1.50 }\r\n'],
      ['numbers that no double holds', () => '{"magnitude":0.1000000000000000055511151231257827,"n":9007199254740993}'],
      ['scripts of the world', () => '{"t":"Größe ñ 漢字 हिन्दी العربية e\u0301 \u{1F600} \u{10FFFF}"}'],
      ['characters with a meaning elsewhere', () => '{"t":"\u2028\u2029\uFEFF\uFFFD\u007F\u0085 \'";--"}'],
      ['escapes', () => String.raw`{"t":"\u0000 \ud83d \" \\ \n"}`],
      ['large', largeText],
    ])('%s', async (_, make) => {
      const ehrId = await createEhr(store());
      const text = make();
      const version = first({ document: text, audit: text });
      await committed(store(), planOn(ehrId, { versions: [version] }));
      const stored = await store().records.version(ehrId, version.objectId, { kind: 'latest' });
      expect(textOf(stored?.document) === text).toBe(true);
      expect(stored?.audit === text).toBe(true);
    });

    test('any text without NUL', async () => {
      const ehrId = await createEhr(store());
      const text = fc.string({ unit: 'binary', maxLength: 2000 }).map((drawn) => drawn.replaceAll('\0', ''));
      await fc.assert(
        fc.asyncProperty(text, text, async (document, words) => {
          const version = first({ document, signature: words });
          const contribution = newContribution({ audit: words, committer: words });
          await committed(store(), planOn(ehrId, { contribution, versions: [version] }));
          const stored = await store().records.version(ehrId, version.objectId, { kind: 'latest' });
          expect(textOf(stored?.document)).toBe(document);
          expect([stored?.signature, stored?.audit]).toEqual([words, words]);
          const { rows } = await store().records.contributions(ehrId, { offset: 0, fetch: 1 });
          expect(rows[0]?.committer).toBe(words);
        }),
        { numRuns: 50 },
      );
    });
  });
}
