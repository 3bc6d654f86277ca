import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/json/index.ts';
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
  oneOf,
  OPTIONAL,
  primitive,
  rootObject,
  single,
  template,
  text,
} from './support.ts';

const elementOf = (nodeId: string, rmType: string, ...more: Parameters<typeof complex>[2] & object) =>
  complex('ELEMENT', nodeId, [single('value', [complex(rmType, '')]), ...more], OPTIONAL);
const date = (pattern: string) => complex('DV_DATE', '', [single('value', [primitive({ kind: 'date', pattern })])]);
const duration = (pattern: string) =>
  complex('DV_DURATION', '', [single('value', [primitive({ kind: 'duration', pattern })])]);
const count = { _type: 'DV_COUNT', magnitude: 1 };
const items = (...children: Parameters<typeof container>[1]) => clusterTemplate([container('items', children)]);

describe('same-id siblings told apart by name (1.5 item 1)', () => {
  const siblings = items(
    elementOf('at0001', 'DV_COUNT', named('Systolic')),
    elementOf('at0001', 'DV_TEXT', named('Comment')),
  );
  const withFallback = items(elementOf('at0001', 'DV_COUNT', named('Systolic')), elementOf('at0001', 'DV_TEXT'));

  it.each([
    ['each by its name', siblings, [element('at0001', 'Comment'), element('at0001', 'Systolic', count)], []],
    ['a value of the other sibling', siblings, [element('at0001', 'Systolic')], ['/items[0]/value wrong_type']],
    ['a name that none has', siblings, [element('at0001', 'Other')], ['/items[0]/name name_not_allowed']],
    ['an id that none has', siblings, [element('at0002', 'Systolic')], ['/items[0] unexpected_node']],
    ['any other name goes to the unnamed sibling', withFallback, [element('at0001', 'Other')], []],
    ['the named sibling comes first', withFallback, [element('at0001', 'Systolic')], ['/items[0]/value wrong_type']],
    [
      'what has no room in the named sibling goes to the unnamed one',
      withFallback,
      [element('at0001', 'Systolic', count), element('at0001', 'Systolic')],
      [],
    ],
    ['a repetition suffix is not part of the name', siblings, [element('at0001', 'Systolic #2', count)], []],
    [
      'the occurrences of each are counted apart',
      siblings,
      [element('at0001', 'Comment'), element('at0001', 'Comment #2')],
      ['/items occurrences'],
    ],
  ])('%s', (_, compiled, members, expected) => {
    expect(findings(compiled, cluster(...members))).toEqual(expected);
  });

  it('a lone candidate with another name is still checked and counted', () => {
    const compiled = items(
      complex('ELEMENT', 'at0001', [named('Systolic'), single('value', [complex('DV_COUNT', '')])], ONE),
    );
    expect(findings(compiled, cluster(element('at0001', 'Diastolic')))).toEqual([
      '/items[0]/name name_not_allowed',
      '/items[0]/value wrong_type',
    ]);
  });

  it('a suffix that is part of the template name is not taken off', () => {
    const compiled = items(
      elementOf('at0001', 'DV_COUNT', named('Test #1')),
      elementOf('at0001', 'DV_TEXT', named('Test #2')),
    );
    expect(findings(compiled, cluster(element('at0001', 'Test #2'), element('at0001', 'Test #1 #3', count)))).toEqual(
      [],
    );
  });

  it('siblings without names are told apart by what they allow', () => {
    const compiled = items(elementOf('at0001', 'DV_COUNT'), elementOf('at0001', 'DV_TEXT'));
    expect(findings(compiled, cluster(element('at0001'), element('at0001', 'n', count)))).toEqual([]);
    expect(findings(compiled, cluster(element('at0001', 'n', { _type: 'DV_BOOLEAN', value: true })))).toEqual([
      '/items[0]/value wrong_type',
    ]);
  });
});

describe('each member is matched to exactly one node, whatever their order (1.3)', () => {
  const coded = element('at0001', 'n', codedText('local', 'at0002'));
  const plain = element('at0001');
  const texts = items(elementOf('at0001', 'DV_TEXT'), elementOf('at0001', 'DV_CODED_TEXT'));
  const byName = items(
    complex('ELEMENT', 'at0001', [named('A', 'B')], OPTIONAL),
    complex('ELEMENT', 'at0001', [named('A', 'C')], OPTIONAL),
    complex('ELEMENT', 'at0001', [named('A')], OPTIONAL),
  );
  const [a, b, c] = ['A', 'B', 'C'].map((name) => element('at0001', name)) as [JsonObject, JsonObject, JsonObject];
  const mandatory = items(
    complex('ELEMENT', 'at0001', [single('value', [complex('DV_TEXT', '')])]),
    complex('ELEMENT', 'at0001', [single('value', [complex('DV_CODED_TEXT', '')])], ONE),
  );

  it.each([
    ['the one that both take is given up for the other', texts, [coded, plain], []],
    ['and the other way round', texts, [plain, coded], []],
    ['there is no place for two', texts, [plain, plain], ['/items[1]/value wrong_type']],
    ['by name', byName, [a, b], []],
    ['by name, over several steps', byName, [a, a, b], []],
    ['by name, all three', byName, [a, b, c], []],
    ['by name, too many', byName, [a, a, b, c], ['/items occurrences']],
    ['a mandatory one gets what another can do without', mandatory, [coded, plain], []],
    ['a mandatory one that none is for', mandatory, [plain, plain], ['/items occurrences']],
  ])('%s', (_, compiled, members, expected) => {
    expect(findings(compiled, cluster(...members))).toEqual(expected);
  });
});

describe('name constraints', () => {
  const terms = {
    en: { at0001: 'Finding', at0002: 'Left', at0003: 'Right' },
    de: { at0001: 'Befund', at0002: 'Links', at0003: 'Rechts' },
  };
  const compile = (name: Parameters<typeof single>[1]) =>
    clusterTemplate([container('items', [complex('ELEMENT', 'at0001', [single('name', name)])])], terms);
  const coded = compile([
    complex('DV_CODED_TEXT', '', [single('defining_code', [codes('local', 'at0002', 'at0003')])]),
  ]);
  const fixed = compile([complex('DV_TEXT', '', [single('value', [oneOf('Finding')])])]);
  const namedWith = (name: object) => cluster({ ...element('at0001'), name: name as ReturnType<typeof text> });

  it.each([
    ['fixed text', fixed, text('Finding'), true],
    ['fixed text in another language of the template', fixed, text('Befund'), true],
    ['fixed text carried by a coded text', fixed, codedText('local', 'at0099', 'Finding'), true],
    ['another text', fixed, text('Links'), false],
    ['code', coded, codedText('local', 'at0002', 'left side'), true],
    ['code of another terminology', coded, codedText('other', 'at0002', 'left side'), false],
    ['unlisted code', coded, codedText('local', 'at0001', 'Finding'), false],
    ['the text of a listed code', coded, text('Right'), true],
    ['the text of a listed code in another language, repeated', coded, text('Rechts #4'), true],
    ['the text of an unlisted code', coded, text('Finding'), false],
    ['no constraint in a bare DV_TEXT', compile([complex('DV_TEXT', '')]), text('anything'), true],
    [
      'no constraint in a coded text without codes',
      compile([complex('DV_CODED_TEXT', '', [single('defining_code', [codes('local')])])]),
      text('anything'),
      true,
    ],
    [
      'one of several alternatives',
      compile([
        complex('DV_TEXT', '', [single('value', [oneOf('A')])]),
        complex('DV_TEXT', '', [single('value', [oneOf('B')])]),
      ]),
      text('B'),
      true,
    ],
  ])('%s', (_, compiled, name, allowed) => {
    expect(findings(compiled, namedWith(name))).toEqual(allowed ? [] : ['/items[0]/name name_not_allowed']);
  });

  it('an archetype root has its own terms', () => {
    const inner = archetyped('CLUSTER', 'openEHR-EHR-CLUSTER.inner.v1', [named('Size')], MANY, {
      en: { at0000: 'Size' },
      sv: { at0000: 'Storlek' },
    });
    const compiled = items(inner);
    const named2 = (name: string) =>
      cluster({ ...rootObject('CLUSTER', 'openEHR-EHR-CLUSTER.inner.v1'), name: text(name) });
    expect(findings(compiled, named2('Storlek'))).toEqual([]);
    expect(findings(compiled, named2('Dimension'))).toEqual(['/items[0]/name name_not_allowed']);
  });
});

describe('types (1.3 and 1.5 items 5, 6, 12, 18)', () => {
  const value = (rmType: string) => [complex(rmType, '')];
  const related = { _type: 'PARTY_RELATED', relationship: codedText('openehr', '10') };
  const quantity = { _type: 'DV_QUANTITY', magnitude: 1, units: 'mg' };

  it.each([
    ['a coded text where the template says DV_TEXT', value('DV_TEXT'), codedText('local', 'at0001'), true],
    ['a plain text where the template says DV_CODED_TEXT', value('DV_CODED_TEXT'), text('a'), false],
    ['a plain text where DV_TEXT is an alternative', [...value('DV_CODED_TEXT'), ...value('DV_TEXT')], text('a'), true],
    ['an absent _type where the declared type is abstract', value('DV_TEXT'), { value: 'a' }, false],
    ['any data value', value('DATA_VALUE'), count, true],
    [
      'an interval of the parameter type',
      value('DV_INTERVAL<DV_QUANTITY>'),
      { _type: 'DV_INTERVAL', lower: quantity },
      true,
    ],
    ['an interval of another type', value('DV_INTERVAL<DV_COUNT>'), { _type: 'DV_INTERVAL', lower: quantity }, false],
    ['an interval without bounds', value('DV_INTERVAL<DV_COUNT>'), { _type: 'DV_INTERVAL' }, true],
    ['a plain DV_INTERVAL', value('DV_INTERVAL'), { _type: 'DV_INTERVAL', upper: quantity }, true],
    ['a node id on a data value means nothing', [complex('DV_COUNT', 'at0009')], count, true],
    ['a class that the model does not have', value('DV_UNHEARD_OF'), count, true],
  ])('%s', (_, alternatives, data, accepted) => {
    expect(findingsOnValue(data, ...alternatives)).toEqual(accepted ? [] : ['/value wrong_type']);
  });

  it('an absent _type stands for a declared type that is concrete', () => {
    const compiled = items(complex('ELEMENT', 'at0001', [single('null_flavour', [complex('DV_CODED_TEXT', '')])]));
    expect(findings(compiled, cluster({ ...element('at0001'), null_flavour: { value: 'unknown' } }))).toEqual([]);
    const textOnly = items(complex('ELEMENT', 'at0001', [single('null_flavour', [complex('DV_COUNT', '')])]));
    expect(findings(textOnly, cluster({ ...element('at0001'), null_flavour: { value: 'unknown' } }))).toEqual([
      '/items[0]/null_flavour wrong_type',
    ]);
  });

  it.each([
    ['EVENT', 'POINT_EVENT', true],
    ['EVENT', 'INTERVAL_EVENT', true],
    ['POINT_EVENT', 'INTERVAL_EVENT', false],
  ])('%s in the template, %s in data', (constraint, type, accepted) => {
    const id = 'openEHR-EHR-HISTORY.h.v1';
    const compiled = compileTemplate(
      template(archetyped('HISTORY', id, [container('events', [complex(constraint, 'at0001')])], ONE)),
    );
    const history = {
      ...rootObject('HISTORY', id),
      events: [{ _type: type, name: text('e'), archetype_node_id: 'at0001' }],
    };
    expect(findings(compiled, history)).toEqual(accepted ? [] : ['/events[0] wrong_type']);
  });

  it('a subject who must be a related party', () => {
    const id = 'openEHR-EHR-OBSERVATION.o.v1';
    const compiled = compileTemplate(
      template(archetyped('OBSERVATION', id, [single('subject', [complex('PARTY_RELATED', '')])], ONE)),
    );
    expect(findings(compiled, rootObject('OBSERVATION', id, { subject: related }))).toEqual([]);
    expect(findings(compiled, rootObject('OBSERVATION', id, { subject: { _type: 'PARTY_SELF' } }))).toEqual([
      '/subject wrong_type',
    ]);
  });

  it('the structure of a single attribute must have the node id of the template', () => {
    const id = 'openEHR-EHR-EVALUATION.e.v1';
    const compiled = compileTemplate(
      template(archetyped('EVALUATION', id, [single('data', [complex('ITEM_TREE', 'at0001')])], ONE)),
    );
    const data = (nodeId: string, type = 'ITEM_TREE') =>
      rootObject('EVALUATION', id, { data: { _type: type, name: text('t'), archetype_node_id: nodeId } });
    expect(findings(compiled, data('at0001'))).toEqual([]);
    expect(findings(compiled, data('at0002'))).toEqual(['/data unexpected_node']);
    expect(findings(compiled, data('at0001', 'ITEM_LIST'))).toEqual(['/data wrong_type']);
  });
});

describe('alternatives of a single attribute', () => {
  const list = (...allowed: string[]) => complex('DV_TEXT', '', [single('value', [oneOf(...allowed)])]);
  const code = complex('DV_CODED_TEXT', '', [single('defining_code', [codes('local', 'at0001')])]);

  it.each([
    ['one of two of a type', [list('a'), list('b')], text('b'), []],
    ['none of two of a type', [list('a'), list('b')], text('c'), ['/value no_alternative']],
    [
      'none, but only one of the very type',
      [list('a'), code],
      codedText('local', 'at0002'),
      ['/value/defining_code code_not_allowed'],
    ],
    [
      'a code outside the list passes as an open DV_TEXT',
      [complex('DV_TEXT', ''), code],
      codedText('local', 'at0002'),
      [],
    ],
  ])('%s', (_, alternatives, data, expected) => {
    expect(findingsOnValue(data, ...alternatives)).toEqual(expected);
  });

  it('members without node ids in a container are matched by what they satisfy', () => {
    const performed = (codeString: string, occurrences = OPTIONAL) =>
      complex(
        'PARTICIPATION',
        '',
        [single('function', [complex('DV_CODED_TEXT', '', [single('defining_code', [codes('local', codeString)])])])],
        occurrences,
      );
    const id = 'openEHR-EHR-OBSERVATION.o.v1';
    const compiled = compileTemplate(
      template(
        archetyped('OBSERVATION', id, [container('other_participations', [performed('a', ONE), performed('b')])], ONE),
      ),
    );
    const participations = (...functions: string[]) =>
      rootObject('OBSERVATION', id, {
        other_participations: functions.map((f) => ({ _type: 'PARTICIPATION', function: codedText('local', f) })),
      });
    expect(findings(compiled, participations('b', 'a'))).toEqual([]);
    expect(findings(compiled, participations('b', 'b'))).toEqual([
      '/other_participations occurrences',
      '/other_participations occurrences',
    ]);
    expect(findings(compiled, participations('a', 'c'))).toEqual(['/other_participations[1] no_alternative']);
  });

  it('members without node ids in a container make room for each other', () => {
    const id = 'openEHR-EHR-OBSERVATION.o.v1';
    const onlyA = [complex('DV_TEXT', '', [single('value', [oneOf('A')])])];
    const compiled = compileTemplate(
      template(
        archetyped(
          'OBSERVATION',
          id,
          [
            container('other_participations', [
              complex('PARTICIPATION', '', [], OPTIONAL),
              complex('PARTICIPATION', '', [single('function', onlyA)], OPTIONAL),
            ]),
          ],
          ONE,
        ),
      ),
    );
    const participations = (...functions: string[]) =>
      rootObject('OBSERVATION', id, {
        other_participations: functions.map((f) => ({ _type: 'PARTICIPATION', function: text(f) })),
      });
    expect(findings(compiled, participations('A', 'Z'))).toEqual([]);
    expect(findings(compiled, participations('Z', 'A'))).toEqual([]);
    expect(findings(compiled, participations('Z', 'Y'))).toEqual(['/other_participations occurrences']);
  });

  // docs/decisions/0010: the profile decides about what is reported here.
  it.each([
    [
      'a date that is more precise than either allows',
      [date('yyyy-??-XX'), date('yyyy-XX-XX')],
      { _type: 'DV_DATE', value: '2020-01-01' },
      ['/value/value temporal_too_precise'],
    ],
    [
      'a duration in units of neither',
      [duration('PTH'), duration('PY')],
      { _type: 'DV_DURATION', value: 'P1D' },
      ['/value/value duration_units'],
    ],
    [
      'what satisfies one is nothing to tolerate',
      [duration('PTH'), duration('PD')],
      { _type: 'DV_DURATION', value: 'P1D' },
      [],
    ],
    ['a text for either URI', [complex('DV_URI', ''), complex('DV_EHR_URI', '')], text('x'), ['/value text_for_uri']],
    [
      'a text for a URI or a number',
      [complex('DV_URI', ''), complex('DV_COUNT', '')],
      text('x'),
      ['/value wrong_type'],
    ],
  ])('what is tolerable is tolerable among alternatives: %s', (_, alternatives, data, expected) => {
    expect(findingsOnValue(data, ...alternatives)).toEqual(expected);
  });
});
