import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, tolerantPattern } from '../../src/pattern/index.ts';

describe('patterns of C_STRING and slots', () => {
  it.each([
    ['XYZ.*', 'XYZ', true],
    ['XYZ.*', 'aXYZ', false],
    ['.*', 'two\nlines', true],
    ['/a+/', 'aaa', true],
    ['a|bc', 'bc', true],
    ['a|bc', 'ac', false],
    ['^a$|^b', 'b', true],
    ['[A-Z]{2}\\d{3,5}', 'AB1234', true],
    ['[A-Z]{2}\\d{3,5}', 'AB12', false],
    ['[^a-c-]x', 'dx', true],
    ['[^a-c-]x', '-x', false],
    ['\\p{L}+', 'Äpfel', true],
    ['\\x41\\u0042', 'AB', true],
    ['(?:ab)+?', 'abab', true],
    ['{', '{', true],
    ['.', '😀', true],
    ['', '', true],
  ])('%s on %s: %s', (pattern, text, matches) => {
    expect(compilePattern(pattern)(text)).toBe(matches);
  });

  it.each([
    '(',
    ')',
    'a**',
    '*a',
    '[b-a]',
    '[a',
    'a\\',
    '(?=a)',
    '(?<n>a)',
    '(?i)a',
    '\\1',
    '\\bword',
    'a{3,2}',
    'a{9999}',
    '((a{100}){100}){100}',
    '\\p{Nonsense}',
    '('.repeat(60),
  ])('%s cannot be used: a warning, and nothing is rejected', (pattern) => {
    const warnings: string[] = [];
    expect(tolerantPattern(pattern, (warning) => warnings.push(warning))).toBeUndefined();
    expect(warnings).toHaveLength(1);
  });

  const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', 'c');
  const { pattern: anyPattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 4 },
      atom,
      fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}${b}`),
      fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(${a}|${b})`),
      fc.tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}')).map(([a, q]) => `(${a})${q}`),
    ),
  }));

  it('agrees with the regular expressions of JavaScript on a full match', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), maxLength: 8 });
    fc.assert(
      fc.property(anyPattern, fc.array(text, { minLength: 5, maxLength: 5 }), (pattern, texts) => {
        const matches = compilePattern(pattern);
        const native = new RegExp(`^(?:${pattern})$`, 'su');
        for (const each of texts) expect(matches(each)).toBe(native.test(each));
      }),
      { numRuns: 300 },
    );
  });

  it('a hostile pattern gets the right answer, or none when patience is lost', () => {
    let seed = 1;
    const letters = Array.from({ length: 20_000 }, () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % 2 === 0 ? 'a' : 'b';
    });
    const text = `${letters.join('')}a${'b'.repeat(500)}`;
    const hostile = compilePattern('[ab]*a[ab]{500}');
    const start = performance.now();
    expect(hostile(text)).toBe(true);
    expect(hostile(`${text}b`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(3000);
    let visits = 0;
    expect(hostile(text, (more) => (visits += more) < 1_000_000)).toBeUndefined();
    expect(visits).toBeLessThan(1_200_000);
    expect(compilePattern('[ab]*ab{500}')(text, () => false)).toBe(true);
  });

  it.each([
    ['(a+)+b', 'a'],
    ['(a|a)*b', 'a'],
    ['(.*)*(.*)*(.*)*x', 'ab'],
    ['(a|b)*a(a|b){500}', 'ab'],
  ])('%s takes time in proportion to the text', (pattern, unit) => {
    const matches = compilePattern(pattern);
    const start = performance.now();
    expect(matches(`${unit.repeat(50_000)}y`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
