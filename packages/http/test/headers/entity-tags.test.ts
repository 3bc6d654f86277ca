import { CdrError } from '@cairn/core';
import { expect, test } from 'vitest';
import { entityTag, parseIfMatch } from '../../src/headers/index.ts';

const UID = '8849182c-82ad-4088-a07f-48ead4180515::cairn.local::1';
const OTHER = '8849182c-82ad-4088-a07f-48ead4180515::cairn.local::2';

test.each([
  [`"${UID}"`, [UID]],
  [`W/"${UID}"`, [UID]],
  [UID, [UID]],
  [` "${UID}" `, [UID]],
  [`"${UID}", W/"${OTHER}"`, [UID, OTHER]],
  [`${UID},${OTHER}`, [UID, OTHER]],
])('If-Match: %s', (header, expected) => expect(parseIfMatch(header)).toEqual(expected));

test.each([
  [undefined, 'missing_header'],
  ['', 'missing_header'],
  ['""', 'missing_header'],
  [' , ', 'missing_header'],
  ['*', 'invalid_header'],
  [`"${UID}", *`, 'invalid_header'],
])('If-Match: %s is refused as %s', (header, code) => {
  expect(() => parseIfMatch(header)).toThrow(expect.objectContaining({ name: 'CdrError', code }));
  expect(() => parseIfMatch(header)).toThrow(CdrError);
});

test('ETags are strong unless they are to be weak', () => {
  expect(entityTag(UID, false)).toBe(`"${UID}"`);
  expect(entityTag(UID, true)).toBe(`W/"${UID}"`);
});
