import { describe, expect, it } from 'vitest';
import { buildWebTemplate, readTemplate } from '../../../src/template/index.ts';
import type { WebTemplate, WebTemplateNode } from '../../../src/template/index.ts';
import {
  archetype,
  codes,
  complex,
  element,
  evaluation,
  interval,
  many,
  named,
  object,
  one,
  ontology,
  opt,
  primitive,
} from '../support/opt.ts';
import type { OptOptions } from '../support/opt.ts';

const build = (xml: string): WebTemplate => buildWebTemplate(readTemplate(xml));

/** All nodes by the chain of their ids, without the root's. */
function nodesOf(xml: string): Map<string, WebTemplateNode> {
  const nodes = new Map<string, WebTemplateNode>();
  const walk = (node: WebTemplateNode, path: string): void => {
    nodes.set(path, node);
    for (const child of node.children ?? []) walk(child, path === '' ? child.id : `${path}/${child.id}`);
  };
  walk(build(xml).tree, '');
  return nodes;
}

const ENTRY = '/content[openEHR-EHR-EVALUATION.test.v1]';
const terms = { at0002: 'First', at0003: 'Second', at0004: 'Third', at0005: 'Fourth' };
const tree = (items: string, options?: OptOptions) => nodesOf(evaluation(items, terms, options));
const text = complex('DV_TEXT');

/** An OBSERVATION with these events. */
const observation = (events: string, more = ''): string =>
  opt(
    many(
      'content',
      '0..*',
      archetype(
        'OBSERVATION',
        'openEHR-EHR-OBSERVATION.test.v1',
        one('data', complex('HISTORY', many('events', '1..*', events), { nodeId: 'at0001' })) + more,
        { at0000: 'Test', ...terms },
      ),
    ),
  );
const event = (occurrences: string, nodeId: string, items: string, rmType = 'EVENT'): string =>
  complex(rmType, one('data', complex('ITEM_TREE', many('items', '0..*', items), { nodeId: 'at0009' })), {
    nodeId,
    occurrences,
  });

describe('the web template as a whole', () => {
  it('has template id, version, languages and what forms use of the other details', () => {
    const after = ontology('ontology', 'openEHR-EHR-COMPOSITION.test.v1', 'de', { at0000: 'Prüfung' });
    const { tree: root, ...rest } = build(
      opt('', { after, otherDetails: { sem_ver: '1.0.0', is_singleton: 'EHR', licence: 'x' } }),
    );
    expect(rest).toEqual({
      templateId: 'test.v1',
      semVer: '1.0.0',
      version: '2.3',
      defaultLanguage: 'en',
      languages: ['en', 'de'],
      otherDetails: { is_singleton: 'EHR' },
    });
    expect(root).toMatchObject({
      id: 'test',
      name: 'Test',
      localizedName: 'Test',
      localizedNames: { en: 'Test', de: 'Prüfung' },
      nodeId: 'openEHR-EHR-COMPOSITION.test.v1',
      aqlPath: '',
      min: 1,
      max: 1,
    });
  });

  it.each(['CLUSTER', 'ITEM_TREE'])('has a tree for a root of type %s', (rmType) => {
    const xml = opt(many('items', '0..*', element('at0002', [text]), element('at0003', [text])), { rmType, terms });
    expect(build(xml).tree).toMatchObject({
      rmType,
      aqlPath: '',
      children: [{ id: 'first', aqlPath: '/items[at0002]/value' }, { id: 'second' }],
    });
  });

  it('says as JSON what it says as an object', () => {
    const template = build(evaluation(element('at0002', []), terms));
    expect(JSON.parse(JSON.stringify(template))).toEqual(template);
  });
});

describe('levels that are left out (templates.md §2.2)', () => {
  it('merges an ELEMENT with its one value and drops item structures', () => {
    const field = tree(element('at0002', [text], '1..*')).get('finding/first');
    expect(field).toEqual({
      id: 'first',
      name: 'First',
      localizedName: 'First',
      rmType: 'DV_TEXT',
      nodeId: 'at0002',
      min: 1,
      max: -1,
      localizedNames: { en: 'First' },
      aqlPath: `${ENTRY}/data[at0001]/items[at0002]/value`,
      inputs: [{ type: 'TEXT' }],
    });
  });

  it('drops a single event, keeps one that may repeat, and keeps both of two', () => {
    const item = element('at0002', [text]);
    expect([...nodesOf(observation(event('0..1', 'at0003', item))).keys()]).toContain('test/first');
    expect([...nodesOf(observation(event('0..*', 'at0003', item))).keys()]).toContain('test/second/first');
    const two = nodesOf(observation(event('0..1', 'at0003', item) + event('0..1', 'at0004', item, 'INTERVAL_EVENT')));
    expect([...two.keys()]).toEqual(
      expect.arrayContaining(['test/second/first', 'test/third/first', 'test/third/width']),
    );
    expect(two.get('test/second/time')).toMatchObject({ inContext: true, min: 1 });
  });

  it('drops empty clusters and events, slots, and what the template takes away', () => {
    const slot = object('ARCHETYPE_SLOT', 'CLUSTER', '', { nodeId: 'at0003', occurrences: '0..*' });
    const items =
      complex('CLUSTER', many('items', '1..*', slot), { nodeId: 'at0002' }) + slot + element('at0004', [text], '0..0');
    expect([...tree(items).keys()]).toEqual([
      '',
      'finding',
      'finding/language',
      'finding/encoding',
      'finding/subject',
      'category',
      'language',
      'territory',
      'composer',
    ]);
  });

  it('leaves out functions of the model: no data hold an offset', () => {
    const xml = observation(event('0..*', 'at0003', element('at0002', [text])));
    const offset = one('offset', complex('DV_DURATION'));
    const withOffset = xml.replace('<node_id>at0003</node_id>', `<node_id>at0003</node_id>${offset}`);
    expect(withOffset).not.toBe(xml);
    expect([...nodesOf(withOffset).keys()]).toEqual([...nodesOf(xml).keys()]);
  });

  it('gives unique ids after the levels have gone', () => {
    const cluster = (nodeId: string) =>
      complex('CLUSTER', many('items', '1..*', element('at0002', [text])), { nodeId });
    const keys = [...tree(element('at0002', [text]) + element('at0002', [text]) + cluster('at0003')).keys()];
    expect(keys).toEqual(expect.arrayContaining(['finding/first', 'finding/first2', 'finding/second/first']));
  });
});

describe('an ELEMENT with several ways to fill it', () => {
  it('has a child for each, optional, named by type', () => {
    const nodes = tree(
      element(
        'at0002',
        [object('C_DV_QUANTITY', 'DV_QUANTITY'), complex('DV_INTERVAL&lt;DV_QUANTITY&gt;'), text],
        '1..1',
      ),
    );
    expect(nodes.get('finding/first')).toMatchObject({
      rmType: 'ELEMENT',
      min: 1,
      aqlPath: `${ENTRY}/data[at0001]/items[at0002]`,
    });
    for (const id of ['quantity_value', 'interval_of_quantity_value', 'text_value']) {
      expect(nodes.get(`finding/first/${id}`)).toMatchObject({
        min: 0,
        max: 1,
        aqlPath: `${ENTRY}/data[at0001]/items[at0002]/value`,
        localizedName: 'First',
      });
    }
  });

  it('is one list with "other" for a coded text beside a text', () => {
    const coded = complex('DV_CODED_TEXT', one('defining_code', codes('local', 'at0004')));
    expect(tree(element('at0002', [text, coded])).get('finding/first')).toMatchObject({
      rmType: 'DV_CODED_TEXT',
      inputs: [
        { suffix: 'code', listOpen: true },
        { suffix: 'other', type: 'TEXT' },
      ],
    });
    expect(tree(element('at0002', [text, complex('DV_CODED_TEXT')])).get('finding/first')).toMatchObject({
      rmType: 'DV_TEXT',
      inputs: [
        { type: 'TEXT', listOpen: true },
        { suffix: 'other', type: 'TEXT' },
      ],
    });
  });

  it('is every type where the template leaves the value open', () => {
    const values = tree(element('at0002', [])).get('finding/first')?.children ?? [];
    expect(values).toHaveLength(18);
    expect(values.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['coded_text_value', 'scale_value', 'ehr_uri_value']),
    );
    expect(values.every(({ aqlPath, inContext }) => aqlPath.endsWith('/items[at0002]/value') && inContext)).toBe(true);
  });

  it('has a constrained null flavour as another way', () => {
    const flavour = one('null_flavour', complex('DV_CODED_TEXT', one('defining_code', codes('openehr', '271'))));
    const nodes = tree(element('at0002', [text], '1..1', flavour));
    expect(nodes.get('finding/first/text_value')?.aqlPath).toMatch(/\/value$/);
    expect(nodes.get('finding/first/coded_text_value')).toMatchObject({
      aqlPath: `${ENTRY}/data[at0001]/items[at0002]/null_flavour`,
      inputs: [{ list: [{ value: '271', label: 'no information' }], terminology: 'openehr' }],
    });
  });
});

describe('names (templates.md §1.5, 1 and §2.4)', () => {
  it('renames a node, in id and path; siblings of one code are told apart by it', () => {
    const item = (name: string) => element('at0002', [text], '0..1', named(name));
    const nodes = tree(item('Left') + item("Doctor's") + element('at0002', [text]));
    expect(nodes.get('finding/left')).toMatchObject({
      name: 'Left',
      aqlPath: `${ENTRY}/data[at0001]/items[at0002,'Left']/value`,
    });
    expect(nodes.get('finding/doctor_s')?.aqlPath).toContain(String.raw`[at0002,'Doctor\'s']`);
    expect(nodes.get('finding/first')?.aqlPath).toContain('[at0002]/');
  });

  it('makes a node of each of several coded names', () => {
    const name = one('name', complex('DV_CODED_TEXT', one('defining_code', codes('local', 'at0003', 'at0004'))));
    const nodes = tree(element('at0002', [text], '0..1', name));
    expect(nodes.get('finding/second')?.aqlPath).toContain("[at0002,'Second']");
    expect(nodes.get('finding/third')).toMatchObject({ name: 'Third', localizedNames: { en: 'Third' } });
    expect(nodes.has('finding/first')).toBe(false);
  });

  it('takes a coded name with its text for one name', () => {
    const coded =
      one('defining_code', codes('local', 'at0003')) + one('value', primitive('C_STRING', '<list>Renamed</list>'));
    const nodes = tree(element('at0002', [text], '0..1', one('name', complex('DV_CODED_TEXT', coded))));
    expect(nodes.get('finding/renamed')?.aqlPath).toContain("[at0002,'Renamed']");
    expect(nodes.has('finding/second')).toBe(false);
  });
});

describe('what a template need not mention', () => {
  it('is there for COMPOSITION and entries, from the context', () => {
    const nodes = tree(element('at0002', [text]));
    for (const id of ['language', 'territory', 'composer', 'finding/language', 'finding/encoding', 'finding/subject']) {
      expect(nodes.get(id)).toMatchObject({ min: 1, max: 1, inContext: true });
    }
    expect(nodes.get('composer')?.inputs).toHaveLength(4);
  });

  it('has openEHR rubrics for constrained categories, by language', () => {
    const category = one('category', complex('DV_CODED_TEXT', one('defining_code', codes('openehr', '433'))));
    const node = nodesOf(opt(category, { language: 'es' })).get('category');
    expect(node?.inContext).toBe(true);
    expect(node?.inputs).toEqual([
      {
        suffix: 'code',
        type: 'CODED_TEXT',
        list: [{ value: '433', label: 'evento', localizedLabels: { es: 'evento' } }],
        terminology: 'openehr',
      },
    ]);
  });

  it('is there for instructions, activities and actions', () => {
    const activity = complex('ACTIVITY', '', { nodeId: 'at0002', occurrences: '0..*' });
    const xml = opt(
      many(
        'content',
        '0..*',
        archetype('INSTRUCTION', 'openEHR-EHR-INSTRUCTION.a.v1', many('activities', '0..*', activity), {
          at0000: 'Order',
          at0002: 'Request',
        }),
        archetype('ACTION', 'openEHR-EHR-ACTION.a.v1', '', { at0000: 'Done' }),
      ),
    );
    const nodes = nodesOf(xml);
    expect(nodes.get('order/narrative')).toMatchObject({ inContext: true });
    expect(nodes.get('order/expiry_time')).toMatchObject({ min: 0 });
    expect(nodes.get('order/request/timing')).toMatchObject({ rmType: 'DV_PARSABLE', inContext: true });
    expect(nodes.get('done/ism_transition')).toMatchObject({ rmType: 'ISM_TRANSITION', inContext: true });
    expect(nodes.get('done/ism_transition')).not.toHaveProperty('children');
  });
});

describe('special nodes', () => {
  it('makes one ism_transition of all careflow steps', () => {
    const step = (nodeId: string, ...states: string[]) =>
      complex(
        'ISM_TRANSITION',
        one('current_state', complex('DV_CODED_TEXT', one('defining_code', codes('openehr', ...states)))) +
          one('careflow_step', complex('DV_CODED_TEXT', one('defining_code', codes('local', nodeId)))),
        { nodeId },
      );
    const attributes = one('ism_transition', step('at0002', '526'), step('at0003', '245', '532'));
    const nodes = nodesOf(
      opt(
        many(
          'content',
          '0..*',
          archetype('ACTION', 'openEHR-EHR-ACTION.a.v1', attributes, { at0000: 'Act', ...terms }),
        ),
      ),
    );
    expect(
      nodes.get('act/ism_transition/current_state')?.inputs?.[0]?.list?.map(({ value, label }) => `${value} ${label}`),
    ).toEqual(['245 active', '532 completed', '526 planned']);
    expect(nodes.get('act/ism_transition/careflow_step')?.inputs?.[0]?.list).toMatchObject([
      { value: 'at0002', label: 'First', currentStates: ['526'] },
      { value: 'at0003', label: 'Second', currentStates: ['245', '532'] },
    ]);
    expect(nodes.get('act/ism_transition/transition')).toMatchObject({ min: 0 });
    expect(nodes.get('act/ism_transition')?.aqlPath).toBe('/content[openEHR-EHR-ACTION.a.v1]/ism_transition');
  });

  it('puts the target in the place of an internal reference, with its own occurrences; a loop ends', () => {
    const reference = (target: string) =>
      object('ARCHETYPE_INTERNAL_REF', 'CLUSTER', `<target_path>/data[at0001]/items[${target}]</target_path>`, {
        occurrences: '0..3',
      });
    const cluster = complex('CLUSTER', many('items', '1..*', element('at0003', [text]) + reference('at0002')), {
      nodeId: 'at0002',
    });
    const nodes = tree(
      cluster +
        complex('CLUSTER', many('items', '1..*', reference('at0002')), { nodeId: 'at0004' }) +
        reference('at0099'),
    );
    expect(nodes.get('finding/third/first')).toMatchObject({
      max: 3,
      aqlPath: `${ENTRY}/data[at0001]/items[at0004]/items[at0002]`,
    });
    expect(nodes.get('finding/first/first/second')).toMatchObject({ rmType: 'DV_TEXT' });
    expect([...nodes.keys()].filter((key) => /(\/first){4}/.test(key))).toEqual([]);
  });

  it('refuses to multiply names without end', () => {
    const names = named(...Array.from({ length: 10 }, (_, index) => `N${index}`));
    const nest = (depth: number): string =>
      depth === 0
        ? element('at0002', [text])
        : complex('CLUSTER', names + many('items', '1..*', nest(depth - 1)), { nodeId: 'at0003' });
    expect([...tree(nest(2)).keys()]).toHaveLength(9 + 10 + 10 * 10 + 100);
    expect(() => tree(nest(12))).toThrow('too many nodes');
  });

  it('counts children together where the template does, also through levels left out', () => {
    const items = element('at0002', [text]) + element('at0003', [text]);
    const cluster = (cardinality: string) =>
      complex('CLUSTER', many('items', cardinality, items), { nodeId: 'at0004' });
    const cardinalities = (cardinality: string) => tree(cluster(cardinality)).get('finding/third')?.cardinalities;
    expect(cardinalities('2..*')).toEqual([{ min: 2, max: -1, ids: ['first', 'second'] }]);
    expect(cardinalities('1..1')).toEqual([{ min: 1, max: 1, ids: ['first', 'second'] }]);
    expect(cardinalities('1..*')).toBeUndefined();
    const lifted = nodesOf(
      evaluation(items, terms).replace(
        interval('interval', '0..*') + '</cardinality></attributes></children>',
        interval('interval', '2..2') + '</cardinality></attributes></children>',
      ),
    );
    expect(lifted.get('finding')?.cardinalities).toEqual([{ min: 2, max: 2, ids: ['first', 'second'] }]);
  });

  it('knows what says nothing alone: protocol without data', () => {
    const protocol = one(
      'protocol',
      complex('ITEM_TREE', many('items', '0..*', element('at0004', [text])), { nodeId: 'at0008' }),
    );
    const nodes = nodesOf(observation(event('0..*', 'at0003', element('at0002', [text])), protocol));
    expect(nodes.get('test/third')?.dependsOn).toEqual(['second']);
    expect(nodes.get('test/second')).not.toHaveProperty('dependsOn');
  });
});

describe('annotations, bindings and default values', () => {
  const path = `[openEHR-EHR-COMPOSITION.test.v1]${ENTRY}/data[at0001]/items[at0002]`;
  const items = element('at0002', [complex('DV_CODED_TEXT', one('defining_code', codes('local', 'at0004', 'at0005')))]);
  const after = `<annotations path="${path}"><items id="comment">B</items><items id="constructor">C</items></annotations>
    <constraints><attributes><rm_attribute_name>value</rm_attribute_name><children><default_value xsi:type="DV_CODED_TEXT"><defining_code><code_string>at0005</code_string></defining_code></default_value></children><differential_path>${path}</differential_path></attributes></constraints>
    <view><constraints path="${path}"><items id="pass_through"><value>true</value></items></constraints></view>`;
  const xml = evaluation(items, { ...terms, at0002: { text: 'First', comment: 'A', source: 'S' } }, { after });

  it('joins what the term and the template say, and hints as view:…', () => {
    expect(nodesOf(xml).get('finding/first')?.annotations).toEqual({
      comment: 'A;B',
      source: 'S',
      constructor: 'C',
      'view:pass_through': 'true',
    });
  });

  it('prefers the default value of the template to an assumed one', () => {
    expect(nodesOf(xml).get('finding/first')?.inputs?.[0]?.defaultValue).toBe('at0005');
    const assumed = '<assumed_value><code_string>at0004</code_string></assumed_value>';
    const both = xml.replace('<code_list>', `${assumed}<code_list>`);
    expect(nodesOf(both).get('finding/first')?.inputs?.[0]?.defaultValue).toBe('at0005');
    const only = both.replace(/<constraints>.*?<\/constraints>/s, '');
    expect(nodesOf(only).get('finding/first')?.inputs?.[0]?.defaultValue).toBe('at0004');
  });

  it('shows the term that a node is bound to', () => {
    const binding =
      '<term_bindings terminology="LOINC"><items code="at0002"><value><terminology_id><value>LOINC</value></terminology_id><code_string>1-8</code_string></value></items></term_bindings>';
    const bound = xml.replace(/(<\/term_definitions>)(<\/children>)/, `$1${binding}$2`);
    expect(nodesOf(bound).get('finding/first')?.termBindings).toEqual({
      LOINC: { value: '1-8', terminologyId: 'LOINC' },
    });
  });
});
