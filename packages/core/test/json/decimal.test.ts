import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNumbers, isInteger, LexicalNumber, parseJson, toNumber } from '../../src/json/index.ts';
import type { JsonNumber } from '../../src/json/index.ts';

const number = (text: string): JsonNumber => parseJson(text) as JsonNumber;

describe('compareNumbers compares exact decimal values', () => {
  it.each([
    ['7.0', '7', 0],
    ['1e3', '1000.00', 0],
    ['-0', '0.0', 0],
    ['0e5', '0', 0],
    ['0.10', '0.1', 0],
    ['12345678901234567890', '12345678901234567891', -1],
    ['9007199254740993', '9007199254740992', 1],
    ['-12345678901234567891', '-12345678901234567890', -1],
    ['0.1000000000000000055', '0.1', 1],
    ['1e400', '1e401', -1],
    ['-1e400', '1e400', -1],
    ['-1e401', '-1e400', -1],
    ['1e-400', '0', 1],
    ['-1e-400', '0', -1],
    ['1e-400', '1e-401', 1],
    ['1.5e2', '149.99', 1],
    ['99', '100.0', -1],
  ])('%s with %s: %i', (a, b, sign) => {
    expect(Math.sign(compareNumbers(number(a), number(b)))).toBe(sign);
    expect(Math.sign(compareNumbers(number(b), number(a)))).toBe(sign === 0 ? 0 : -sign);
  });

  it('as BigInt does for integers scaled by any power of ten', () => {
    const integer = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    fc.assert(
      fc.property(integer, integer, fc.nat(25), (a, b, scale) => {
        const sign = a < b ? -1 : a > b ? 1 : 0;
        expect(compareNumbers(number(`${a}e-${scale}`), number(`${b}e-${scale}`))).toBe(sign);
      }),
    );
  });
});

describe('isInteger', () => {
  it.each(['0', '-7', '7.0', '1e3', '1.5e1', '0.00', '12345678901234567890', '1e400', '-2.50e1'])(
    'holds for %s',
    (text) => {
      expect(isInteger(number(text))).toBe(true);
    },
  );

  it.each(['0.5', '-7.1', '1e-1', '12345678901234567890.1', '7.00000000000000000001', '15e-1'])(
    'fails for %s',
    (text) => {
      expect(isInteger(number(text))).toBe(false);
    },
  );
});

it('toNumber gives the nearest double', () => {
  expect(toNumber(7)).toBe(7);
  expect(toNumber(new LexicalNumber('0.10'))).toBe(0.1);
  expect(toNumber(new LexicalNumber('9007199254740993'))).toBe(9007199254740992);
});
