import type { RmRule } from '../rule.ts';
import { codeSetRule, groupRule } from './codes.ts';
import { attributeInvariant, invariant, notEmpty, objectOf } from './invariant.ts';

/**
 * openEHR RM, EHR, package composition.
 *
 * An event (433) without context is legal: the section "Event Context" names situations where it is optional or not
 * used, such as nursing observations and patient-entered data. So is a persistent composition (431) with one, since
 * release 1.0.4.
 */
export const compositionRules: readonly RmRule[] = [
  // COMPOSITION: Is_archetype_root, and the template that its content is validated against.
  invariant(
    'COMPOSITION',
    'archetype_details_missing',
    (composition) => composition['archetype_details'] !== undefined,
    'A COMPOSITION must have archetype_details with its archetype_id, template_id and rm_version.',
    '/archetype_details',
  ),
  attributeInvariant(
    'COMPOSITION',
    'archetype_details',
    'template_id_missing',
    (composition) => objectOf(objectOf(composition, 'archetype_details'), 'template_id') !== undefined,
    'The archetype_details of a COMPOSITION must name its template in template_id.',
    '/archetype_details/template_id',
  ),
  // COMPOSITION: Category_validity, Territory_valid, Language_valid.
  groupRule('COMPOSITION', 'category', 'composition_category', 'only'),
  codeSetRule('COMPOSITION', 'territory', 'countries'),
  codeSetRule('COMPOSITION', 'language', 'languages'),
  // EVENT_CONTEXT: Setting_valid (the section "Healthcare Facility, Location and Setting": binding strength example),
  // Location_valid.
  groupRule('EVENT_CONTEXT', 'setting', 'setting', 'example'),
  notEmpty('EVENT_CONTEXT', 'location'),
];
