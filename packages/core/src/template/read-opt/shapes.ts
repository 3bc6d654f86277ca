import type { Shape } from './reading.ts';

const C_OBJECT = { rm_type_name: 'one', occurrences: 'one', node_id: 'one' } as const;
const C_DOMAIN_TYPE = { ...C_OBJECT, assumed_value: 'one', list: 'many' } as const;
/** C_SINGLE_ATTRIBUTE and C_MULTIPLE_ATTRIBUTE. */
export const ATTRIBUTE: Shape = {
  rm_attribute_name: 'one',
  existence: 'one',
  match_negated: 'one',
  children: 'many',
  cardinality: 'one',
};

/**
 * The kinds of constraint by `xsi:type`, with the elements each may have (AM 1.4 and OPT schemas, and what tools add to
 * them).
 */
export const SHAPES: Readonly<Record<string, Shape>> = {
  C_COMPLEX_OBJECT: { ...C_OBJECT, attributes: 'many' },
  C_ARCHETYPE_ROOT: {
    ...C_OBJECT,
    attributes: 'many',
    archetype_id: 'one',
    template_id: 'one',
    term_definitions: 'many',
    term_bindings: 'many',
  },
  ARCHETYPE_SLOT: { ...C_OBJECT, includes: 'many', excludes: 'many' },
  ARCHETYPE_INTERNAL_REF: { ...C_OBJECT, target_path: 'one' },
  CONSTRAINT_REF: { ...C_OBJECT, reference: 'one' },
  C_CODE_PHRASE: { ...C_OBJECT, assumed_value: 'one', terminology_id: 'one', code_list: 'many' },
  C_CODE_REFERENCE: {
    ...C_OBJECT,
    assumed_value: 'one',
    terminology_id: 'one',
    code_list: 'many',
    referenceSetUri: 'one',
  },
  C_DV_QUANTITY: { ...C_DOMAIN_TYPE, property: 'one' },
  C_DV_ORDINAL: C_DOMAIN_TYPE,
  C_DV_SCALE: C_DOMAIN_TYPE,
  C_DV_STATE: { ...C_OBJECT, assumed_value: 'one', value: 'one' },
  C_PRIMITIVE_OBJECT: { ...C_OBJECT, item: 'one' },
};
