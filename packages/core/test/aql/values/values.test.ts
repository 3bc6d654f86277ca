import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts } from '../../../src/aql/values/compare.ts';
import { LexicalNumber, type JsonNumber, type JsonValue } from '../../../src/json/index.ts';
import {
  add,
  compareSortKeys,
  compareValues,
  compileLike,
  decimalOf,
  jsonNumber,
  literalTest,
  mirrored,
  round,
  sortKey,
  valueKey,
  versionUidTest,
  type SortKey,
} from '../../../src/aql/values/index.ts';

describe('LIKE', () => {
  /** By the definition, without any care for speed. */
  const reference = (pattern: readonly string[], text: readonly string[]): boolean => {
    const [first, ...rest] = pattern;
    if (first === undefined) return text.length === 0;
    if (first === '*') return reference(rest, text) || (text.length > 0 && reference(pattern, text.slice(1)));
    return text.length > 0 && (first === '?' || first === text[0]) && reference(rest, text.slice(1));
  };

  it('matches as defined', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '😀'), { maxLength: 8 });
    const pattern = fc.array(fc.constantFrom('a', 'b', '😀', '*', '?'), { maxLength: 6 });
    fc.assert(
      fc.property(pattern, letters, (wanted, text) => {
        expect(compileLike(wanted.join(''))(text.join(''))).toBe(reference(wanted, text));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes every text by itself when all is escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const pattern = text.replaceAll(/[*?\\]/g, String.raw`\$&`);
        expect(compileLike(pattern)(text)).toBe(true);
        expect(compileLike(pattern)(`${text}x`)).toBe(false);
      }),
    );
  });
});

describe('comparison', () => {
  const value: fc.Arbitrary<JsonValue> = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.record({ _type: fc.constant('DV_QUANTITY'), magnitude: fc.integer(), units: fc.constantFrom('kg', 'g') }),
    fc.record({
      _type: fc.constantFrom('DV_DATE', 'DV_DATE_TIME'),
      value: fc.constantFrom('2020', '2020-05', '2020-05-06', '2021-01-01'),
    }),
    fc.record({ _type: fc.constant('DV_TEXT'), value: fc.string() }),
  );

  it('reads the same from both sides', () => {
    const op = fc.constantFrom('=', '!=', '<', '<=', '>', '>=');
    fc.assert(
      fc.property(op, value, value, (own, a, b) => {
        expect(compareValues(own, a, b)).toBe(compareValues(mirrored(own), b, a));
      }),
    );
  });

  it('never says both of a comparison and its opposite', () => {
    const opposites = fc.constantFrom(['=', '!='] as const, ['<', '>='] as const, ['>', '<='] as const);
    fc.assert(
      fc.property(opposites, value, value, ([one, other], a, b) => {
        const [x, y] = [compareValues(one, a, b), compareValues(other, a, b)];
        expect(x === undefined ? y : y === !x).toBe(x === undefined ? undefined : true);
      }),
    );
  });

  it('a literal compares as the same value from a row does', () => {
    const literal = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
    const op = fc.constantFrom('=', '!=', '<', '<=', '>', '>=');
    fc.assert(
      fc.property(op, value, literal, (own, a, b) => {
        expect(literalTest(own, b)(a)).toBe(compareValues(own, a, b));
      }),
    );
  });

  it('texts are ordered by code points', () => {
    const codePoints = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const [x, y] = [codePoints(a), codePoints(b)];
        const at = x.findIndex((one, index) => one !== y[index]);
        const expected = at < 0 ? x.length - y.length : (x[at] ?? 0) - (y[at] ?? -1);
        expect(Math.sign(compareTexts(a, b))).toBe(Math.sign(expected));
      }),
    );
  });

  it('ORDER BY has a total order', () => {
    const key = value.map((one) => sortKey(one)).filter((one): one is SortKey => one !== undefined);
    fc.assert(
      fc.property(key, key, key, (a, b, c) => {
        expect(Math.sign(compareSortKeys(a, b))).toBe(-Math.sign(compareSortKeys(b, a)) || 0);
        if (compareSortKeys(a, b) <= 0 && compareSortKeys(b, c) <= 0)
          expect(compareSortKeys(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it.each([
    ['=', 'UUID::sys::2', 'x'],
    ['=', 'a::b::c::d', 'a'],
    ['=', 'a::b::1', 'a::b::x'],
  ] as const)('%s: %s is not %s', (op, own, literal) => {
    expect(versionUidTest(op, literal)(own)).toBe(false);
  });
});

describe('equality by value', () => {
  it('does not depend on the order of keys or the spelling of numbers', () => {
    expect(valueKey({ b: 1, a: [2, { d: 3, c: null }] })).toBe(
      valueKey({ a: [2, { c: null, d: 3 }], b: new LexicalNumber('1.0') }),
    );
    expect(valueKey(new LexicalNumber('1e3'))).toBe(valueKey(1000));
    expect(valueKey(new LexicalNumber('12345678901234567890'))).toBe(
      valueKey(new LexicalNumber('1.2345678901234567890e19')),
    );
    expect(valueKey(new LexicalNumber('12345678901234567891'))).not.toBe(
      valueKey(new LexicalNumber('12345678901234567890')),
    );
  });

  it('is injective', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = (x: unknown, y: unknown): boolean => {
          if (Array.isArray(x) && Array.isArray(y))
            return x.length === y.length && x.every((one, index) => same(one, y[index]));
          if (x && y && typeof x === 'object' && typeof y === 'object' && !Array.isArray(x) && !Array.isArray(y)) {
            const [p, q] = [Object.keys(x).sort(), Object.keys(y).sort()];
            return (
              same(p, q) &&
              p.every((key) => same((x as Record<string, unknown>)[key], (y as Record<string, unknown>)[key]))
            );
          }
          return x === y;
        };
        expect(valueKey(a as JsonValue) === valueKey(b as JsonValue)).toBe(same(a, b));
      }),
    );
  });
});

describe('exact arithmetic', () => {
  const sum = (...values: readonly JsonNumber[]): JsonNumber =>
    jsonNumber(values.map((one) => decimalOf(one) ?? { digits: 0n, scale: 0 }).reduce(add));

  it('gives back every number as it was', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 }), (value) => {
        const decimal = decimalOf(value);
        expect(decimal && jsonNumber(decimal)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('does not depend on the order of a sum', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), { minLength: 1 }),
        (values) => {
          expect(sum(...values)).toEqual(sum(...values.toReversed()));
        },
      ),
    );
  });

  it('keeps what no double holds', () => {
    expect(sum(new LexicalNumber('12345678901234567890'), 1)).toEqual(new LexicalNumber('12345678901234567891'));
    expect(sum(0.1, 0.2)).toBe(0.3);
  });

  it.each([
    [2.345, 2, 2.35],
    [-2.345, 2, -2.35],
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [1.005, 2, 1.01],
    [149, -2, 100],
    [150, -2, 200],
  ])('rounds %d to %i decimals half away from zero', (value, decimals, expected) => {
    const decimal = decimalOf(value);
    expect(decimal && jsonNumber(round(decimal, decimals))).toBe(expected);
  });
});
