import { describe, expect, it } from 'vitest';
import { LexicalNumber, parseJson } from '../../src/json/index.ts';
import type { JsonObject, JsonValue } from '../../src/json/index.ts';
import { checkRm } from '../../src/validation/check-rm.ts';
import { MAX_FINDINGS } from '../../src/validation/findings.ts';
import { createRmCheck } from '../../src/validation/rm-walk.ts';
import type { RmRule } from '../../src/validation/rule.ts';

const text = (value: string): JsonObject => ({ _type: 'DV_TEXT', value });
const element = (value: JsonValue): JsonObject => ({
  _type: 'ELEMENT',
  name: text('e'),
  archetype_node_id: 'at0002',
  value,
});
const tree = (...items: JsonValue[]): JsonObject => ({
  _type: 'ITEM_TREE',
  name: text('t'),
  archetype_node_id: 'at0001',
  items,
});
const code = (terminology: string, code_string: string): JsonObject => ({
  terminology_id: { value: terminology },
  code_string,
});

/** Findings of form, `path code`. */
const form = (value: JsonValue, rmType: string): string[] =>
  checkRm(value, rmType).structural.map(({ path, code }) => `${path} ${code}`);

describe('_type', () => {
  it('may be left out where the declared type is concrete', () => {
    expect(form({ value: 'x' }, 'DV_TEXT')).toEqual([]);
    expect(form({ name: { value: 'x' }, archetype_node_id: 'at0001' }, 'ITEM_TREE')).toEqual([]);
  });

  it('may name a subtype of the declared type', () => {
    expect(form({ _type: 'DV_CODED_TEXT', value: 'x', defining_code: code('local', 'at0001') }, 'DV_TEXT')).toEqual([]);
    expect(form({ _type: 'PARTY_RELATED', name: 'x' }, 'PARTY_PROXY')).toEqual(['/relationship missing_attribute']);
  });

  it.each([
    ['is missing where the declared type is abstract', { value: 'x' }, 'type_missing'],
    ['names no class', { _type: 'DV_NONSENSE', value: 'x' }, 'type_unknown'],
    ['names a class in another spelling', { _type: 'DvText', value: 'x' }, 'type_unknown'],
    ['names a primitive', { _type: 'String', value: 'x' }, 'type_unknown'],
    ['is no text', { _type: 1, value: 'x' }, 'type_unknown'],
    ['is null', { _type: null, value: 'x' }, 'type_unknown'],
    ['names a property of every object', { _type: 'constructor', value: 'x' }, 'type_unknown'],
    ['names an abstract class', { _type: 'DV_ORDERED', value: 'x' }, 'type_abstract'],
    ['names no subtype of the declared type', { _type: 'CLUSTER', value: 'x' }, 'type_mismatch'],
  ])('%s', (_name, value, expected) => {
    expect(form(tree(element(value)), 'ITEM_STRUCTURE')).toEqual([`/items[0]/value/_type ${expected}`]);
  });

  it('is wrong at the root as well', () => {
    expect(form({ _type: 'SECTION' }, 'COMPOSITION')).toEqual(['/_type type_mismatch']);
    expect(form([], 'COMPOSITION')).toEqual(['/ object_expected']);
    expect(form('COMPOSITION', 'COMPOSITION')).toEqual(['/ object_expected']);
  });

  it('says which classes are allowed', () => {
    expect(checkRm({}, 'PARTY_PROXY').structural).toEqual([
      {
        path: '/_type',
        code: 'type_missing',
        message: 'PARTY_PROXY is abstract: _type must name PARTY_SELF or PARTY_IDENTIFIED or PARTY_RELATED.',
      },
    ]);
  });
});

describe('attributes', () => {
  it.each<[string, JsonValue, string[]]>([
    ['unknown', { value: 'x', valeu: 'y' }, ['/valeu unknown_attribute']],
    ['unknown, called like a property of every object', { value: 'x', toString: 'y' }, ['/toString unknown_attribute']],
    ['missing', {}, ['/value missing_attribute']],
    ['absent, as programs say it', { value: 'x', formatting: undefined }, []],
    ['null', { value: 'x', formatting: null }, ['/formatting null_value']],
    ['null, mandatory', { value: null }, ['/value null_value']],
    ['a list for a single value', { value: ['x'] }, ['/value single_value_expected']],
    ['an empty list for a single value', { value: [] }, ['/value single_value_expected']],
    ['a single value for a list', { value: 'x', mappings: {} }, ['/mappings list_expected']],
    ['an empty list', { value: 'x', mappings: [] }, []],
    ['null in a list', { value: 'x', mappings: [null] }, ['/mappings[0] null_value']],
    ['a list in a list', { value: 'x', mappings: [[]] }, ['/mappings[0] object_expected']],
    ['text for an object', { value: 'x', language: 'en' }, ['/language object_expected']],
    ['a number for an object', { value: 'x', language: new LexicalNumber('1.0') }, ['/language object_expected']],
    ['an object for text', { value: { value: 'x' } }, ['/value wrong_primitive']],
  ])('%s', (_name, value, expected) => {
    expect(form(value, 'DV_TEXT')).toEqual(expected);
  });

  it('a mandatory list must have members', () => {
    const cluster = { name: text('c'), archetype_node_id: 'at0001' };
    expect(form(cluster, 'CLUSTER')).toEqual(['/items missing_attribute']);
    expect(form({ ...cluster, items: [] }, 'CLUSTER')).toEqual(['/items missing_attribute']);
    expect(form({ ...cluster, items: [element(text('x'))] }, 'CLUSTER')).toEqual([]);
  });

  it('shows only the beginning of a name that is no name', () => {
    const [finding] = checkRm({ value: 'x', ['n'.repeat(5000)]: 1 }, 'DV_TEXT').structural;
    expect(finding?.path).toBe(`/${'n'.repeat(60)}…`);
  });
});

describe('primitives', () => {
  const quantity = (magnitude: string): string => `{"magnitude":${magnitude},"units":"mm[Hg]"}`;
  const count = (magnitude: string): string => `{"magnitude":${magnitude}}`;
  const mapping = (match: string): string =>
    `{"match":${match},"target":{"terminology_id":{"value":"t"},"code_string":"c"}}`;
  const media = (data: string): string =>
    `{"media_type":{"terminology_id":{"value":"t"},"code_string":"c"},"size":1,"data":${data}}`;

  it.each([
    ['DV_QUANTITY', quantity('7.0')],
    ['DV_QUANTITY', quantity('12345678901234567890.12')],
    ['DV_COUNT', count('7')],
    ['DV_COUNT', count('7.0')],
    ['DV_COUNT', count('9223372036854775807')],
    ['DV_BOOLEAN', '{"value":false}'],
    ['TERM_MAPPING', mapping('"="')],
    ['TERM_MAPPING', mapping('"😀"')],
    ['DV_MULTIMEDIA', media('"AAECAw=="')],
    ['DV_MULTIMEDIA', media('""')],
  ])('%s accepts %s', (rmType, json) => {
    expect(form(parseJson(json), rmType)).toEqual([]);
  });

  it.each([
    ['DV_QUANTITY', quantity('"7.0"'), '/magnitude'],
    ['DV_COUNT', count('7.5'), '/magnitude'],
    ['DV_COUNT', count('9223372036854775807.5'), '/magnitude'],
    ['DV_COUNT', count('true'), '/magnitude'],
    ['DV_BOOLEAN', '{"value":"false"}', '/value'],
    ['DV_DATE', '{"value":2020}', '/value'],
    ['TERM_MAPPING', mapping('""'), '/match'],
    ['TERM_MAPPING', mapping('">="'), '/match'],
    ['DV_MULTIMEDIA', media('"AAECAw="'), '/data'],
    ['DV_MULTIMEDIA', media('"-AE="'), '/data'],
    ['DV_MULTIMEDIA', media('"A==="'), '/data'],
    ['DV_MULTIMEDIA', media('"AAEC\\nAAEC"'), '/data'],
    ['DV_MULTIMEDIA', media('" AAE"'), '/data'],
    ['DV_MULTIMEDIA', media('"AA==AAEC"'), '/data'],
    ['DV_MULTIMEDIA', media('"AAEé"'), '/data'],
    ['DV_MULTIMEDIA', media('[0,1,2]'), '/data'],
  ])('%s refuses %s', (rmType, json, path) => {
    const [finding] = form(parseJson(json), rmType);
    expect(finding).toMatch(new RegExp(`^${path} (wrong_primitive|single_value_expected)$`));
  });

  it('refuses numbers that JSON cannot write', () => {
    expect(form({ magnitude: Number.NaN, units: '1' }, 'DV_QUANTITY')).toEqual(['/magnitude wrong_primitive']);
    expect(form({ magnitude: Number.POSITIVE_INFINITY }, 'DV_COUNT')).toEqual(['/magnitude wrong_primitive']);
  });

  it.each([
    ['U+0000', 'a\0b'],
    ['the first half of a surrogate pair', 'a\ud83d'],
    ['the second half of a surrogate pair', '\ude00b'],
  ])('refuses a text with %s', (_name, value) => {
    expect(form(tree(element(text(value))), 'ITEM_TREE')).toEqual(['/items[0]/value/value invalid_character']);
    expect(form(code('t', value), 'CODE_PHRASE')).toEqual(['/code_string invalid_character']);
  });

  it('accepts a text with any other character', () => {
    expect(form(text('\u0001 \t\r\n é 😀 \uffff'), 'DV_TEXT')).toEqual([]);
  });

  it('leaves what EHR_ACCESS.settings holds to the access control scheme', () => {
    const access = { name: text('a'), archetype_node_id: 'at0001' };
    expect(form({ ...access, settings: { _type: 'MY_SETTINGS', level: 3 } }, 'EHR_ACCESS')).toEqual([]);
    expect(form({ ...access, settings: 'open' }, 'EHR_ACCESS')).toEqual(['/settings wrong_primitive']);
  });
});

describe('findings', () => {
  it('have instance paths and come in document order', () => {
    const items = [element({ _type: 'DV_COUNT' }), { ...element(text('x')), value: { _type: 'NONE' }, extra: 1 }];
    const event = { _type: 'POINT_EVENT', name: text('e'), archetype_node_id: 'at0003', data: tree(...items), odd: [] };
    const history = { name: text('h'), archetype_node_id: 'at0001', events: [event] };
    expect(form(history, 'HISTORY')).toEqual([
      '/origin missing_attribute',
      '/events[0]/odd unknown_attribute',
      '/events[0]/time missing_attribute',
      '/events[0]/data/items[0]/value/magnitude missing_attribute',
      '/events[0]/data/items[1]/extra unknown_attribute',
      '/events[0]/data/items[1]/value/_type type_unknown',
    ]);
  });

  it('are counted up to a limit, and the last one says that there are more', () => {
    const broken = Array.from({ length: MAX_FINDINGS + 1 }, () => element({ _type: 'DV_TEXT' }));
    const { structural } = checkRm(tree(...broken), 'ITEM_TREE');
    expect(structural).toHaveLength(MAX_FINDINGS + 1);
    expect(structural.at(-2)?.path).toBe(`/items[${MAX_FINDINGS - 1}]/value/value`);
    expect(structural.at(-1)).toMatchObject({ path: '/', code: 'further_findings' });
    expect(checkRm(tree(...broken.slice(1)), 'ITEM_TREE').structural).toHaveLength(MAX_FINDINGS);
  });

  it('never tell a value', () => {
    const { structural } = checkRm(
      tree(element({ _type: 'Jane', value: 'Doe' }), element({ _type: 'DV_COUNT', magnitude: 'Doe' })),
      'ITEM_TREE',
    );
    expect(structural).toHaveLength(2);
    expect(JSON.stringify(structural)).not.toMatch(/Jane|Doe/);
  });

  it('stop where only a program can have nested so deep', () => {
    let cluster: JsonObject = element(text('x'));
    for (let depth = 0; depth < 20_000; depth++) {
      cluster = { _type: 'CLUSTER', name: text('c'), archetype_node_id: 'at0001', items: [cluster] };
    }
    expect(checkRm(cluster, 'CLUSTER').structural[0]?.code).toBe('too_deep');
  });

  it('an unknown declared type is a mistake of the program', () => {
    expect(() => checkRm({}, 'DV_NONSENSE')).toThrow('no class DV_NONSENSE');
  });
});

describe('rules', () => {
  const always = (rmClass: string): RmRule => ({
    rmClass,
    code: 'seen',
    check: (_object, report) => report(rmClass, 'Seen.'),
  });
  const check = createRmCheck(['ITEM_TREE', 'LOCATABLE', 'DV_TEXT', 'DV_CODED_TEXT'].map(always));
  const seen = (value: JsonValue, rmType: string): string[] =>
    check(value, rmType).invariants.map(({ path, code: rule }) => `${path} ${rule}`);

  it('are checked on their class and its subtypes, in document order', () => {
    const coded = { _type: 'DV_CODED_TEXT', value: 'x', defining_code: code('local', 'at0001') };
    expect(seen(tree(element(coded)), 'ITEM_STRUCTURE')).toEqual([
      '/ ITEM_TREE',
      '/ LOCATABLE',
      '/name DV_TEXT',
      '/items[0] LOCATABLE',
      '/items[0]/name DV_TEXT',
      '/items[0]/value DV_TEXT',
      '/items[0]/value DV_CODED_TEXT',
    ]);
  });

  it('are not checked on an object whose form is broken, nor on one that holds it as data', () => {
    expect(seen(tree(element({ _type: 'DV_TEXT', valeu: 'x' })), 'ITEM_TREE')).toEqual([
      '/ ITEM_TREE',
      '/ LOCATABLE',
      '/name DV_TEXT',
      '/items[0]/name DV_TEXT',
    ]);
    expect(seen({ ...tree(), name: {} }, 'ITEM_TREE')).toEqual([]);
    expect(seen({ ...tree(), items: [1] }, 'ITEM_TREE')).toEqual(['/name DV_TEXT']);
  });

  it('report below the object they are checked on', () => {
    const below = createRmCheck([
      { rmClass: 'CODE_PHRASE', code: 'c', check: (_object, report) => report('c', 'm', '/code_string') },
    ]);
    expect(below({ value: 'x', language: code('t', 'en') }, 'DV_TEXT').invariants[0]?.path).toBe(
      '/language/code_string',
    );
    expect(below(code('t', 'en'), 'CODE_PHRASE').invariants[0]?.path).toBe('/code_string');
  });

  it('about an attribute are checked where it is present and sound, whatever else the object is', () => {
    const about = createRmCheck([{ ...always('DV_TEXT'), attribute: 'formatting' }]);
    const codes = (value: JsonObject): number => about(value, 'DV_TEXT').invariants.length;
    expect(codes({ value: 'x' })).toBe(0);
    expect(codes({ value: 'x', formatting: 'y' })).toBe(1);
    expect(codes({ _type: 'DV_CODED_TEXT', value: 'x', formatting: 'y', defining_code: code('t', 'c') })).toBe(1);
    expect(codes({ value: 'x', formatting: 1 })).toBe(0);
    expect(codes({ value: 1, formatting: 'y' })).toBe(1);
  });

  it('must be about classes and attributes that exist', () => {
    expect(() => createRmCheck([always('DV_NONSENSE')])).toThrow('DV_NONSENSE');
    expect(() => createRmCheck([{ ...always('DV_TEXT'), attribute: 'magnitude' }])).toThrow('DV_TEXT.magnitude');
  });
});
