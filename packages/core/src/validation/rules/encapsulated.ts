import { compareNumbers } from '../../json/decimal.ts';
import type { RmRule } from '../rule.ts';
import { codeSetRule } from './codes.ts';
import { attributeInvariant, invariant, notEmpty, numberOf } from './invariant.ts';

const notNegative = (rmClass: string): RmRule =>
  attributeInvariant(
    rmClass,
    'size',
    'size_negative',
    (object) => compareNumbers(numberOf(object, 'size') ?? 0, 0) >= 0,
    `${rmClass}.size must not be negative.`,
  );

/** openEHR RM, Data Types, package encapsulated. */
export const encapsulatedRules: readonly RmRule[] = [
  // DV_ENCAPSULATED: Language_valid, Charset_valid.
  codeSetRule('DV_ENCAPSULATED', 'language', 'languages'),
  codeSetRule('DV_ENCAPSULATED', 'charset', 'character_sets'),
  // DV_MULTIMEDIA: Not_empty.
  invariant(
    'DV_MULTIMEDIA',
    'multimedia_empty',
    ({ uri, data }) => uri !== undefined || data !== undefined,
    'A DV_MULTIMEDIA must have data or a uri.',
  ),
  // DV_MULTIMEDIA: Media_type_valid, Compression_algorithm_validity, Integrity_check_algorithm_validity.
  codeSetRule('DV_MULTIMEDIA', 'media_type', 'media_types'),
  codeSetRule('DV_MULTIMEDIA', 'compression_algorithm', 'compression_algorithms'),
  codeSetRule('DV_MULTIMEDIA', 'integrity_check_algorithm', 'integrity_check_algorithms'),
  // DV_MULTIMEDIA: Integrity_check_validity.
  attributeInvariant(
    'DV_MULTIMEDIA',
    'integrity_check',
    'integrity_check_without_algorithm',
    (object) => object['integrity_check_algorithm'] !== undefined,
    'A DV_MULTIMEDIA with an integrity_check must name its integrity_check_algorithm.',
    '/integrity_check_algorithm',
  ),
  // DV_MULTIMEDIA and DV_PARSABLE: Size_valid.
  notNegative('DV_MULTIMEDIA'),
  notNegative('DV_PARSABLE'),
  // DV_PARSABLE: Formalism_valid.
  notEmpty('DV_PARSABLE', 'formalism'),
];
