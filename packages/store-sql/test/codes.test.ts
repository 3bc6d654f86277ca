import { CdrError } from '@cairn/core';
import { expect, test } from 'vitest';
import { changeTypes, lifecycleStates, versionedKinds } from '../src/index.ts';

test('every word of a closed set has a number of its own, and a number of none is damage', () => {
  for (const kind of ['COMPOSITION', 'EHR_STATUS', 'FOLDER'] as const) {
    expect(versionedKinds.toWord(versionedKinds.toNumber(kind))).toBe(kind);
  }
  for (const state of ['532', '553', '523', '800', '801'] as const) {
    expect(lifecycleStates.toWord(lifecycleStates.toNumber(state))).toBe(state);
  }
  for (const type of ['249', '250', '251', '252', '253', '523', '666', '816', '817'] as const) {
    expect(changeTypes.toWord(changeTypes.toNumber(type))).toBe(type);
  }
  for (const table of [versionedKinds, lifecycleStates, changeTypes]) expect(() => table.toWord(7)).toThrow(CdrError);
});
