import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amongNumbers,
  amongTexts,
  amongVersionUids,
  literalTest,
  versionUidTest,
  type Truth,
  type ValueTest,
} from '../../../src/aql/values/index.ts';
import { LexicalNumber, type JsonValue } from '../../../src/json/index.ts';

/** What `=` with any of them says, one by one. */
function oneByOne(tests: readonly ValueTest[], value: JsonValue): Truth {
  const truths = tests.map((one) => one(value));
  if (truths.includes(true)) return true;
  return truths.includes(false) ? false : undefined;
}

const TEXTS = [
  '2020',
  '2020-01',
  '2020-01-31',
  '2020-02-01T00:00:00Z',
  '2020-02-01T01:00+01:00',
  '2020-02-01T00',
  '2020-02-01T00:00:00.5Z',
  '2020-01-31T23:59:59.999Z',
  '2019-12-31T24:00:00Z',
  '10:30',
  '10:30:00',
  '10:30:00.25+02:00',
  'P1D',
  'PT24H',
  'P1M',
  'sitting',
  'local::at0001',
  'Sitting',
  '',
];
const text = fc.constantFrom(...TEXTS);
const code = fc.constantFrom('at0001', 'at0002');
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  text,
  fc
    .tuple(fc.constantFrom('DV_DATE', 'DV_DATE_TIME', 'DV_TIME', 'DV_DURATION', 'DV_TEXT', 'DV_URI'), text)
    .map(([_type, own]) => ({ _type, value: own })),
  fc.tuple(text, code).map(([own, code_string]) => ({
    _type: 'DV_CODED_TEXT',
    value: own,
    defining_code: { _type: 'CODE_PHRASE', terminology_id: { value: 'local' }, code_string },
  })),
  fc.constantFrom<JsonValue>(1, true, null, { _type: 'DV_QUANTITY', magnitude: 1, units: 'mm' }, ['sitting']),
);

describe('membership in a list', () => {
  test('of texts is `=` with any of them', () => {
    let looks = 0;
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), value, (literals, own) => {
        const tests = literals.map((literal) => literalTest('=', literal));
        expect(amongTexts(literals, () => (looks += 1))(own)).toBe(oneByOne(tests, own));
      }),
      { numRuns: 3_000 },
    );
    expect(looks).toBeGreaterThan(0);
  });

  test('of numbers is `=` with any of them', () => {
    const numbers = [0, 1, 2.5, -7, new LexicalNumber('0.10'), new LexicalNumber('123456789012345678901')];
    const number = fc.constantFrom(...numbers);
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 1, maxLength: 4 }),
        fc.oneof(
          number,
          number.map((magnitude) => ({ _type: 'DV_QUANTITY', magnitude, units: 'mm' })),
          fc.constantFrom<JsonValue>('1', 0.1, { _type: 'DV_TEXT', value: '1' }, { _type: 'DV_ORDINAL', value: 2 }),
        ),
        (literals, own) => {
          const tests = literals.map((literal) => literalTest('=', literal));
          expect(amongNumbers(literals)(own)).toBe(oneByOne(tests, own));
        },
      ),
    );
  });

  test('of version uids is `=` with any of them', () => {
    const [one, another] = ['0b6c8a55-0f6c-4a3b-9f0b-6a0d6c1a7b11', '5d3a1a54-7a3b-4c55-8a0e-0c2b8b5e9f22'];
    const uid = fc.constantFrom(
      one,
      one.toUpperCase(),
      `${one}::a::1`,
      `${one}::b::1`,
      `${one}::a::2`,
      `${one}::::2`,
      `${one}::a::1::x`,
      another,
      'odd',
    );
    fc.assert(
      fc.property(
        fc.array(uid, { minLength: 1, maxLength: 4 }),
        fc.oneof(
          uid,
          uid.map((own) => ({ _type: 'OBJECT_VERSION_ID', value: own })),
          fc.constant(1),
        ),
        (literals, own) => {
          const tests = literals.map((literal) => versionUidTest('=', literal));
          expect(amongVersionUids(literals)(own)).toBe(oneByOne(tests, own));
        },
      ),
    );
  });
});
