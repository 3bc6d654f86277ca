import { readCanonicalXml, writeCanonicalXml } from '@cairn/core';
import { SaxesParser } from 'saxes';
import type { Part } from './part.ts';
import { compositions, meanLength } from './support/compositions.ts';
import { race } from './support/race.ts';

const COMPOSITIONS = 20;

export const xml: Part = {
  name: 'xml',
  async run({ quick }) {
    const objects = compositions(COMPOSITIONS);
    const documents = objects.map((object) => writeCanonicalXml(object, 'COMPOSITION'));
    for (const document of documents) {
      const again = writeCanonicalXml(readCanonicalXml(document, 'COMPOSITION'), 'COMPOSITION');
      if (again !== document) throw new Error('A composition of the benchmark does not survive canonical XML');
    }

    const times = await race(
      {
        tokenize: () => {
          for (const document of documents) new SaxesParser({ xmlns: true }).write(document).close();
          return documents.length;
        },
        read: () => {
          for (const document of documents) readCanonicalXml(document, 'COMPOSITION');
          return documents.length;
        },
        stringify: () => {
          for (const object of objects) JSON.stringify(object);
          return objects.length;
        },
        write: () => {
          for (const object of objects) writeCanonicalXml(object, 'COMPOSITION');
          return objects.length;
        },
      },
      quick ? { rounds: 7, warmUp: 3, seconds: 1 } : { rounds: 30, warmUp: 8, seconds: 5 },
    );
    return [
      {
        work: `read canonical XML of ${meanLength(documents)} bytes`,
        floor: 'the bare XML parser on the same text',
        unit: 'ms',
        measured: times.read,
        against: times.tokenize,
      },
      {
        work: 'write it',
        floor: 'JSON.stringify of the same object',
        unit: 'ms',
        measured: times.write,
        against: times.stringify,
      },
    ];
  },
};
