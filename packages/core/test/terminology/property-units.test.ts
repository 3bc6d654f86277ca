import { describe, expect, test } from 'vitest';
import { isMember, isUnitOf, unitsOf } from '../../src/terminology/index.ts';
import { UNITS } from '../../src/terminology/units.ts';
import { corpusDir, corpusFiles, corpusText } from '../support/corpus.ts';

describe('units of properties (CNF DV_QUANTITY-validate_property)', () => {
  test.each([
    ['122', 'cm', true],
    ['122', 'mg', false],
    ['122', 'mg/dL', false],
    ['122', 'furlong', undefined],
    ['124', 'kg', true],
    ['124', 'µg', true],
    ['124', 'μg', true],
    ['124', 'ug', true],
    ['125', 'mm[Hg]', true],
    ['127', 'Cel', true],
    ['127', '°C', true],
    ['127', '/min', false],
    ['382', '/min', true],
    ['382', '1/min', true],
    ['119', 'mmol/L', true],
    ['119', 'mg/dl', true],
    ['119', '%', undefined],
    ['119', 'kg', false],
    ['126', 'L/min', true],
    ['756', 'mg/kg/h', true],
    ['756', 'mg/kg', false],
    ['380', '1', true],
    ['507', '%', true],
    ['385', '[iU]', true],
    ['445', 'U', true],
    ['999', 'cm', undefined],
    ['', 'cm', undefined],
    ['122', '', undefined],
    ['122', 'cm{head}', true],
    ['122', 'mg{tablet}', false],
    ['122', '{'.repeat(100_000), undefined],
  ])('property %s, units %j: %s', (property, units, expected) => {
    expect(isUnitOf(property, units)).toBe(expected);
  });

  test('all units listed for a property are units of it', () => {
    for (const property of Object.keys(UNITS)) {
      expect(unitsOf(property).length).toBeGreaterThan(0);
      for (const units of unitsOf(property)) expect(isUnitOf(property, units)).toBe(true);
    }
    expect(unitsOf('999')).toEqual([]);
  });

  test('all properties but those newer than the terminology are in its group', () => {
    const newer = ['763'];
    expect(Object.keys(UNITS).filter((property) => !isMember('property', property))).toEqual(newer);
  });

  test.skipIf(corpusDir === undefined)(
    'no template of the corpus lists units that would be refused for its property',
    () => {
      const refused: string[] = [];
      let seen = 0;
      for (const file of corpusFiles('templates', '.opt')) {
        for (const [constraint] of corpusText(file).matchAll(/<children[^>]*"C_DV_QUANTITY".*?<\/children>/gs)) {
          const property = /<property>.*?<code_string>([^<]*)/s.exec(constraint)?.[1];
          if (property === undefined) continue;
          for (const [, units = ''] of constraint.matchAll(/<units>([^<]*)/g)) {
            seen += 1;
            if (isUnitOf(property, units) === false) refused.push(`${property} ${units}`);
          }
        }
      }
      expect(seen).toBeGreaterThan(300);
      expect(refused).toEqual([]);
    },
  );
});
