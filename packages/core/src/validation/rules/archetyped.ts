import type { RmRule } from '../rule.ts';
import { attributeInvariant, notEmpty, objectOf, textOf } from './invariant.ts';

/** openEHR RM, Common, package archetyped. */
export const archetypedRules: readonly RmRule[] = [
  // LOCATABLE: Archetype_node_id_valid.
  notEmpty('LOCATABLE', 'archetype_node_id'),
  // LOCATABLE.archetype_node_id: at an archetype root it is the archetype id. That every root has archetype_details is
  // asked of COMPOSITION only: many writers leave them out below, where the node id says the same.
  attributeInvariant(
    'LOCATABLE',
    'archetype_details',
    'archetype_id_mismatch',
    (locatable) => {
      const archetypeId = objectOf(objectOf(locatable, 'archetype_details'), 'archetype_id');
      const nodeId = textOf(locatable, 'archetype_node_id');
      return nodeId === undefined || nodeId === textOf(archetypeId, 'value');
    },
    'archetype_details/archetype_id must be the same as archetype_node_id.',
    '/archetype_details/archetype_id',
  ),
  // ARCHETYPED: Rm_version_valid.
  notEmpty('ARCHETYPED', 'rm_version'),
  // FEEDER_AUDIT_DETAILS: System_id_valid.
  notEmpty('FEEDER_AUDIT_DETAILS', 'system_id'),
];
