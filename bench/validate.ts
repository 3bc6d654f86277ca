import { parseJson } from '@cairn/core';
import type { Part } from './part.ts';
import { checker } from './support/checker.ts';
import { compositionTexts, meanLength, readObject } from './support/compositions.ts';
import { race, type Lap } from './support/race.ts';

const COMPOSITIONS = 40;
/** How often a lap goes through all of them. */
const REPEATS = 2;

export const validate: Part = {
  name: 'validate',
  async run({ quick }) {
    const check = await checker();
    const texts = compositionTexts(COMPOSITIONS);
    const objects = texts.map(readObject);
    objects.forEach(check);
    const size = `${meanLength(texts)} bytes`;

    const times = await race(
      {
        parse: lapOver(texts, (text) => void JSON.parse(text)),
        validate: lapOver(objects, check),
        read: lapOver(texts, (text) => void parseJson(text)),
        readAndValidate: lapOver(texts, (text) => check(readObject(text))),
      },
      quick ? { rounds: 10, warmUp: 6, seconds: 2 } : { rounds: 40, warmUp: 15, seconds: 6 },
    );
    const common = { floor: 'JSON.parse of the same text', unit: 'ms', against: times.parse } as const;
    return [
      { ...common, work: `validate a composition of ${size}`, measured: times.validate, budget: { ratio: 3 } },
      { ...common, work: 'read it strictly (parseJson)', measured: times.read },
      { ...common, work: 'read and validate it', measured: times.readAndValidate },
    ];
  },
};

function lapOver<T>(items: readonly T[], action: (item: T) => void): Lap {
  return () => {
    for (let repeat = 0; repeat < REPEATS; repeat += 1) items.forEach(action);
    return REPEATS * items.length;
  };
}
