import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCanonicalXml, writeCanonicalXml } from '../../src/formats/index.ts';
import { parseXml } from '../../src/xml/index.ts';
import { rmObject } from './rm-object.ts';
import { normalise } from './xml.ts';

describe.each([
  ['COMPOSITION', 3],
  ['OBSERVATION', 3],
  ['ENTRY', 2],
  ['DATA_VALUE', 3],
  ['PARTY', 2],
  ['EHR_STATUS', 2],
  ['FOLDER', 3],
  ['EHR', 2],
  ['VERSION', 2],
  ['VERSIONED_OBJECT', 2],
  ['REVISION_HISTORY', 3],
])('any %s', (type, depth) => {
  it('comes back from XML as it was, but for spellings that JSON leaves open', () => {
    fc.assert(
      fc.property(rmObject(type, depth), (object) => {
        const read = readCanonicalXml(writeCanonicalXml(object, type), type);
        expect(normalise(read, type)).toEqual(normalise({ _type: read['_type'], ...object }, type));
        expect(writeCanonicalXml(read, type)).toBe(writeCanonicalXml(object, type));
      }),
      { numRuns: 60 },
    );
  });
});

it('any text, as far as it is written at all, is well-formed and comes back unchanged', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
  );
  const illegal = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
  fc.assert(
    fc.property(texts, (value) => {
      const object = { _type: 'CLUSTER', archetype_node_id: value, name: { _type: 'DV_TEXT', value } };
      if (illegal.test(value))
        expect(() => writeCanonicalXml(object, 'CLUSTER')).toThrow(
          expect.objectContaining({ code: 'not_representable' }),
        );
      else expect(readCanonicalXml(writeCanonicalXml(object, 'CLUSTER'), 'CLUSTER')).toEqual(object);
    }),
    { numRuns: 500 },
  );
});

it('no document makes the reader fail in another way than by refusing it', () => {
  const noise = fc.constantFrom(
    '<',
    '>',
    '</',
    '/>',
    '&',
    ' ',
    'name',
    'value',
    'xsi:type="DV_TEXT"',
    'items',
    '<![CDATA[',
    ']]>',
    '"',
    '=',
  );
  fc.assert(
    fc.property(rmObject('CLUSTER', 2), fc.nat(), noise, (object, at, inserted) => {
      const xml = writeCanonicalXml(object, 'CLUSTER');
      const broken = xml.slice(0, at % xml.length) + inserted + xml.slice(at % xml.length);
      try {
        readCanonicalXml(broken, 'CLUSTER');
        parseXml(broken);
      } catch (error) {
        expect(error).toMatchObject({
          name: 'CdrError',
          code: expect.stringMatching(/^(malformed_xml|invalid_body)$/),
        });
      }
    }),
    { numRuns: 300 },
  );
});
