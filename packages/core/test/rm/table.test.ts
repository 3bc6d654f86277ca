import { describe, expect, it } from 'vitest';
import { rmAttribute, rmClass, rmClasses } from '../../src/rm/index.ts';
import { primitiveFormOf } from '../../src/validation/rm-primitives.ts';
import { corpusDir } from '../support/corpus.ts';
import type { Notations } from './published-facts.ts';
import { readBmm, readJsonSchema, readXsd } from './published-facts.ts';

/** What the table says, in its own notation; undefined where it does not have the attribute. */
function tableNotation(path: string): string | undefined {
  const [name = '', attributeName = ''] = path.split('.');
  const attribute = rmAttribute(name, attributeName);
  if (attribute === undefined) return undefined;
  const { type, multiple, mandatory } = attribute;
  const suffix = multiple ? (mandatory ? '+' : '*') : mandatory ? '' : '?';
  return type.replace(/^Iso8601.*$/, 'String') + suffix;
}

/** Published facts about classes of the table that the table states otherwise, as `[published, table]`. */
function deviations(published: Notations, same: (published: string, table: string | undefined) => boolean) {
  const inTable = [...published].filter(([path]) => rmClass(path.split('.')[0] ?? '') !== undefined);
  const differing = inTable.filter(([path, fact]) => !same(fact, tableNotation(path)));
  return Object.fromEntries(differing.map(([path, fact]) => [path, [fact, tableNotation(path)]]));
}

it('every declared type is a class or a primitive, every parent a class', () => {
  for (const { name, parent, attributes } of rmClasses()) {
    if (parent !== undefined) expect(rmClass(parent), name).toBeDefined();
    for (const { type } of attributes.values())
      expect(rmClass(type) ?? primitiveFormOf(type), `${name}: ${type}`).toBeDefined();
  }
});

/** The model's own classes of an XML schema: neither AM nor extract, no simple types. */
function schemaOrders(file: string): (readonly [string, readonly string[], readonly string[]])[] {
  return [...readXsd(file)].flatMap(([name, elements]) => {
    const table = [...(rmClass(name)?.attributes.keys() ?? [])].filter((attribute) => elements.has(attribute));
    return rmClass(name) === undefined ? [] : [[name, [...elements.keys()], table] as const];
  });
}

describe.skipIf(corpusDir === undefined)('the table is what the published forms say', () => {
  const same = (published: string, table: string | undefined) => published === table;
  const sameMultiplicity = (published: string, table: string | undefined) => published === table?.replace(/^\w+/, '');

  it('in the BMM of RM 1.2.0, but for later attributes, erased types and what services leave out', () => {
    expect(deviations(readBmm('openehr_rm_1.2.0.bmm.json'), same)).toEqual({
      'DV_QUANTIFIED.accuracy': ['Any?', undefined],
      'DV_ABSOLUTE_QUANTITY.accuracy': ['DV_AMOUNT?', undefined],
      'DV_COUNT.magnitude': ['Integer64', 'Integer'],
      'DV_MULTIMEDIA.data': ['Octet?', 'Octets?'],
      'DV_MULTIMEDIA.integrity_check': ['Octet?', 'Octets?'],
      'EHR.ehr_access': ['OBJECT_REF', 'OBJECT_REF?'],
      'EHR.tags': ['OBJECT_REF*', undefined],
      'EHR_ACCESS.settings': ['ACCESS_CONTROL_SETTINGS?', 'AnyObject?'],
      'GENERIC_ENTRY.data': ['ITEM', 'ITEM_TREE'],
      'ORIGINAL_VERSION.data': ['T?', 'LOCATABLE?'],
      'REVISION_HISTORY.items': ['REVISION_HISTORY_ITEM+', 'REVISION_HISTORY_ITEM*'],
    });
  });

  it('in the BMM of BASE 1.3.0', () => {
    expect(deviations(readBmm('openehr_base_1.3.0.bmm.json'), same)).toEqual({});
  });

  const lax = ['ACTIVITY.action_archetype_id', 'CONTACT.addresses', 'DV_URI.value', 'DV_EHR_URI.value'];
  const flags = ['lower_included', 'lower_unbounded', 'upper_included', 'upper_unbounded'].map(
    (flag) => `DV_INTERVAL.${flag}`,
  );
  const actors = ['AGENT', 'GROUP', 'ORGANISATION', 'PERSON'];
  const strict = [
    ...flags,
    ...[...actors, 'ROLE'].map((name) => `${name}.uid`),
    'EHR.ehr_access',
    'REVISION_HISTORY.items',
  ];
  const relaxedIn104 = [
    ...actors.flatMap((name) => [`${name}.languages`, `${name}.roles`]),
    'ACTIVITY.timing',
    'DV_QUANTITY.property',
  ];

  it.each([
    ['1.0.3', [...lax, ...strict, ...relaxedIn104]],
    ['1.0.4', [...lax, ...strict, 'EHR.contributions']],
    ['1.1.0', [...lax, ...strict, 'EHR.contributions']],
  ])('in the JSON schemas of RM %s, but for what is mandatory', (release, expected) => {
    const deviating = deviations(readJsonSchema(`openehr_rm_${release}_all.json`), sameMultiplicity);
    expect(Object.keys(deviating).sort()).toEqual(expected.toSorted());
    for (const [published = '', table = ''] of Object.values(deviating)) {
      expect(/[*+]$/.test(published ?? ''), table).toBe(/[*+]$/.test(table ?? ''));
    }
  });

  it.each([
    'opt-1.4-ehrbase-sdk/BaseTypes.xsd',
    'opt-1.4-ehrbase-sdk/Structure.xsd',
    'opt-1.4-ehrbase-sdk/Content.xsd',
    'opt-1.4-ehrbase-sdk/Composition.xsd',
    'opt-1.4-ehrbase-sdk/Version.xsd',
    'RM/Release-1.0.3/BaseTypes.xsd',
    ...['1.0.2', '1.0.4', '1.1.0'].flatMap((release) =>
      ['DataTypes', 'DataStructures', 'Common', 'Ehr', 'Demographic'].map(
        (part) => `RM/Release-${release}/${part}.xsd`,
      ),
    ),
  ])('in the order of %s', (file) => {
    for (const [name, published, table] of schemaOrders(file)) expect(table, name).toEqual(published);
  });
});
