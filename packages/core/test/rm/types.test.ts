import { expectTypeOf, it } from 'vitest';
import type { JsonNumber, JsonObject } from '../../src/json/index.ts';
import type {
  Composition,
  DvText,
  Element,
  ItemStructure,
  PartyProxy,
  RmObject,
  RmSubtypeName,
} from '../../src/rm/index.ts';

it('types follow the table', () => {
  expectTypeOf<RmSubtypeName<'PARTY_PROXY'>>().toEqualTypeOf<'PARTY_SELF' | 'PARTY_IDENTIFIED' | 'PARTY_RELATED'>();
  expectTypeOf<PartyProxy['_type']>().toEqualTypeOf<'PARTY_SELF' | 'PARTY_IDENTIFIED' | 'PARTY_RELATED'>();
  expectTypeOf<RmObject<'DV_QUANTITY'>['magnitude']>().toEqualTypeOf<JsonNumber>();
  expectTypeOf<RmObject<'DV_QUANTITY'>['precision']>().toEqualTypeOf<JsonNumber | undefined>();
  expectTypeOf<RmObject<'CLUSTER'>['archetype_node_id']>().toEqualTypeOf<string>();
  expectTypeOf<RmObject<'HISTORY'>['summary']>().toEqualTypeOf<ItemStructure | undefined>();
  expectTypeOf<RmObject<'LOCATABLE_REF'>['id']['_type']>().toEqualTypeOf<'HIER_OBJECT_ID' | 'OBJECT_VERSION_ID'>();
});

it('RM objects are JSON objects', () => {
  expectTypeOf<Composition>().toExtend<JsonObject>();
});

it('_type tells subtypes apart', () => {
  const code = (text: DvText): string | undefined =>
    text._type === 'DV_CODED_TEXT' ? text.defining_code.code_string : undefined;
  expectTypeOf(code).returns.toEqualTypeOf<string | undefined>();
});

it('_type may be left out where the declared class is concrete, and nowhere else', () => {
  expectTypeOf<{ value: string }>().toExtend<DvText>();
  expectTypeOf<{ value: string; defining_code: RmObject<'CODE_PHRASE'> }>().not.toExtend<Element['value']>();
  // @ts-expect-error value is declared as DATA_VALUE, which is abstract
  const untyped: Element = { archetype_node_id: 'at0001', name: { value: 'n' }, value: { value: 'v' } };
  // @ts-expect-error no such class can stand there
  const wrong: Element = { archetype_node_id: 'at0001', name: { value: 'n' }, value: { _type: 'ELEMENT' } };
  const typed: Element = { archetype_node_id: 'at0001', name: { value: 'n' }, value: { _type: 'DV_TEXT', value: 'v' } };
  expectTypeOf([untyped, wrong, typed]).toExtend<Element[]>();
});
