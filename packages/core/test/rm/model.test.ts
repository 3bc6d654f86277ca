import { describe, expect, it } from 'vitest';
import { concreteSubtypes, isSubtype, rmAttribute, rmClass, rmClasses, typeOf } from '../../src/rm/index.ts';

describe('rmClass', () => {
  it('has inherited attributes first, in the order of the XML schemas', () => {
    expect([...(rmClass('OBSERVATION')?.attributes.keys() ?? [])]).toEqual([
      'archetype_node_id',
      'name',
      'uid',
      'links',
      'archetype_details',
      'feeder_audit',
      'language',
      'encoding',
      'subject',
      'provider',
      'other_participations',
      'work_flow_id',
      'workflow_id',
      'protocol',
      'guideline_id',
      'data',
      'state',
    ]);
  });

  it('keeps the place of an attribute that is redefined', () => {
    expect([...(rmClass('LOCATABLE_REF')?.attributes.keys() ?? [])]).toEqual(['id', 'namespace', 'type', 'path']);
    expect(rmAttribute('LOCATABLE_REF', 'id')?.type).toBe('UID_BASED_ID');
    expect(rmAttribute('PARTY_REF', 'id')?.type).toBe('OBJECT_ID');
  });

  it('is undefined for what is no class', () => {
    for (const name of ['DV_NONSENSE', 'String', 'toString', '__proto__', '']) expect(rmClass(name)).toBeUndefined();
  });
});

describe('rmAttribute', () => {
  it.each([
    ['COMPOSITION', 'content', { type: 'CONTENT_ITEM', multiple: true, mandatory: false }],
    ['CLUSTER', 'items', { type: 'ITEM', multiple: true, mandatory: true }],
    ['ELEMENT', 'value', { type: 'DATA_VALUE', multiple: false, mandatory: false }],
    ['DV_COUNT', 'magnitude', { type: 'Integer', multiple: false, mandatory: true }],
    ['DV_COUNT', 'normal_range', { type: 'DV_INTERVAL', multiple: false, mandatory: false }],
    ['SECTION', 'archetype_node_id', { type: 'String', mandatory: true, xmlAttribute: true }],
    ['DV_DATE_TIME', 'value', { type: 'Iso8601DateTime', xmlAttribute: false }],
  ])('%s.%s', (type, name, fact) => {
    expect(rmAttribute(type, name)).toMatchObject({ name, ...fact });
  });

  it('is undefined for what the class does not have', () => {
    expect(rmAttribute('ELEMENT', 'items')).toBeUndefined();
    expect(rmAttribute('DV_NONSENSE', 'value')).toBeUndefined();
  });

  it('of archetype_node_id alone is an XML attribute', () => {
    const names = [...rmClasses()].flatMap(({ attributes }) => [...attributes.values()].filter((a) => a.xmlAttribute));
    expect(new Set(names.map(({ name }) => name))).toEqual(new Set(['archetype_node_id']));
  });
});

describe('isSubtype', () => {
  it.each([
    ['DV_CODED_TEXT', 'DV_TEXT', true],
    ['DV_TEXT', 'DV_TEXT', true],
    ['DV_TEXT', 'DV_CODED_TEXT', false],
    ['ITEM_TREE', 'LOCATABLE', true],
    ['DV_DURATION', 'DV_ORDERED', true],
    ['PARTY_RELATED', 'PARTY_PROXY', true],
    ['CODE_PHRASE', 'DATA_VALUE', false],
    ['NONSENSE', 'NONSENSE', false],
    ['DV_TEXT', 'NONSENSE', false],
  ])('%s of %s: %s', (type, ancestor, expected) => {
    expect(isSubtype(type, ancestor)).toBe(expected);
  });
});

it('concreteSubtypes leaves abstract classes out', () => {
  expect(concreteSubtypes('PARTY_PROXY')).toEqual(['PARTY_SELF', 'PARTY_IDENTIFIED', 'PARTY_RELATED']);
  expect(concreteSubtypes('ENTRY')).toEqual(['ADMIN_ENTRY', 'OBSERVATION', 'EVALUATION', 'INSTRUCTION', 'ACTION']);
  expect(concreteSubtypes('DV_BOOLEAN')).toEqual(['DV_BOOLEAN']);
  expect(concreteSubtypes('NONSENSE')).toEqual([]);
});

it('typeOf trusts _type, then the declaration', () => {
  expect(typeOf({ _type: 'DV_CODED_TEXT', value: 'x' }, 'DV_TEXT')).toBe('DV_CODED_TEXT');
  expect(typeOf({ value: 'x' }, 'DV_TEXT')).toBe('DV_TEXT');
});
