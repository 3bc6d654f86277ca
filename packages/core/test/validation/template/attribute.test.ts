import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../../src/template/index.ts';
import type { CAttribute } from '../../../src/template/index.ts';
import { compileTemplate } from '../../../src/validation/template/index.ts';
import { element as xmlElement, many, opt } from '../../template/support/opt.ts';
import {
  archetyped,
  cluster,
  clusterTemplate,
  complex,
  container,
  element,
  findings,
  findingsOnValue,
  MANY,
  ONE,
  oneOf,
  OPTIONAL,
  ROOT_ID,
  single,
  template,
  text,
} from './support.ts';

const items = (
  existence: CAttribute['existence'],
  cardinality: { min: number; max?: number },
  ...children: CAttribute['children']
) => clusterTemplate([container('items', children, existence, cardinality)]);
const any = complex('ELEMENT', 'at0001');

describe('existence, occurrences and cardinality (AOM 1.4, C_ATTRIBUTE and C_OBJECT)', () => {
  const withoutItems = { _type: 'CLUSTER', name: text('root'), archetype_node_id: ROOT_ID };

  it.each([
    ['existence of a container that is absent', items(ONE, { min: 1 }, any), withoutItems, ['/items existence']],
    ['an empty list is an absent one', items(ONE, { min: 1 }, any), cluster(), ['/items existence']],
    ['cardinality of an absent container that need not exist', items(OPTIONAL, { min: 1 }, any), withoutItems, []],
    [
      'cardinality of an absent container where existence is not said',
      items(undefined, { min: 1 }, any),
      withoutItems,
      ['/items cardinality'],
    ],
    ['too few members', items(ONE, { min: 2 }, any), cluster(element('at0001')), ['/items cardinality']],
    [
      'too many members',
      items(ONE, { min: 1, max: 1 }, any),
      cluster(element('at0001'), element('at0001')),
      ['/items cardinality'],
    ],
    [
      'a mandatory member of a container that may be absent',
      items(OPTIONAL, MANY, complex('ELEMENT', 'at0001', [], ONE)),
      withoutItems,
      ['/items occurrences'],
    ],
    [
      'occurrences and cardinality are counted separately',
      items(
        ONE,
        { min: 1, max: 2 },
        complex('ELEMENT', 'at0001', [], OPTIONAL),
        complex('ELEMENT', 'at0002', [], OPTIONAL),
      ),
      cluster(element('at0001'), element('at0001'), element('at0002')),
      ['/items cardinality', '/items occurrences'],
    ],
    ['a container without children constraint is open', items(ONE, { min: 1 }), cluster(element('at9999')), []],
    ['a prohibited container', items({ min: 0, max: 0 }, MANY), cluster(element('at0001')), ['/items existence']],
    [
      'a prohibited child',
      items(ONE, MANY, complex('ELEMENT', 'at0001', [], { min: 0, max: 0 })),
      cluster(element('at0001')),
      ['/items occurrences'],
    ],
  ])('%s', (_, compiled, root, expected) => {
    expect(findings(compiled, root)).toEqual(expected);
  });

  it('cardinality of an absent container that the reference model does not ask for', () => {
    const id = 'openEHR-EHR-ITEM_TREE.t.v1';
    const tree = (existence: CAttribute['existence']) =>
      compileTemplate(template(archetyped('ITEM_TREE', id, [container('items', [any], existence, { min: 1 })], ONE)));
    const empty = { _type: 'ITEM_TREE', name: text('t'), archetype_node_id: id };
    expect(findings(tree(undefined), empty)).toEqual([]);
    expect(findings(tree(ONE), empty)).toEqual(['/items existence']);
  });

  it('names the bounds and the count', () => {
    const compiled = items(ONE, { min: 1, max: 2 }, complex('ELEMENT', 'at0001', [], { min: 4, max: 5 }));
    const messages = compiled
      .validate(cluster(element('at0001'), element('at0001'), element('at0001')))
      .map((i) => i.message);
    expect(messages).toEqual(['ELEMENT[at0001] must occur 4..5 times, occurs 3 times.']);
    expect(compiled.warnings).toHaveLength(1);
  });

  it('a cardinality that contradicts the occurrences is a warning, since no data could satisfy it', () => {
    const compiled = items(ONE, { min: 1, max: 1 }, complex('ELEMENT', 'at0001', [], { min: 2 }));
    expect(findings(compiled, cluster(element('at0001'), element('at0001')))).toEqual([]);
    expect(compiled.warnings).toEqual([
      'the cardinality 1..1 of CLUSTER.items is not checked: its members must occur 2 times',
    ]);
  });

  it('relaxed minimums leave maximums and everything else in force', () => {
    const compiled = clusterTemplate([
      container(
        'items',
        [complex('ELEMENT', 'at0001', [single('value', [complex('DV_TEXT', '')], ONE)], { min: 2, max: 2 })],
        ONE,
        { min: 2, max: 4 },
      ),
      single('uid', [], ONE),
    ]);
    const noValue = { ...element('at0001'), value: null };
    expect(findings(compiled, cluster(), true)).toEqual([]);
    expect(findings(compiled, cluster(noValue), true)).toEqual([]);
    expect(findings(compiled, cluster(noValue))).toEqual([
      '/items cardinality',
      '/items occurrences',
      '/items[0]/value existence',
      '/uid existence',
    ]);
    expect(
      findings(compiled, cluster(element('at0001'), element('at0001'), element('at0001'), element('at0002')), true),
    ).toEqual(['/items occurrences', '/items[3] unexpected_node']);
  });

  it('a container that the template writes twice has the members of both', () => {
    const items = many('items', '0..1', xmlElement('at0001', []));
    const written = readTemplate(
      opt(`${items}${many('items', '0..*', xmlElement('at0002', []))}`, { rmType: 'CLUSTER', archetypeId: ROOT_ID }),
    );
    expect(written.warnings).toHaveLength(1);
    const compiled = compileTemplate(written);
    expect(findings(compiled, cluster(element('at0001')))).toEqual([]);
    expect(findings(compiled, cluster(element('at0002')))).toEqual([]);
    expect(findings(compiled, cluster(element('at0003')))).toEqual(['/items[0] unexpected_node']);
  });

  it('the reference model says what is a container, whatever the template says', () => {
    const compiled = clusterTemplate([single('items', [complex('ELEMENT', 'at0001'), complex('ELEMENT', 'at0002')])]);
    expect(findings(compiled, cluster(element('at0001'), element('at0003')))).toEqual(['/items[1] unexpected_node']);
  });
});

describe('what stands for a missing attribute', () => {
  const strict = clusterTemplate([
    container('items', [complex('ELEMENT', 'at0001', [single('value', [complex('DV_TEXT', '')], ONE)], ONE)]),
  ]);
  const nullFlavour = { _type: 'DV_CODED_TEXT', value: 'unknown' };

  it('a null flavour stands for a mandatory value and satisfies the occurrences of its ELEMENT (1.5 item 2)', () => {
    const { value: _, ...noValue } = element('at0001');
    expect(findings(strict, cluster({ ...noValue, null_flavour: nullFlavour }))).toEqual([]);
    expect(findings(strict, cluster(noValue))).toEqual(['/items[0]/value existence']);
  });

  it('a value stands for a mandatory null flavour, and a prohibited one is refused', () => {
    const compile = (existence: CAttribute['existence']) =>
      clusterTemplate([container('items', [complex('ELEMENT', 'at0001', [single('null_flavour', [], existence)])])]);
    expect(findings(compile(ONE), cluster(element('at0001')))).toEqual([]);
    const refused = cluster({ ...element('at0001'), null_flavour: nullFlavour });
    expect(findings(compile({ min: 0, max: 0 }), refused)).toEqual(['/items[0]/null_flavour existence']);
  });

  it('the bounds of an interval are asked for only on a closed side (1.5 item 7)', () => {
    const count = complex('DV_COUNT', '');
    const interval = complex('DV_INTERVAL<DV_COUNT>', '', [
      single('lower', [count], ONE),
      single('upper', [count], ONE),
    ]);
    const lower = { _type: 'DV_COUNT', magnitude: 1 };
    const open = { _type: 'DV_INTERVAL', lower, lower_unbounded: false, upper_unbounded: true };
    expect(findingsOnValue(open, interval)).toEqual([]);
    expect(findingsOnValue({ ...open, upper_unbounded: false }, interval)).toEqual(['/value/upper existence']);
    expect(findingsOnValue({ _type: 'DV_INTERVAL', lower }, interval)).toEqual([]);
    expect(findingsOnValue({ _type: 'DV_INTERVAL', upper: lower }, interval)).toEqual([]);
  });

  it.each(['lower_included', 'upper_included', 'lower_unbounded', 'upper_unbounded'])(
    '%s of an interval follows from the bounds',
    (flag) => {
      const interval = complex('DV_INTERVAL', '', [single(flag, [], ONE)]);
      expect(findingsOnValue({ _type: 'DV_INTERVAL' }, interval)).toEqual([]);
    },
  );

  it('an attribute of a subtype only is not asked of the others (1.5 item 12)', () => {
    const event = complex('EVENT', 'at0001', [
      single('width', [complex('DV_DURATION', '')], ONE),
      single('math_function', [complex('DV_CODED_TEXT', '')], ONE),
    ]);
    const compiled = compileTemplate(
      template(archetyped('HISTORY', 'openEHR-EHR-HISTORY.h.v1', [container('events', [event])], ONE)),
    );
    const point = { _type: 'POINT_EVENT', name: text('e'), archetype_node_id: 'at0001' };
    const history = {
      _type: 'HISTORY',
      name: text('h'),
      archetype_node_id: 'openEHR-EHR-HISTORY.h.v1',
      events: [point],
    };
    expect(findings(compiled, history)).toEqual([]);
  });

  it('attributes that the template does not mention stay open (1.5 item 3)', () => {
    const compiled = clusterTemplate([container('items', [any])]);
    const feederAudit = { originating_system_audit: { system_id: 'other' } };
    expect(findings(compiled, { ...cluster(element('at0001')), feeder_audit: feederAudit, links: [] })).toEqual([]);
  });
});

describe('where findings are and in which order', () => {
  it('follows the document, an object before what is in it, absent attributes last', () => {
    const compiled = clusterTemplate([
      single('uid', [], ONE),
      container('items', [
        complex('ELEMENT', 'at0001', [single('value', [complex('DV_TEXT', '', [single('value', [oneOf('a')])])])], ONE),
      ]),
    ]);
    expect(
      findings(compiled, cluster(element('at0001'), element('at0002'), element('at0001', 'n', text('b')))),
    ).toEqual([
      '/items occurrences',
      '/items[0]/value/value string_not_in_list',
      '/items[1] unexpected_node',
      '/items[2]/value/value string_not_in_list',
      '/uid existence',
    ]);
  });

  it('keeps a hundred findings and says that there are more', () => {
    const compiled = clusterTemplate([container('items', [any])]);
    const many = Array.from({ length: 300 }, () => element('at0009'));
    const found = compiled.validate(cluster(...many));
    expect(found).toHaveLength(101);
    expect(found.at(-1)).toMatchObject({ path: '/', code: 'further_findings' });
  });
});
