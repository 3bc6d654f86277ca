import type { RmRule } from '../rule.ts';
import { invariant, notEmpty, objectOf, textOf } from './invariant.ts';

/** openEHR RM, Common, package archetyped. */
export const archetypedRules: readonly RmRule[] = [
  // LOCATABLE: Archetype_node_id_valid.
  notEmpty('LOCATABLE', 'archetype_node_id'),
  // LOCATABLE.archetype_node_id: at an archetype root it is the archetype id. That every root has archetype_details is asked of
  // COMPOSITION only: many writers leave them out below, where the node id says the same.
  invariant(
    'LOCATABLE',
    'archetype_id_mismatch',
    (locatable) => {
      const archetypeId = objectOf(objectOf(locatable, 'archetype_details'), 'archetype_id');
      return archetypeId === undefined || archetypeId['value'] === locatable['archetype_node_id'];
    },
    'archetype_details/archetype_id must be the same as archetype_node_id.',
    '/archetype_details/archetype_id',
  ),
  // ARCHETYPED: Rm_version_valid.
  notEmpty('ARCHETYPED', 'rm_version'),
  // FEEDER_AUDIT_DETAILS: System_id_valid.
  notEmpty('FEEDER_AUDIT_DETAILS', 'system_id'),
];

/** COMPOSITION: Is_archetype_root, and the template that its content is validated against. */
export const compositionRootRules: readonly RmRule[] = [
  invariant(
    'COMPOSITION',
    'archetype_details_missing',
    (composition) => composition['archetype_details'] !== undefined,
    'A COMPOSITION must have archetype_details with its archetype_id, template_id and rm_version.',
    '/archetype_details',
  ),
  invariant(
    'COMPOSITION',
    'template_id_missing',
    (composition) => {
      const details = objectOf(composition, 'archetype_details');
      return details === undefined || textOf(objectOf(details, 'template_id'), 'value') !== undefined;
    },
    'The archetype_details of a COMPOSITION must name its template in template_id.',
    '/archetype_details/template_id',
  ),
];
