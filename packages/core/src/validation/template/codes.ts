/** The stable `code` of every finding on a template, by the constraint that was broken. */
export type FindingCode =
  // The root of the object.
  | 'root_archetype'
  | 'template_id'
  // Which node a value is, and of which type.
  | 'unexpected_node'
  | 'name_not_allowed'
  | 'wrong_type'
  | 'text_for_uri'
  | 'no_alternative'
  | 'slot_archetype'
  | 'slot_not_archetype_root'
  // How many there are.
  | 'existence'
  | 'occurrences'
  | 'cardinality'
  // C_CODE_PHRASE, C_DV_ORDINAL, C_DV_SCALE, C_DV_STATE.
  | 'terminology_not_allowed'
  | 'code_not_allowed'
  | 'ordinal_symbol'
  | 'ordinal_value'
  | 'state_not_allowed'
  // C_DV_QUANTITY.
  | 'units_not_allowed'
  | 'magnitude_range'
  | 'precision_range'
  // Primitive constraints.
  | 'string_not_in_list'
  | 'string_pattern'
  | 'boolean_not_allowed'
  | 'number_not_in_list'
  | 'number_range'
  | 'temporal_precision'
  | 'temporal_too_precise'
  | 'temporal_range'
  | 'timezone_missing'
  | 'timezone_not_allowed'
  | 'duration_units'
  | 'duration_range'
  // Computed attributes and the instruction state machine.
  | 'event_offset'
  | 'is_integral'
  | 'careflow_step'
  | 'ism_transition';
