import type { ItemTag } from '@cairn/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemTagHeader, OBJECT_TAGS, parseItemTags } from '../../src/headers/index.ts';

test.each<[string, readonly ItemTag[]]>([
  ['key="category",value="final"', [{ key: 'category', value: 'final' }]],
  [
    'key="reviewed",value="true"; key="flag",value="follow-up",target_path="/content[0]"',
    [
      { key: 'reviewed', value: 'true' },
      { key: 'flag', value: 'follow-up', targetPath: '/content[0]' },
    ],
  ],
  ['key="a;b",value="c,d=\\"e\\""', [{ key: 'a;b', value: 'c,d="e"' }]],
  ['key="a", key="b"', [{ key: 'a' }, { key: 'b' }]],
  ['key=a;key=b;', [{ key: 'a' }, { key: 'b' }]],
  ['', []],
])('openehr-item-tag: %s', (header, tags) => expect(parseItemTags(OBJECT_TAGS, header)).toEqual(tags));

test('no header leaves the tags alone; an empty one removes them', () => {
  expect(parseItemTags(OBJECT_TAGS, undefined)).toBeUndefined();
  expect(parseItemTags(OBJECT_TAGS, ' ')).toEqual([]);
});

test.each(['value="x"', 'key="a"; value="x"', 'key="a",colour="red"', '"a"', 'key="a'])('%s is invalid', (header) => {
  expect(() => parseItemTags(OBJECT_TAGS, header)).toThrow(expect.objectContaining({ code: 'invalid_header' }));
});

test('whatever tags are written are read back, in any script', () => {
  const printable = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => !/\p{Cc}/u.test(text) && text.isWellFormed());
  const tag = fc.record({ key: printable, value: printable, targetPath: printable }, { requiredKeys: ['key'] });
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 4 }), (tags) => {
      const header = itemTagHeader(OBJECT_TAGS, tags)[OBJECT_TAGS] ?? '';
      expect(() => new Headers({ [OBJECT_TAGS]: header })).not.toThrow();
      expect(parseItemTags(OBJECT_TAGS, header)).toEqual(tags);
    }),
  );
});

test('a tag that a header cannot hold stays out of it', () => {
  const broken = { key: 'a', value: 'line\nbreak' };
  expect(itemTagHeader(OBJECT_TAGS, [broken, { key: 'b' }])).toEqual({ [OBJECT_TAGS]: 'key="b"' });
  expect(itemTagHeader(OBJECT_TAGS, [broken])).toEqual({});
});

test('tags that are too many for a header stay out of it', () => {
  const tags = Array.from({ length: 200 }, (_, index) => ({ key: `k${index}`, value: 'x'.repeat(100) }));
  expect(itemTagHeader(OBJECT_TAGS, tags)).toEqual({});
});
