import type { JsonObject } from '../../json/value.ts';
import type { RmRule } from '../rule.ts';
import { attributeInvariant, notEmpty, textOf } from './invariant.ts';

const OBJECT_VERSION_ID = /^[^\s:]+(?::[^\s:]+)*::[^\s:]+(?::[^\s:]+)*::[1-9]\d*(?:\.[1-9]\d*\.[1-9]\d*)?$/;
const UID_BASED_ID = /^[^\s:]\S*$/;
// `namespace::` of ADL 2 ids and version suffixes such as `v1.0.0-alpha` or `v1draft` occur in data. Only for texts
// without white space: the end of the pattern then fits at its first try, however long the text.
const ARCHETYPE_ID = /^(?:[\w.-]+::)?[a-z]\w*-[a-z]\w*-[a-z]\w*\.\S+?\.v\d\S*$/i;
const WHITE_SPACE = /\s/;
const NAMESPACE = /^[a-z][\w.:/&?=+-]*$/i;
const PARTY_TYPES = new Set(['PERSON', 'ORGANISATION', 'GROUP', 'AGENT', 'ROLE', 'PARTY', 'ACTOR', 'ANY']);

const value = (object: JsonObject): string => textOf(object, 'value') ?? '';

/** openEHR BASE, Base Types, package identification. */
export const identifierRules: readonly RmRule[] = [
  // OBJECT_ID.value (UID: Value_valid; ARCHETYPE_ID, TEMPLATE_ID, TERMINOLOGY_ID, GENERIC_ID alike).
  notEmpty('OBJECT_ID', 'value'),
  // OBJECT_VERSION_ID: object_id '::' creating_system_id '::' version_tree_id; VERSION_TREE_ID invariants. The kinds of
  // UID are not told apart: systems in use name objects and themselves more freely than UUID, OID and internet domain.
  // An object id alone is how clients leave the version to the server.
  attributeInvariant(
    'OBJECT_VERSION_ID',
    'value',
    'object_version_id_invalid',
    (id) => !value(id).includes('::') || OBJECT_VERSION_ID.test(value(id)),
    'An OBJECT_VERSION_ID must have the form object_id::creating_system_id::version, with a version such as 1 or 1.1.1.',
  ),
  // UID_BASED_ID: root [ '::' extension ].
  attributeInvariant(
    'HIER_OBJECT_ID',
    'value',
    'hier_object_id_invalid',
    (id) => value(id) === '' || UID_BASED_ID.test(value(id)),
    'A HIER_OBJECT_ID must have the form root or root::extension, without white space.',
  ),
  // ARCHETYPE_ID: rm_originator '-' rm_name '-' rm_entity '.' concept_name { '-' specialisation }* '.v' version_id.
  attributeInvariant(
    'ARCHETYPE_ID',
    'value',
    'archetype_id_invalid',
    (id) => value(id) === '' || (!WHITE_SPACE.test(value(id)) && ARCHETYPE_ID.test(value(id))),
    'An ARCHETYPE_ID must have a form such as openEHR-EHR-OBSERVATION.blood_pressure.v2.',
  ),
  notEmpty('GENERIC_ID', 'scheme'),
  // OBJECT_REF.namespace: `local`, `unknown` or this pattern, which matches both.
  attributeInvariant(
    'OBJECT_REF',
    'namespace',
    'namespace_invalid',
    (reference) => NAMESPACE.test(textOf(reference, 'namespace') ?? ''),
    'A namespace must start with a letter and go on with letters, digits and _ . : / & ? = + - only.',
  ),
  notEmpty('OBJECT_REF', 'type'),
  // PARTY_REF: Type_validity; ANY as OBJECT_REF.type allows.
  attributeInvariant(
    'PARTY_REF',
    'type',
    'party_type_unknown',
    (reference) => PARTY_TYPES.has(textOf(reference, 'type') ?? ''),
    `The type of a PARTY_REF must be one of ${[...PARTY_TYPES].join(', ')}.`,
  ),
  // ACCESS_GROUP_REF: Type_validity.
  attributeInvariant(
    'ACCESS_GROUP_REF',
    'type',
    'access_group_type_unknown',
    (reference) => textOf(reference, 'type') === 'ACCESS_GROUP',
    'The type of an ACCESS_GROUP_REF must be ACCESS_GROUP.',
  ),
];
