import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json/index.ts';
import type { CAttribute, CObject } from '../../../src/template/index.ts';
import { compileTemplate } from '../../../src/validation/template/index.ts';
import {
  archetyped,
  cluster,
  clusterTemplate,
  codedText,
  codes,
  complex,
  container,
  element,
  findings,
  findingsOnValue,
  MANY,
  named,
  ONE,
  OPTIONAL,
  primitive,
  rootObject,
  single,
  template,
  text,
} from './support.ts';

const rooted = (rmType: string, archetypeId: string, attributes: readonly CAttribute[]) =>
  compileTemplate(template(archetyped(rmType, archetypeId, attributes, ONE)));

describe('ACTION.ism_transition (1.4 and 1.5 item 6)', () => {
  const ID = 'openEHR-EHR-ACTION.a.v1';
  const step = (nodeId: string, states: string[], careflow: string[]) =>
    complex('ISM_TRANSITION', nodeId, [
      single(
        'current_state',
        [complex('DV_CODED_TEXT', '', [single('defining_code', [codes('openehr', ...states)])])],
        ONE,
      ),
      single(
        'careflow_step',
        [complex('DV_CODED_TEXT', '', [single('defining_code', [codes('local', ...careflow)])])],
        OPTIONAL,
      ),
    ]);
  const compiled = rooted('ACTION', ID, [
    single('ism_transition', [
      step('at0003', ['526'], ['at0003']),
      step('at0004', ['245', '532'], ['at0004', 'at0005']),
    ]),
  ]);
  const action = (state: string, careflow?: string): JsonObject =>
    rootObject('ACTION', ID, {
      ism_transition: {
        _type: 'ISM_TRANSITION',
        current_state: codedText('openehr', state),
        ...(careflow === undefined ? {} : { careflow_step: codedText('local', careflow) }),
      },
    });

  it.each([
    ['a careflow step with its state', action('526', 'at0003'), []],
    [
      'a careflow step with another state',
      action('245', 'at0003'),
      ['/ism_transition/current_state/defining_code code_not_allowed'],
    ],
    ['a second code of one step', action('532', 'at0005'), []],
    ['an unknown careflow step', action('245', 'at0099'), ['/ism_transition/careflow_step careflow_step']],
    ['no careflow step: a state of any', action('532'), []],
    ['no careflow step: a state of none', action('528'), ['/ism_transition ism_transition']],
  ])('%s', (_, data, expected) => {
    expect(findings(compiled, data)).toEqual(expected);
  });
});

describe('ACTION.ism_transition with a mandatory careflow step', () => {
  const ID = 'openEHR-EHR-ACTION.a.v1';
  const only = (terminologyId: string, code: string) => [
    complex('DV_CODED_TEXT', '', [single('defining_code', [codes(terminologyId, code)])]),
  ];
  const step = (careflow: string, state: string) =>
    complex('ISM_TRANSITION', careflow, [
      single('current_state', only('openehr', state), ONE),
      single('careflow_step', only('local', careflow), ONE),
    ]);
  const compiled = rooted('ACTION', ID, [single('ism_transition', [step('at0003', '526'), step('at0004', '245')])]);
  const action = (state: string): JsonObject =>
    rootObject('ACTION', ID, {
      ism_transition: { _type: 'ISM_TRANSITION', current_state: codedText('openehr', state) },
    });

  it.each([
    ['the state is right, the step is missing', '245', ['/ism_transition/careflow_step existence']],
    ['the state is wrong, too', '528', ['/ism_transition ism_transition']],
  ])('%s', (_, state, expected) => {
    expect(findings(compiled, action(state))).toEqual(expected);
  });
});

describe('computed attributes', () => {
  const ID = 'openEHR-EHR-OBSERVATION.o.v1';
  const duration = (lower: string, upper: string) =>
    complex('DV_DURATION', '', [
      single('value', [
        primitive({ kind: 'duration', range: { lower, upper, lowerIncluded: true, upperIncluded: true } }),
      ]),
    ]);
  const compiled = rooted('OBSERVATION', ID, [
    single('data', [
      complex('HISTORY', 'at0001', [
        container('events', [complex('POINT_EVENT', 'at0002', [single('offset', [duration('PT0S', 'PT10M')], ONE)])]),
      ]),
    ]),
  ]);
  const observation = (origin: string, time: string): JsonObject =>
    rootObject('OBSERVATION', ID, {
      data: {
        _type: 'HISTORY',
        name: text('h'),
        archetype_node_id: 'at0001',
        origin: { value: origin },
        events: [{ _type: 'POINT_EVENT', name: text('e'), archetype_node_id: 'at0002', time: { value: time } }],
      },
    });

  it.each([
    ['inside', '2021-01-01T10:00:00Z', '2021-01-01T10:10:00Z', []],
    ['beyond', '2021-01-01T10:00:00Z', '2021-01-01T10:10:01Z', ['/data/events[0]/time event_offset']],
    ['before the origin', '2021-01-01T10:00:00Z', '2021-01-01T09:59:59Z', ['/data/events[0]/time event_offset']],
    ['in another zone', '2021-01-01T10:00:00Z', '2021-01-01T11:05:00+01:00', []],
    ['one of them without zone: cannot be told', '2021-01-01T10:00:00Z', '2021-01-01T23:00:00', []],
    ['too vague to be told', '2021-01-01T10:00:00Z', '2021-01-02', []],
  ])('EVENT.offset %s', (_, origin, time, expected) => {
    expect(findings(compiled, observation(origin, time))).toEqual(expected);
  });

  const proportion = (trueValid: boolean, falseValid: boolean) =>
    complex('DV_PROPORTION', '', [single('is_integral', [primitive({ kind: 'boolean', trueValid, falseValid })], ONE)]);
  it.each([
    ['must be', proportion(true, false), 1, []],
    ['must be, is not', proportion(true, false), 1.5, ['/value/numerator is_integral']],
    ['need not be', proportion(false, true), 2, []],
  ])('DV_PROPORTION.is_integral: %s', (_, constraint, numerator, expected) => {
    expect(findingsOnValue({ _type: 'DV_PROPORTION', numerator, denominator: 2, type: 0 }, constraint)).toEqual(
      expected,
    );
  });
});

describe('ACTIVITY.action_archetype_id is a pattern itself', () => {
  const ID = 'openEHR-EHR-ACTIVITY.a.v1';
  const pattern = 'openEHR-EHR-ACTION\\.medication\\.v1';
  const compiled = rooted('ACTIVITY', ID, [
    single('action_archetype_id', [primitive({ kind: 'string', list: [], listOpen: false, pattern })]),
  ]);
  it.each([
    [pattern, true],
    [`/${pattern}/`, true],
    ['/.*/', true],
    ['openEHR-EHR-ACTION.medication.v1', true],
    ['openEHR-EHR-ACTION\\.procedure\\.v1', false],
  ])('%s: %s', (value, allowed) => {
    const data = rootObject('ACTIVITY', ID, { action_archetype_id: value });
    expect(findings(compiled, data)).toEqual(allowed ? [] : ['/action_archetype_id string_pattern']);
  });
});

describe('ARCHETYPE_INTERNAL_REF', () => {
  const ref = (targetPath: string, occurrences = MANY): CObject => ({
    kind: 'internal-ref',
    rmType: 'CLUSTER',
    nodeId: '',
    occurrences,
    targetPath,
  });
  const part = complex('CLUSTER', 'at0001', [
    container('items', [complex('ELEMENT', 'at0002', [named('Size')], OPTIONAL), ref('/items[at0001]')]),
  ]);
  const compiled = clusterTemplate([
    container('items', [
      part,
      complex('CLUSTER', 'at0003', [container('items', [ref('/items[at0001 and name/value="x"]', OPTIONAL)])]),
    ]),
  ]);
  const group = (nodeId: string, ...items: JsonValue[]): JsonObject => ({
    _type: 'CLUSTER',
    name: text('g'),
    archetype_node_id: nodeId,
    items,
  });
  const size = element('at0002', 'Size');

  it('stands for the node at its target, inside itself too', () => {
    const nested = group('at0001', size, group('at0001', group('at0001', size)));
    expect(findings(compiled, cluster(nested, group('at0003', group('at0001', size))))).toEqual([]);
    const wrong = group('at0001', group('at0001', element('at0002', 'Weight')));
    expect(findings(compiled, cluster(wrong))).toEqual(['/items[0]/items[0]/items[0]/name name_not_allowed']);
  });

  it('has its own occurrences', () => {
    expect(findings(compiled, cluster(group('at0003', group('at0001', size), group('at0001', size))))).toEqual([
      '/items[0]/items occurrences',
    ]);
  });

  it('a target that is not there is a warning and rejects nothing', () => {
    const lost = clusterTemplate([container('items', [ref('/items[at0009]')])]);
    expect(findings(lost, cluster(group('at0007')))).toEqual([]);
    expect(lost.warnings).toHaveLength(1);
  });
});

describe('the root (1.5 item 13)', () => {
  const ID = 'openEHR-EHR-COMPOSITION.report.v1';
  const compiled = rooted('COMPOSITION', ID, [named('Report')]);
  const composition = (more: Readonly<Record<string, JsonValue>> = {}): JsonObject => ({
    ...rootObject('COMPOSITION', ID, {
      archetype_details: { archetype_id: { value: ID }, template_id: { value: 'test' }, rm_version: '1.1.0' },
      name: text('Report'),
    }),
    ...more,
  });

  it.each([
    ['its own template', composition(), []],
    [
      'another template',
      composition({ archetype_details: { archetype_id: { value: ID }, template_id: { value: 'other' } } }),
      ['/archetype_details template_id'],
    ],
    [
      'no template: a matter of the reference model',
      composition({ archetype_details: { archetype_id: { value: ID } } }),
      [],
    ],
    ['a minor version of the archetype', composition({ archetype_node_id: `${ID}.0.4` }), []],
    [
      'another archetype: the only finding',
      composition({ archetype_node_id: 'openEHR-EHR-COMPOSITION.x.v1', name: text('x') }),
      ['/archetype_node_id root_archetype'],
    ],
    ['another type: the only finding', composition({ _type: 'SECTION' }), ['/ wrong_type']],
    ['another name', composition({ name: text('Note') }), ['/name name_not_allowed']],
    ['without _type: a COMPOSITION', composition({ _type: undefined as never }), []],
  ])('%s', (_, root, expected) => {
    expect(findings(compiled, root)).toEqual(expected);
  });

  it('a template of another type is no template of a COMPOSITION without _type (1.1)', () => {
    const sectionId = 'openEHR-EHR-SECTION.s.v1';
    const section = rooted('SECTION', sectionId, []);
    expect(findings(section, rootObject('SECTION', sectionId))).toEqual([]);
    expect(findings(section, { ...rootObject('SECTION', sectionId), _type: undefined })).toEqual(['/ wrong_type']);
  });

  it('tells what it is a template of', () => {
    expect(compiled).toMatchObject({ templateId: 'test', archetypeId: ID, rmType: 'COMPOSITION', warnings: [] });
  });
});
