import type { RmRule } from '../rule.ts';
import { groupRule } from './codes.ts';
import { invariant, listOf, notEmpty } from './invariant.ts';

/** openEHR RM, Common, packages generic and change_control. */
export const genericRules: readonly RmRule[] = [
  // PARTY_IDENTIFIED: Basic_validity.
  invariant(
    'PARTY_IDENTIFIED',
    'party_unidentified',
    (party) =>
      party['name'] !== undefined || party['external_ref'] !== undefined || listOf(party, 'identifiers').length > 0,
    'A party must have a name, an identifier or an external_ref.',
  ),
  // PARTY_IDENTIFIED: Name_valid.
  notEmpty('PARTY_IDENTIFIED', 'name'),
  // PARTY_RELATED: Relationship_valid.
  groupRule('PARTY_RELATED', 'relationship', 'subject_relationship', 'example'),
  // PARTICIPATION: Function_valid, Mode_valid.
  groupRule('PARTICIPATION', 'function', 'participation_function', 'example'),
  groupRule('PARTICIPATION', 'mode', 'participation_mode', 'example'),
  // AUDIT_DETAILS: System_id_valid, Change_type_valid.
  notEmpty('AUDIT_DETAILS', 'system_id'),
  groupRule('AUDIT_DETAILS', 'change_type', 'audit_change_type', 'only'),
  // ATTESTATION: Reason_valid.
  groupRule('ATTESTATION', 'reason', 'attestation_reason', 'example'),
  // VERSION: Lifecycle_state_valid.
  groupRule('ORIGINAL_VERSION', 'lifecycle_state', 'version_lifecycle_state', 'only'),
];
