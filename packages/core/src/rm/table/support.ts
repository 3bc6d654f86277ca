import type { ClassFact } from './fact.ts';

/** BASE `base_types.identification`. */
export const support = {
  OBJECT_ID: { abstract: true, attributes: { value: 'String' } },
  UID_BASED_ID: { is: 'OBJECT_ID', abstract: true },
  HIER_OBJECT_ID: { is: 'UID_BASED_ID' },
  OBJECT_VERSION_ID: { is: 'UID_BASED_ID' },
  ARCHETYPE_ID: { is: 'OBJECT_ID' },
  TEMPLATE_ID: { is: 'OBJECT_ID' },
  TERMINOLOGY_ID: { is: 'OBJECT_ID' },
  GENERIC_ID: { is: 'OBJECT_ID', attributes: { scheme: 'String' } },

  OBJECT_REF: { attributes: { id: 'OBJECT_ID', namespace: 'String', type: 'String' } },
  PARTY_REF: { is: 'OBJECT_REF' },
  ACCESS_GROUP_REF: { is: 'OBJECT_REF' },
  LOCATABLE_REF: { is: 'OBJECT_REF', attributes: { id: 'UID_BASED_ID', path: 'String?' } },
} as const satisfies Record<string, ClassFact>;
