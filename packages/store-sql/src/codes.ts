/** The port's closed sets of words, each word stored as a small integer. */
import { CdrError, type ChangeType, type LifecycleState, type VersionedKind } from '@cairn/core';

export interface CodeTable<Word extends string> {
  toNumber(word: Word): number;
  /** `store_corrupt` when no word has this number. */
  toWord(number: number): Word;
}

export const versionedKinds = codeTable<VersionedKind>('kind', { COMPOSITION: 1, EHR_STATUS: 2, FOLDER: 3 });

export const lifecycleStates = codeTable<LifecycleState>('lifecycle state', {
  532: 532,
  553: 553,
  523: 523,
  800: 800,
  801: 801,
});

export const changeTypes = codeTable<ChangeType>('change type', {
  249: 249,
  250: 250,
  251: 251,
  252: 252,
  253: 253,
  523: 523,
  666: 666,
  816: 816,
  817: 817,
});

function codeTable<Word extends string>(name: string, numbers: Readonly<Record<Word, number>>): CodeTable<Word> {
  const words = new Map<number, Word>();
  for (const word in numbers) words.set(numbers[word], word);
  return {
    toNumber: (word) => numbers[word],
    toWord(number) {
      const word = words.get(number);
      if (word === undefined) throw new CdrError('store_corrupt', `A stored ${name} is none that exists`);
      return word;
    },
  };
}
