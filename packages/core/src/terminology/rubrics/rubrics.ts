/** Groups of concepts of the openEHR terminology, by their `openehr_id`. */
export type OpenehrGroup =
  | 'attestation_reason'
  | 'audit_change_type'
  | 'composition_category'
  | 'property'
  | 'version_lifecycle_state'
  | 'participation_function'
  | 'null_flavours'
  | 'participation_mode'
  | 'instruction_states'
  | 'instruction_transitions'
  | 'subject_relationship'
  | 'term_mapping_purpose'
  | 'event_math_function'
  | 'setting'
  | 'extract_content_type'
  | 'extract_action_type'
  | 'extract_update_trigger_event_type';

/** Group → one line `code rubric` per concept. */
export type Rubrics = Readonly<Record<OpenehrGroup, string>>;
