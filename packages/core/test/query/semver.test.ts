import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { compareVersions, highestVersion, isVersion, isVersionPrefix, nextVersion } from '../../src/query/semver.ts';

describe('versions of stored queries (SemVer 2.0.0)', () => {
  test.each(['0.0.0', '1.0.2', '10.20.30', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-0.3.7', '1.0.0-x-y.z'])(
    '%s is a full version',
    (version) => {
      expect(isVersion(version)).toBe(true);
      expect(isVersionPrefix(version)).toBe(false);
    },
  );

  test.each([
    '',
    '1',
    '1.0',
    `1.0.0-${'x'.repeat(95)}`,
    '01.0.0',
    '1.0.0-',
    '1.0.0-01',
    '1.0.0+build',
    '1.0.0.0',
    'v1.0.0',
    ' 1.0.0',
    '1.0.0\n',
  ])('%j is none', (version) => expect(isVersion(version)).toBe(false));

  test.each([
    ['1', true],
    ['1.0', true],
    ['1.', false],
    ['01', false],
    ['1.0.0', false],
    ['x', false],
    ['', false],
  ])('%j as the beginning of a version: %s', (text, expected) => expect(isVersionPrefix(text)).toBe(expected));

  test('precedence, section 11', () => {
    const ascending = [
      '0.9.10',
      '1.0.0-1',
      '1.0.0-2',
      '1.0.0-10',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.9',
      '1.0.10',
      '2.0.0',
      '2.1.0',
      '10.0.0',
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(ascending), (some) => {
        expect(some.toSorted(compareVersions)).toEqual(ascending.filter((version) => some.includes(version)));
      }),
    );
  });

  test.each([
    [undefined, '2.0.1'],
    ['1', '1.10.0'],
    ['1.0', '1.0.9'],
    ['2', '2.0.1'],
    ['3', '3.0.0-rc.2'],
    ['1.1', undefined],
    ['4', undefined],
  ])('the highest version below %s is %s', (prefix, expected) => {
    const versions = ['1.0.9', '2.0.0', '1.10.0', '2.0.1', '2.0.2-beta', '3.0.0-rc.1', '3.0.0-rc.2', '1.0.0'];
    expect(highestVersion(versions, prefix)).toBe(expected);
  });

  test.each([
    [undefined, '1.0.0'],
    ['1.0.0', '1.0.1'],
    ['1.2.9', '1.2.10'],
    ['2.0.0-rc.1', '2.0.0'],
  ])('after %s comes %s', (version, expected) => expect(nextVersion(version)).toBe(expected));
});
