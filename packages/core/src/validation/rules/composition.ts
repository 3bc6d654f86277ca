import type { RmRule } from '../rule.ts';
import { compositionRootRules } from './archetyped.ts';
import { codeSetRule, groupRule } from './codes.ts';
import { notEmpty } from './invariant.ts';

/**
 * openEHR RM, EHR, package composition.
 *
 * An event (433) without context is legal: the section "Event Context" names situations where it is optional or not used, such as
 * nursing observations and patient-entered data. So is a persistent composition (431) with one, since release 1.0.4.
 */
export const compositionRules: readonly RmRule[] = [
  ...compositionRootRules,
  // COMPOSITION: Category_validity, Territory_valid, Language_valid.
  groupRule('COMPOSITION', 'category', 'composition_category', 'only'),
  codeSetRule('COMPOSITION', 'territory', 'countries'),
  codeSetRule('COMPOSITION', 'language', 'languages'),
  // EVENT_CONTEXT: Setting_valid (the section "Healthcare Facility, Location and Setting": binding strength example), Location_valid.
  groupRule('EVENT_CONTEXT', 'setting', 'setting', 'example'),
  notEmpty('EVENT_CONTEXT', 'location'),
];
