import { CdrError } from '@cairn/core';
import { describe, expect, test } from 'vitest';
import { compareMigrations, migrationLabel, refuseUnknown, type Migration } from '../src/index.ts';

const migration = (number: number, name: string): Migration => ({ number, name, statements: [] });
const [one, two, three] = [migration(1, 'one'), migration(2, 'two'), migration(3, 'three')];

describe('migrations of a database', () => {
  test.each([
    { applied: [], missing: ['0001-one', '0002-two'], unknown: [] },
    { applied: [one], missing: ['0002-two'], unknown: [] },
    { applied: [one, two], missing: [], unknown: [] },
    { applied: [one, two, three], missing: [], unknown: ['0003-three'] },
    { applied: [one, migration(2, 'another')], missing: ['0002-two'], unknown: ['0002-another'] },
  ])('that has $applied.length of them', ({ applied, missing, unknown }) => {
    const state = compareMigrations([one, two], applied);
    expect({ missing: state.missing.map(migrationLabel), unknown: state.unknown }).toEqual({ missing, unknown });
    if (unknown.length === 0) expect(refuseUnknown(state)).toBe(state);
    else expect(() => refuseUnknown(state)).toThrow(CdrError);
  });
});
