import { describe, expect, it } from 'vitest';
import { findTerm, readTemplate, textsOf } from '../../../src/template/index.ts';
import type { ArchetypeRoot, CObject } from '../../../src/template/index.ts';
import { archetype, many, ontology, opt } from '../support/opt.ts';

const CLUSTER = 'openEHR-EHR-CLUSTER.device.v1';

function rootsOf(node: CObject): ArchetypeRoot[] {
  if (node.kind !== 'complex') return [];
  const below = node.attributes.flatMap(({ children }) => children.flatMap(rootsOf));
  return node.archetype === undefined ? below : [node.archetype, ...below];
}

describe('terms', () => {
  const bindings = `<term_bindings terminology="SNOMED-CT"><items code="at0001"><value><terminology_id><value>SNOMED-CT</value></terminology_id><code_string>[SNOMED-CT(2003)::364090009]</code_string></value></items><items code="at0002"><value><terminology_id><value>SNOMED-CT</value></terminology_id><code_string>271649006</code_string></value></items></term_bindings>`;
  const xml = opt(
    many(
      'content',
      '0..*',
      archetype('SECTION', CLUSTER, '', { at0001: { text: 'Scanner', description: 'First', comment: 'c' } }),
      archetype('SECTION', CLUSTER, '', { at0001: 'Pump' }).replace('</children>', `${bindings}</children>`),
    ),
    {
      languages: ['en', 'es'],
      after:
        ontology('ontology', 'openEHR-EHR-COMPOSITION.test.v1', 'de', { at0000: 'Prüfung' }) +
        ontology('component_ontologies', CLUSTER, 'de', { at0001: 'Gerät' }) +
        ontology('component_ontologies', CLUSTER, 'en', { at0001: 'Device', at0002: 'Part' }),
    },
  );
  const template = readTemplate(xml);
  const [composition, scanner, pump] = rootsOf(template.definition);
  if (composition === undefined || scanner === undefined || pump === undefined) throw new Error('three roots expected');

  it('are per archetype root, not per archetype (templates.md §1.5, 20)', () => {
    expect(findTerm(scanner, 'at0001')).toEqual(
      new Map([
        ['text', 'Scanner'],
        ['description', 'First'],
        ['comment', 'c'],
      ]),
    );
    expect(findTerm(pump, 'at0001')?.get('text')).toBe('Pump');
  });

  it('come in the languages of the ontologies, default language first', () => {
    expect(template.languages).toEqual(['en', 'es', 'de']);
    expect([...scanner.terms.keys()]).toEqual(['en', 'de']);
    expect(findTerm(composition, 'at0000', 'de')?.get('text')).toBe('Prüfung');
    expect(findTerm(pump, 'at0001', 'de')?.get('text')).toBe('Gerät');
    expect(textsOf(scanner, 'at0001')).toEqual({ en: 'Scanner', de: 'Gerät' });
  });

  it('fall back to the default language, and are undefined for unknown codes', () => {
    expect(findTerm(scanner, 'at0001', 'fr')?.get('text')).toBe('Scanner');
    expect(findTerm(scanner, 'at0009')).toBeUndefined();
  });

  it('keep what the template renamed; an ontology in the default language only adds', () => {
    expect(findTerm(pump, 'at0002')?.get('text')).toBe('Part');
  });

  it('have bindings, taken out of brackets', () => {
    expect(pump.bindings.get('SNOMED-CT')).toEqual(
      new Map([
        ['at0001', { terminologyId: 'SNOMED-CT(2003)', code: '364090009' }],
        ['at0002', { terminologyId: 'SNOMED-CT', code: '271649006' }],
      ]),
    );
    expect(scanner.bindings.size).toBe(0);
  });
});

describe('annotations, view and default values', () => {
  const path = '[openEHR-EHR-COMPOSITION.test.v1]/content[x, &apos;Name&apos;]';
  const template = readTemplate(
    opt('', {
      after: `<annotations path="${path}"><items id="source"> FHIR </items></annotations>
<constraints>
  <attributes><rm_attribute_name>value</rm_attribute_name><children><default_value xsi:type="DV_CODED_TEXT"><value>Yes</value><defining_code><terminology_id><value>local</value></terminology_id><code_string>at0003</code_string></defining_code></default_value></children><differential_path>
    /content[x]
  </differential_path></attributes>
  <attributes><rm_attribute_name>value</rm_attribute_name><children><default_value xsi:type="DV_IDENTIFIER"/></children><differential_path>/content[y]</differential_path></attributes>
</constraints>
<view><constraints path="/content[x]"><items id="pass_through"><value>true</value></items></constraints></view>`,
    }),
  );

  it('are kept by path as written', () => {
    expect(template.annotations).toEqual([
      { path: path.replaceAll('&apos;', "'"), items: new Map([['source', 'FHIR']]) },
    ]);
    expect(template.view).toEqual([{ path: '/content[x]', items: new Map([['pass_through', 'true']]) }]);
  });

  it('have the leaves of a value by path inside it; an empty value is none', () => {
    expect(template.defaults).toEqual([
      {
        path: '/content[x]',
        attribute: 'value',
        rmType: 'DV_CODED_TEXT',
        fields: new Map([
          ['value', 'Yes'],
          ['defining_code/terminology_id', 'local'],
          ['defining_code/code_string', 'at0003'],
        ]),
      },
    ]);
  });
});
