import { describe, expect, it } from 'vitest';
import { readCanonicalXml, writeCanonicalXml } from '../../src/formats/index.ts';
import type { JsonValue } from '../../src/json/index.ts';
import { isJsonObject, LexicalNumber } from '../../src/json/index.ts';
import { cluster, element, refusalOf, V1, V2, XSI } from './xml.ts';

/** The value of the one ELEMENT in a CLUSTER. */
function valueOf(xml: string): JsonValue | undefined {
  const { items } = readCanonicalXml(cluster(element(xml)), 'CLUSTER');
  const first: JsonValue = Array.isArray(items) ? items[0] : null;
  return isJsonObject(first) ? first['value'] : undefined;
}

const quantity = (magnitude: string): string =>
  `<value xsi:type="DV_QUANTITY"><magnitude>${magnitude}</magnitude><units>kg</units></value>`;

describe('names (ITS-XML; templates.md §5)', () => {
  const folder = { _type: 'FOLDER', archetype_node_id: 'at1', name: { _type: 'DV_TEXT', value: 'root' } };

  it.each([
    ['the v1 namespace', `<folder xmlns="${V1}" archetype_node_id="at1"><name><value>root</value></name></folder>`],
    ['the v2 namespace', `<folder xmlns="${V2}" archetype_node_id="at1"><name><value>root</value></name></folder>`],
    ['no namespace', '<folder archetype_node_id="at1"><name><value>root</value></name></folder>'],
    [
      'a prefix',
      `<x:folder xmlns:x="${V1}" archetype_node_id="at1"><x:name><x:value>root</x:value></x:name></x:folder>`,
    ],
    [
      'a prefixed attribute',
      `<x:folder xmlns:x="${V1}" x:archetype_node_id="at1"><x:name><x:value>root</x:value></x:name></x:folder>`,
    ],
    [
      'the node id as an element',
      `<folder><archetype_node_id>at1</archetype_node_id><name><value>root</value></name></folder>`,
    ],
    [
      'a BOM and a comment',
      `\uFEFF<?xml version="1.0"?><!-- c --><folder archetype_node_id="at1"><name><value>root</value></name></folder>`,
    ],
    [
      'markup attributes',
      `<folder xmlns:xsi="${XSI}" xsi:schemaLocation="${V1} Structure.xsd" xml:lang="en" archetype_node_id="at1"><name><value>root</value></name></folder>`,
    ],
  ])('are read in %s', (_, xml) => {
    expect(readCanonicalXml(xml, 'FOLDER')).toEqual(folder);
  });

  it('of another namespace are unknown', () => {
    const xml = `<folder xmlns:o="urn:other" archetype_node_id="at1" o:extra="1"><o:name><value>root</value></o:name></folder>`;
    expect(refusalOf(() => readCanonicalXml(xml, 'FOLDER'))).toEqual([
      'unknown_attribute /extra',
      'unknown_attribute /name',
    ]);
    expect(refusalOf(() => readCanonicalXml('<folder xmlns="urn:other"/>', 'FOLDER'))).toEqual(['type_mismatch /']);
  });

  it('of the root are the class in lower case or what the schema calls it', () => {
    expect(refusalOf(() => readCanonicalXml('<composition/>', 'FOLDER'))).toEqual(['type_mismatch /']);
    expect(readCanonicalXml('<original_version/>', 'ORIGINAL_VERSION')).toEqual({ _type: 'ORIGINAL_VERSION' });
    expect(readCanonicalXml('<original_version/>', 'VERSION')).toEqual({ _type: 'ORIGINAL_VERSION' });
    const version = `<version xmlns:xsi="${XSI}" xsi:type="IMPORTED_VERSION"/>`;
    expect(readCanonicalXml(version, 'VERSION')).toEqual({ _type: 'IMPORTED_VERSION' });
    expect(refusalOf(() => readCanonicalXml('<version/>', 'VERSION'))).toEqual(['type_missing /_type']);
  });

  it.each(['work_flow_id', 'workflow_id'])('%s is the workflow_id of an ENTRY', (name) => {
    const xml = `<admin_entry archetype_node_id="at1"><${name}><namespace>local</namespace></${name}></admin_entry>`;
    expect(readCanonicalXml(xml, 'ADMIN_ENTRY')['workflow_id']).toEqual({ _type: 'OBJECT_REF', namespace: 'local' });
  });

  it('that a serialiser derives from ARCHETYPE_ID.value are left out', () => {
    const xml = '<archetyped><archetype_id><value>a</value><rmName>EHR</rmName></archetype_id></archetyped>';
    expect(readCanonicalXml(xml, 'ARCHETYPED')).toEqual({
      _type: 'ARCHETYPED',
      archetype_id: { _type: 'ARCHETYPE_ID', value: 'a' },
    });
  });
});

describe('types', () => {
  it.each([
    ['plain', `<value xsi:type="DV_COUNT"><magnitude>1</magnitude></value>`, { _type: 'DV_COUNT', magnitude: 1 }],
    [
      'with a prefix',
      `<value xmlns:p="${V1}" xsi:type="p:DV_COUNT"><magnitude>1</magnitude></value>`,
      { _type: 'DV_COUNT', magnitude: 1 },
    ],
    ['generic', '<value xsi:type="DV_INTERVAL&lt;DV_COUNT&gt;"/>', { _type: 'DV_INTERVAL' }],
    ['a subtype of a concrete class', '<value xsi:type="DV_CODED_TEXT"/>', { _type: 'DV_CODED_TEXT' }],
  ])('are named by xsi:type, %s', (_, xml, expected) => {
    expect(valueOf(xml)).toEqual(expected);
  });

  it.each([
    ['missing where the declared class is abstract', '<value/>', 'type_missing'],
    ['unknown', '<value xsi:type="DV_SECRET"/>', 'type_unknown'],
    ['of JavaScript', '<value xsi:type="__proto__"/>', 'type_unknown'],
    ['of another namespace', '<value xmlns:o="urn:other" xsi:type="o:DV_COUNT"/>', 'type_unknown'],
    ['abstract', '<value xsi:type="DV_ORDERED"/>', 'type_abstract'],
    ['not allowed there', '<value xsi:type="ELEMENT"/>', 'type_mismatch'],
  ])('are refused when %s', (_, xml, code) => {
    expect(refusalOf(() => valueOf(xml))).toEqual([`${code} /items[0]/value/_type`]);
  });

  it('are written as _type on every object', () => {
    const xml = `<composition xmlns="${V1}" xmlns:xsi="${XSI}"><name><value>n</value></name>
      <language><terminology_id><value>ISO_639-1</value></terminology_id><code_string>en</code_string></language>
      <composer xsi:type="PARTY_SELF"/><context><start_time><value>2020-01-01T00:00:00Z</value></start_time></context></composition>`;
    expect(readCanonicalXml(xml, 'COMPOSITION')).toEqual({
      _type: 'COMPOSITION',
      name: { _type: 'DV_TEXT', value: 'n' },
      language: {
        _type: 'CODE_PHRASE',
        terminology_id: { _type: 'TERMINOLOGY_ID', value: 'ISO_639-1' },
        code_string: 'en',
      },
      composer: { _type: 'PARTY_SELF' },
      context: { _type: 'EVENT_CONTEXT', start_time: { _type: 'DV_DATE_TIME', value: '2020-01-01T00:00:00Z' } },
    });
  });
});

describe('values', () => {
  it.each<[string, JsonValue]>([
    ['7', 7],
    [' \n-0.5\t', -0.5],
    ['7.0', new LexicalNumber('7.0')],
    ['0.10', new LexicalNumber('0.10')],
    ['12345678901234567890', new LexicalNumber('12345678901234567890')],
    ['1e400', new LexicalNumber('1e400')],
    ['1E5', new LexicalNumber('1E5')],
    ['-0', new LexicalNumber('-0')],
    ['+5', 5],
    ['007', 7],
    ['-00.50', new LexicalNumber('-0.50')],
    ['.5', 0.5],
    ['5.', 5],
    ['00', 0],
  ])('number %j keeps its digits', (text, expected) => {
    expect(valueOf(quantity(text))).toEqual({ _type: 'DV_QUANTITY', magnitude: expected, units: 'kg' });
  });

  it.each([
    '',
    ' ',
    'INF',
    '-INF',
    'NaN',
    '.',
    '+',
    'e5',
    '.e5',
    '1,5',
    '0x10',
    '1e',
    '１',
    '1_000',
    'Infinity',
    '1<!-- --> 2',
  ])('number %j is refused', (text) => {
    expect(refusalOf(() => valueOf(quantity(text)))).toEqual(['wrong_primitive /items[0]/value/magnitude']);
  });

  it.each([
    ['true', true],
    [' 1 ', true],
    ['false', false],
    ['0', false],
  ])('boolean %j (XML Schema part 2, 3.2.2)', (text, expected) => {
    expect(valueOf(`<value xsi:type="DV_BOOLEAN"><value>${text}</value></value>`)).toEqual({
      _type: 'DV_BOOLEAN',
      value: expected,
    });
  });

  it.each(['', 'TRUE', 'yes', '2'])('boolean %j is refused', (text) => {
    const xml = `<value xsi:type="DV_BOOLEAN"><value>${text}</value></value>`;
    expect(refusalOf(() => valueOf(xml))).toEqual(['wrong_primitive /items[0]/value/value']);
  });

  it.each([
    [' two  words\n ', ' two  words\n '],
    ['a\r\nb&#13;', 'a\nb\r'],
    ['&lt;b&gt; &amp; <![CDATA[<i>]]>', '<b> & <i>'],
    ['x<!-- a comment -->y', 'xy'],
    ['', ''],
    ['   ', '   '],
    ['😀\u0085', '😀\u0085'],
  ])('text %j keeps its white space', (text, expected) => {
    expect(valueOf(`<value xsi:type="DV_TEXT"><value>${text}</value></value>`)).toEqual({
      _type: 'DV_TEXT',
      value: expected,
    });
  });

  it('base64 loses its line breaks', () => {
    const xml = '<value xsi:type="DV_MULTIMEDIA"><data>\n  AAEC\r\n  Aw==\n</data></value>';
    expect(valueOf(xml)).toEqual({ _type: 'DV_MULTIMEDIA', data: 'AAECAw==' });
  });

  it.each([
    ['an element', '<value xsi:type="DV_TEXT"><value>a<b/></value></value>'],
    ['an attribute', '<value xsi:type="DV_TEXT"><value unit="x">a</value></value>'],
  ])('with %s in it are refused', (_, xml) => {
    expect(refusalOf(() => valueOf(xml))).toEqual(['wrong_primitive /items[0]/value/value']);
  });

  it('of an open class are refused: XML has no types for them', () => {
    expect(refusalOf(() => readCanonicalXml('<ehr_access><settings/></ehr_access>', 'EHR_ACCESS'))).toEqual([
      'unsupported /settings',
    ]);
  });
});

describe('objects and lists', () => {
  it('are read in any order of elements; lists in document order, also when they are interleaved', () => {
    const xml = cluster(
      `${element('<value xsi:type="DV_COUNT"><magnitude>1</magnitude></value>')}<uid xsi:type="HIER_OBJECT_ID"><value>u</value></uid>
       <links><type><value>a</value></type></links>${element('')}<links><type><value>b</value></type></links>`,
    );
    const { items, links, uid } = readCanonicalXml(xml, 'CLUSTER');
    expect(items).toHaveLength(2);
    expect(links).toEqual([
      { _type: 'LINK', type: { _type: 'DV_TEXT', value: 'a' } },
      { _type: 'LINK', type: { _type: 'DV_TEXT', value: 'b' } },
    ]);
    expect(uid).toEqual({ _type: 'HIER_OBJECT_ID', value: 'u' });
  });

  it('a list of one is a list', () => {
    const { items } = readCanonicalXml(cluster(element('')), 'CLUSTER');
    expect(items).toEqual([{ _type: 'ELEMENT', archetype_node_id: 'at0002', name: { _type: 'DV_TEXT', value: 'e' } }]);
  });

  it('flags that an interval leaves out stay out', () => {
    const interval = '<lower_unbounded>true</lower_unbounded><upper_unbounded>true</upper_unbounded>';
    expect(valueOf(`<value xsi:type="DV_INTERVAL">${interval}</value>`)).toEqual({
      _type: 'DV_INTERVAL',
      lower_unbounded: true,
      upper_unbounded: true,
    });
  });

  it('nil elements are absent', () => {
    expect(valueOf('<value xsi:nil="true"/>')).toBeUndefined();
  });

  it('what the model does not know is refused, all of it, with its path', () => {
    const xml = cluster(
      `${element('<value xsi:type="DV_COUNT"><magnitude>1</magnitude><unit>kg</unit></value>')}
       ${element('<secret/><value xsi:type="DV_TEXT"/><value xsi:type="DV_TEXT"/>')}<__proto__/><constructor/>stray`,
    ).replace('at0001"', 'at0001" node_id="at0001"');
    expect(refusalOf(() => readCanonicalXml(xml, 'CLUSTER'))).toEqual([
      'unknown_attribute /node_id',
      'unknown_attribute /items[0]/value/unit',
      'unknown_attribute /items[1]/secret',
      'single_value_expected /items[1]/value',
      'unknown_attribute /__proto__',
      'unknown_attribute /constructor',
      'unexpected_text /',
    ]);
  });

  it('a refusal tells the line and nothing of the content', () => {
    const xml = `<folder>\n<name>\n<value>secret</value>\n<magnitude>secret</magnitude></name></folder>`;
    expect(() => readCanonicalXml(xml, 'FOLDER')).toThrow(
      expect.objectContaining({
        code: 'invalid_body',
        message: 'The body is not a FOLDER in canonical XML.',
        fields: {
          issues: [
            {
              path: '/name/magnitude',
              code: 'unknown_attribute',
              message: 'XML line 4: DV_TEXT has no such attribute in canonical XML.',
            },
          ],
        },
      }),
    );
  });
});

describe('hostile documents', () => {
  it.each([
    ['a document type', '<!DOCTYPE folder [<!ENTITY e SYSTEM "file:///etc/passwd">]><folder>&e;</folder>'],
    ['an undeclared entity', '<folder>&e;</folder>'],
    ['no end', '<folder>'],
    ['nothing', ''],
    ['two roots', '<folder/><folder/>'],
    ['an unbound prefix', '<x:folder/>'],
    ['a control character', '<folder>&#0;</folder>'],
    ['a thousand levels', `${'<folders>'.repeat(1000)}${'</folders>'.repeat(1000)}`],
  ])('with %s are malformed', (_, xml) => {
    expect(refusalOf(() => readCanonicalXml(xml, 'FOLDER'))).toEqual(['malformed_xml']);
  });

  it('are refused when the JSON that they mean would be nested too deep to be read again', () => {
    const nested = (levels: number) => `<folder>${'<folders>'.repeat(levels)}${'</folders>'.repeat(levels)}</folder>`;
    expect(refusalOf(() => readCanonicalXml(nested(99), 'FOLDER'))).toEqual(['accepted']);
    expect(refusalOf(() => readCanonicalXml(nested(100), 'FOLDER'))).toEqual(['malformed_xml']);
  });

  it('cost no more than their length: half a million zeros are no number', () => {
    expect(refusalOf(() => valueOf(quantity(`${'0'.repeat(500_000)}x`)))).toEqual([
      'wrong_primitive /items[0]/value/magnitude',
    ]);
  });

  it('get a bounded list of findings with bounded paths', () => {
    const xml = `<folder>${`<${'x'.repeat(5000)}/>`.repeat(1000)}</folder>`;
    const found = refusalOf(() => readCanonicalXml(xml, 'FOLDER'));
    expect(found).toHaveLength(101);
    expect(found[100]).toBe('further_findings /');
    expect(found[0]).toHaveLength('unknown_attribute /'.length + 61);
  });
});

it('a type that the caller gets wrong is a mistake of the program', () => {
  expect(() => readCanonicalXml('<ehr/>', 'EHRS')).toThrow(TypeError);
  expect(writeCanonicalXml({ _type: 'EHR' }, 'EHR')).toContain('<ehr ');
});
