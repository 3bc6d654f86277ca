import { describe, expect, it } from 'vitest';
import { readCanonicalXml, writeCanonicalXml, xmlRoot } from '../../src/formats/index.ts';
import type { JsonObject } from '../../src/json/index.ts';
import { LexicalNumber } from '../../src/json/index.ts';
import { refusalOf, V1, XSI } from './xml.ts';

const NAMESPACES = `xmlns="${V1}" xmlns:xsi="${XSI}"`;
const document = (xml: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`;

describe('the root (ITS-XML documents/*.xsd)', () => {
  it.each([
    ['COMPOSITION', 'composition'],
    ['EHR_STATUS', 'ehr_status'],
    ['FOLDER', 'folder'],
    ['EHR', 'ehr'],
    ['CONTRIBUTION', 'contribution'],
    ['VERSIONED_COMPOSITION', 'versioned_composition'],
    ['VERSIONED_EHR_STATUS', 'versioned_ehr_status'],
    ['VERSIONED_FOLDER', 'versioned_folder'],
    ['REVISION_HISTORY', 'revision_history'],
    ['PERSON', 'person'],
  ])('of a %s is %s, without xsi:type', (type, name) => {
    expect(xmlRoot(type)).toEqual({ element: name, declaredType: type });
    expect(writeCanonicalXml({ _type: type }, type)).toBe(document(`<${name} ${NAMESPACES}/>`));
  });

  it.each(['ORIGINAL_VERSION', 'IMPORTED_VERSION'])('of a %s is the abstract version', (type) => {
    expect(writeCanonicalXml({}, type)).toBe(document(`<version ${NAMESPACES} xsi:type="${type}"/>`));
    expect(writeCanonicalXml({ _type: type }, 'VERSION')).toBe(document(`<version ${NAMESPACES} xsi:type="${type}"/>`));
  });
});

it('a version is written as the v1 schema has it: order, xsi:type where types differ, node ids as attributes', () => {
  const version: JsonObject = {
    _type: 'ORIGINAL_VERSION',
    uid: { _type: 'OBJECT_VERSION_ID', value: 'u::s::1' },
    lifecycle_state: {
      _type: 'DV_CODED_TEXT',
      value: 'complete',
      defining_code: { code_string: '532', terminology_id: { value: 'openehr' } },
    },
    data: {
      _type: 'COMPOSITION',
      content: [
        {
          _type: 'ADMIN_ENTRY',
          archetype_node_id: 'a',
          workflow_id: { type: 'T', id: { _type: 'GENERIC_ID', value: 'g' } },
          subject: { _type: 'PARTY_SELF' },
        },
      ],
      name: { _type: 'DV_CODED_TEXT', value: 'n' },
      archetype_node_id: 'openEHR-EHR-COMPOSITION.a.v1',
      language: { _type: 'CODE_PHRASE', preferred_term: 'English', code_string: 'en' },
    },
    commit_audit: {
      _type: 'AUDIT_DETAILS',
      change_type: { value: 'creation' },
      committer: { _type: 'PARTY_IDENTIFIED', identifiers: [{ id: '1' }, { id: '2' }], name: 'N' },
      system_id: 's',
    },
    contribution: { _type: 'OBJECT_REF', namespace: 'local', id: { _type: 'HIER_OBJECT_ID', value: 'c' } },
  };
  expect(writeCanonicalXml(version, 'ORIGINAL_VERSION').replaceAll('><', '>\n<').split('\n').slice(1)).toEqual([
    `<version ${NAMESPACES} xsi:type="ORIGINAL_VERSION">`,
    '<contribution>',
    '<id xsi:type="HIER_OBJECT_ID">',
    '<value>c</value>',
    '</id>',
    '<namespace>local</namespace>',
    '</contribution>',
    '<commit_audit>',
    '<system_id>s</system_id>',
    '<committer xsi:type="PARTY_IDENTIFIED">',
    '<name>N</name>',
    '<identifiers>',
    '<id>1</id>',
    '</identifiers>',
    '<identifiers>',
    '<id>2</id>',
    '</identifiers>',
    '</committer>',
    '<change_type>',
    '<value>creation</value>',
    '</change_type>',
    '</commit_audit>',
    '<uid>',
    '<value>u::s::1</value>',
    '</uid>',
    '<data xsi:type="COMPOSITION" archetype_node_id="openEHR-EHR-COMPOSITION.a.v1">',
    '<name xsi:type="DV_CODED_TEXT">',
    '<value>n</value>',
    '</name>',
    '<language>',
    '<code_string>en</code_string>',
    '<preferred_term>English</preferred_term>',
    '</language>',
    '<content xsi:type="ADMIN_ENTRY" archetype_node_id="a">',
    '<subject xsi:type="PARTY_SELF"/>',
    '<work_flow_id>',
    '<id xsi:type="GENERIC_ID">',
    '<value>g</value>',
    '</id>',
    '<type>T</type>',
    '</work_flow_id>',
    '</content>',
    '</data>',
    '<lifecycle_state>',
    '<value>complete</value>',
    '<defining_code>',
    '<terminology_id>',
    '<value>openehr</value>',
    '</terminology_id>',
    '<code_string>532</code_string>',
    '</defining_code>',
    '</lifecycle_state>',
    '</version>',
  ]);
});

describe('values', () => {
  it.each([
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    [']]>', ']]&gt;'],
    [' "both\' \t\n', ' "both\' \t\n'],
    ['a\r\nb', 'a&#13;\nb'],
    ['😀\u0085\u2028', '😀\u0085\u2028'],
    ['', ''],
  ])('text %j is escaped so that it comes back as it was', (text, written) => {
    const xml = writeCanonicalXml({ value: text }, 'DV_TEXT');
    expect(xml).toBe(document(`<dv_text ${NAMESPACES}><value>${written}</value></dv_text>`));
    expect(readCanonicalXml(xml, 'DV_TEXT')).toEqual({ _type: 'DV_TEXT', value: text });
  });

  it('attribute values keep white space and quotes', () => {
    const node = { _type: 'CLUSTER', archetype_node_id: ' a"b\'<&>\t\r\n ' };
    expect(readCanonicalXml(writeCanonicalXml(node, 'CLUSTER'), 'CLUSTER')).toEqual(node);
  });

  it.each(['\u0000', '\u0001', '\u001F', '\u000B', '\uFFFE', '\uFFFF', '\uD800', 'a\uDC00b'])(
    'text with %j can not be had in XML 1.0 (section 2.2)',
    (text) => {
      const write = (value: JsonObject, type: string) => () => writeCanonicalXml(value, type);
      expect(write({ value: text }, 'DV_TEXT')).toThrow(expect.objectContaining({ code: 'not_representable' }));
      expect(refusalOf(write({ name: { value: text } }, 'FOLDER'))).toEqual(['xml_character /name/value']);
      expect(refusalOf(write({ folders: [{ archetype_node_id: text }] }, 'FOLDER'))).toEqual([
        'xml_character /folders[0]/archetype_node_id',
      ]);
    },
  );

  it.each([
    [7, '7'],
    [-0.5, '-0.5'],
    [1e21, '1e+21'],
    [new LexicalNumber('7.0'), '7.0'],
    [new LexicalNumber('12345678901234567890'), '12345678901234567890'],
  ])('number %j is written as it is', (magnitude, written) => {
    expect(writeCanonicalXml({ magnitude }, 'DV_COUNT')).toContain(`<magnitude>${written}</magnitude>`);
  });

  it('booleans, empty lists, nulls and absent attributes', () => {
    const status = { is_queryable: true, is_modifiable: false, links: [], uid: null, feeder_audit: undefined };
    expect(writeCanonicalXml(status, 'EHR_STATUS')).toBe(
      document(
        `<ehr_status ${NAMESPACES}><is_queryable>true</is_queryable><is_modifiable>false</is_modifiable></ehr_status>`,
      ),
    );
  });
});

it.each<[string, JsonObject, string]>([
  ['an unknown attribute', { name: { value: 'n', text: 'secret' } }, 'unknown_attribute /name/text'],
  ['another class', { uid: { _type: 'DV_TEXT', value: 'u' } }, 'wrong_type /uid'],
  ['no class where the declared one is abstract', { uid: { value: 'u' } }, 'wrong_type /uid'],
  ['another root', { _type: 'COMPOSITION' }, 'wrong_type /'],
  ['a class of JavaScript', { _type: 'constructor' }, 'wrong_type /'],
  ['a single value for a list', { folders: { _type: 'FOLDER' } }, 'wrong_type /folders'],
  ['a list for a single value', { name: [] }, 'wrong_type /name'],
  ['a null in a list', { folders: [null] }, 'wrong_type /folders[0]'],
  ['a number for a text', { folders: [{ name: { value: 1 } }] }, 'wrong_type /folders[0]/name/value'],
])('%s is not written', (_, folder, refusal) => {
  expect(refusalOf(() => writeCanonicalXml(folder, 'FOLDER'))).toEqual([refusal]);
});

it('an object of an open class has no XML', () => {
  expect(() => writeCanonicalXml({ settings: { a: 1 } }, 'EHR_ACCESS')).toThrow(
    expect.objectContaining({ code: 'not_representable' }),
  );
});
