import type { ClassFact } from './fact.ts';

/** RM `data_types`. */
export const dataTypes = {
  DATA_VALUE: { abstract: true },

  // basic
  DV_BOOLEAN: { is: 'DATA_VALUE', attributes: { value: 'Boolean' } },
  DV_STATE: { is: 'DATA_VALUE', attributes: { value: 'DV_CODED_TEXT', is_terminal: 'Boolean' } },
  DV_IDENTIFIER: {
    is: 'DATA_VALUE',
    attributes: { issuer: 'String?', assigner: 'String?', id: 'String', type: 'String?' },
  },

  // text
  DV_TEXT: {
    is: 'DATA_VALUE',
    attributes: {
      value: 'String',
      hyperlink: 'DV_URI?',
      formatting: 'String?',
      mappings: 'TERM_MAPPING*',
      language: 'CODE_PHRASE?',
      encoding: 'CODE_PHRASE?',
    },
  },
  DV_CODED_TEXT: { is: 'DV_TEXT', attributes: { defining_code: 'CODE_PHRASE' } },
  DV_PARAGRAPH: { is: 'DATA_VALUE', attributes: { items: 'DV_TEXT+' } },
  TERM_MAPPING: { attributes: { match: 'Character', purpose: 'DV_CODED_TEXT?', target: 'CODE_PHRASE' } },
  /** `preferred_term` since 1.1.0. */
  CODE_PHRASE: { attributes: { terminology_id: 'TERMINOLOGY_ID', code_string: 'String', preferred_term: 'String?' } },

  // quantity
  DV_ORDERED: {
    is: 'DATA_VALUE',
    abstract: true,
    attributes: {
      normal_range: 'DV_INTERVAL?',
      other_reference_ranges: 'REFERENCE_RANGE*',
      normal_status: 'CODE_PHRASE?',
    },
  },
  /** The four flags are mandatory in the model and left out by many writers; they follow from the bounds. */
  DV_INTERVAL: {
    is: 'DATA_VALUE',
    attributes: {
      lower: 'DV_ORDERED?',
      upper: 'DV_ORDERED?',
      lower_included: 'Boolean?',
      upper_included: 'Boolean?',
      lower_unbounded: 'Boolean?',
      upper_unbounded: 'Boolean?',
    },
  },
  REFERENCE_RANGE: { attributes: { meaning: 'DV_TEXT', range: 'DV_INTERVAL' } },
  DV_ORDINAL: { is: 'DV_ORDERED', attributes: { value: 'Integer', symbol: 'DV_CODED_TEXT' } },
  /** Since 1.1.0. */
  DV_SCALE: { is: 'DV_ORDERED', attributes: { value: 'Real', symbol: 'DV_CODED_TEXT' } },
  DV_QUANTIFIED: { is: 'DV_ORDERED', abstract: true, attributes: { magnitude_status: 'String?' } },
  DV_AMOUNT: {
    is: 'DV_QUANTIFIED',
    abstract: true,
    attributes: { accuracy: 'Real?', accuracy_is_percent: 'Boolean?' },
  },
  /** `property` up to 1.0.3; `units_system` and `units_display_name` since 1.1.0. */
  DV_QUANTITY: {
    is: 'DV_AMOUNT',
    attributes: {
      magnitude: 'Real',
      units: 'String',
      precision: 'Integer?',
      units_system: 'String?',
      units_display_name: 'String?',
      property: 'CODE_PHRASE?',
    },
  },
  DV_COUNT: { is: 'DV_AMOUNT', attributes: { magnitude: 'Integer' } },
  DV_PROPORTION: {
    is: 'DV_AMOUNT',
    attributes: { numerator: 'Real', denominator: 'Real', type: 'Integer', precision: 'Integer?' },
  },
  DV_ABSOLUTE_QUANTITY: { is: 'DV_QUANTIFIED', abstract: true },

  // date and time
  DV_TEMPORAL: { is: 'DV_ABSOLUTE_QUANTITY', abstract: true, attributes: { accuracy: 'DV_DURATION?' } },
  DV_DATE: { is: 'DV_TEMPORAL', attributes: { value: 'Iso8601Date' } },
  DV_TIME: { is: 'DV_TEMPORAL', attributes: { value: 'Iso8601Time' } },
  DV_DATE_TIME: { is: 'DV_TEMPORAL', attributes: { value: 'Iso8601DateTime' } },
  DV_DURATION: { is: 'DV_AMOUNT', attributes: { value: 'Iso8601Duration' } },

  // time specification
  DV_TIME_SPECIFICATION: { is: 'DATA_VALUE', abstract: true, attributes: { value: 'DV_PARSABLE' } },
  DV_PERIODIC_TIME_SPECIFICATION: { is: 'DV_TIME_SPECIFICATION' },
  DV_GENERAL_TIME_SPECIFICATION: { is: 'DV_TIME_SPECIFICATION' },

  // encapsulated
  DV_ENCAPSULATED: {
    is: 'DATA_VALUE',
    abstract: true,
    attributes: { charset: 'CODE_PHRASE?', language: 'CODE_PHRASE?' },
  },
  DV_MULTIMEDIA: {
    is: 'DV_ENCAPSULATED',
    attributes: {
      alternate_text: 'String?',
      uri: 'DV_URI?',
      data: 'Octets?',
      media_type: 'CODE_PHRASE',
      compression_algorithm: 'CODE_PHRASE?',
      integrity_check: 'Octets?',
      integrity_check_algorithm: 'CODE_PHRASE?',
      size: 'Integer',
      thumbnail: 'DV_MULTIMEDIA?',
    },
  },
  /** `size` is a function since 1.0.2; the schemas still accept what older systems wrote. */
  DV_PARSABLE: { is: 'DV_ENCAPSULATED', attributes: { value: 'String', formalism: 'String', size: 'Integer?' } },

  // uri
  DV_URI: { is: 'DATA_VALUE', attributes: { value: 'String' } },
  DV_EHR_URI: { is: 'DV_URI' },
} as const satisfies Record<string, ClassFact>;
