/** Column types: how the port's words are stored. Identifiers as 16 bytes, codes as small integers. */
import { CdrError, type ChangeType, type LifecycleState, type VersionedKind } from '@cairn/core';
import { customType } from './drizzle.ts';
import { uuidFromBytes, uuidToBytes } from './uuid.ts';

export const uuid = customType<{ data: string; driverData: Buffer }>({
  dataType: () => 'blob',
  toDriver: uuidToBytes,
  fromDriver: uuidFromBytes,
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'blob' });

const kinds: Readonly<Record<VersionedKind, number>> = { COMPOSITION: 1, EHR_STATUS: 2, FOLDER: 3 };

const lifecycleStates: Readonly<Record<LifecycleState, number>> = { 532: 532, 553: 553, 523: 523, 800: 800, 801: 801 };

const changeTypes: Readonly<Record<ChangeType, number>> = {
  249: 249,
  250: 250,
  251: 251,
  252: 252,
  253: 253,
  523: 523,
  666: 666,
  816: 816,
  817: 817,
};

export const versionedKind = codeColumn(kinds, 'kind');
export const lifecycleState = codeColumn(lifecycleStates, 'lifecycle state');
export const changeType = codeColumn(changeTypes, 'change type');

/** A column of one closed set of words, each stored as its number. */
function codeColumn<Word extends string>(numbers: Readonly<Record<Word, number>>, name: string) {
  const words = new Map<number, Word>();
  for (const word in numbers) words.set(numbers[word], word);
  return customType<{ data: Word; driverData: number }>({
    dataType: () => 'integer',
    toDriver: (word) => numbers[word],
    fromDriver(number) {
      const word = words.get(number);
      if (word === undefined) throw new CdrError('store_corrupt', `A stored ${name} is none that exists`);
      return word;
    },
  });
}
