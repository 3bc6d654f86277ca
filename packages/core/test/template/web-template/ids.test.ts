import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf, uniqueIds } from '../../../src/template/web-template/ids.ts';

describe('ids (templates.md §2.3)', () => {
  it.each([
    ['Blood pressure', 'blood_pressure'],
    ['blood_pressure_demo.v0', 'blood_pressure_demo.v0'],
    ['Exclusion - global', 'exclusion_-_global'],
    ["Doctor's confirmation?", 'doctor_s_confirmation'],
    ['Name des Problems/ der Diagnose', 'name_des_problems_der_diagnose'],
    ['Manschettengröße', 'manschettengröße'],
    ['Председатель комиссии', 'председатель_комиссии'],
    ['SpO₂', 'spo'],
    ['a_ b', 'a_b'],
    ['24 hour average', 'a24_hour_average'],
    ['(Other)', 'other'],
    ['IMPORT', 'import'],
    ['???', 'id'],
    ['', 'id'],
  ])('%s is %s', (text, id) => {
    expect(idOf(text)).toBe(id);
  });

  it.each([
    [
      ['Problem', 'Problem', 'Problem'],
      ['problem', 'problem2', 'problem3'],
    ],
    [
      ['Problem', 'Problem2', 'Problem'],
      ['problem', 'problem2', 'problem3'],
    ],
    [
      ['problem', 'Problem!', 'Other'],
      ['problem', 'problem2', 'other'],
    ],
  ])('%j among siblings are %j', (texts, ids) => {
    expect(uniqueIds(texts)).toEqual(ids);
  });

  it('are unique and well-formed whatever the names, and stay what they are when made of themselves', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        const ids = uniqueIds(texts);
        expect(new Set(ids).size).toBe(texts.length);
        for (const id of ids) expect(id).toMatch(/^[\p{L}_.-][\p{L}\p{M}0-9_.-]*$/u);
        expect(uniqueIds(ids)).toEqual(ids);
      }),
    );
  });
});
