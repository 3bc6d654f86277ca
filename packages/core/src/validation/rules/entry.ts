import { stateAfter } from '../../terminology/index.ts';
import type { RmRule } from '../rule.ts';
import { codeSetRule, groupRule, openehrCodeOf } from './codes.ts';
import { attributeInvariant, notEmpty } from './invariant.ts';

/** openEHR RM, EHR, package composition.content.entry. */
export const entryRules: readonly RmRule[] = [
  // ENTRY: Language_valid, Encoding_valid.
  codeSetRule('ENTRY', 'language', 'languages'),
  codeSetRule('ENTRY', 'encoding', 'character_sets'),
  // ACTIVITY: Action_archetype_id_valid.
  notEmpty('ACTIVITY', 'action_archetype_id'),
  // INSTRUCTION_DETAILS: Activity_path_valid.
  notEmpty('INSTRUCTION_DETAILS', 'activity_id'),
  // ISM_TRANSITION: Current_state_valid, Transition_valid.
  groupRule('ISM_TRANSITION', 'current_state', 'instruction_states', 'only'),
  groupRule('ISM_TRANSITION', 'transition', 'instruction_transitions', 'example'),
  // The section "The Standard Instruction State Machine (ISM)": each transition arrives in one state.
  attributeInvariant(
    'ISM_TRANSITION',
    'transition',
    'state_contradicts_transition',
    (ism) => {
      const arrival = stateAfter(openehrCodeOf(ism, 'transition') ?? '');
      return arrival === undefined || arrival === openehrCodeOf(ism, 'current_state');
    },
    'current_state must be the state in which the transition arrives.',
    '/current_state/defining_code',
  ),
];
