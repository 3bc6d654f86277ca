import { compareNumbers, isInteger } from '../../json/decimal.ts';
import type { JsonObject } from '../../json/value.ts';
import type { RmRule } from '../rule.ts';
import { attributeInvariant, invariant, numberOf, textOf } from './invariant.ts';

const MAGNITUDE_STATUSES = new Set(['=', '<', '>', '<=', '>=', '~']);

/** PROPORTION_KIND. */
const UNITARY = 1;
const PERCENT = 2;
const FRACTION = 3;
const INTEGER_FRACTION = 4;

const is = (object: JsonObject, attribute: string, value: number): boolean =>
  compareNumbers(numberOf(object, attribute) ?? Number.NaN, value) === 0;

const isWhole = (object: JsonObject, attribute: string): boolean => isInteger(numberOf(object, attribute) ?? 0);

const isFraction = (proportion: JsonObject): boolean =>
  is(proportion, 'type', FRACTION) || is(proportion, 'type', INTEGER_FRACTION);

const isPercentage = (amount: JsonObject): boolean => {
  const accuracy = numberOf(amount, 'accuracy') ?? 0;
  return compareNumbers(accuracy, 0) >= 0 && compareNumbers(accuracy, 100) <= 0;
};

const precision = (rmClass: string): RmRule =>
  attributeInvariant(
    rmClass,
    'precision',
    'precision_invalid',
    (object) => compareNumbers(numberOf(object, 'precision') ?? 0, -1) >= 0,
    `${rmClass}.precision must be a number of decimal places, or -1 for no limit.`,
  );

/** openEHR RM, Data Types, package quantity: DV_QUANTIFIED, DV_AMOUNT, DV_QUANTITY, DV_PROPORTION. */
export const quantityRules: readonly RmRule[] = [
  // DV_QUANTIFIED: Magnitude_status_valid.
  attributeInvariant(
    'DV_QUANTIFIED',
    'magnitude_status',
    'magnitude_status_unknown',
    (object) => MAGNITUDE_STATUSES.has(textOf(object, 'magnitude_status') ?? '='),
    `magnitude_status must be one of ${[...MAGNITUDE_STATUSES].join(' ')}.`,
  ),
  // DV_AMOUNT: Accuracy_validity. An accuracy of 0 marked as percent (Accuracy_is_percent_validity) says the same as
  // without the mark.
  attributeInvariant(
    'DV_AMOUNT',
    'accuracy_is_percent',
    'accuracy_not_percentage',
    (amount) => amount['accuracy_is_percent'] !== true || isPercentage(amount),
    'An accuracy in percent must lie between 0 and 100.',
    '/accuracy',
  ),
  precision('DV_QUANTITY'),
  precision('DV_PROPORTION'),
  // DV_PROPORTION: Type_validity.
  attributeInvariant(
    'DV_PROPORTION',
    'type',
    'proportion_type_unknown',
    (proportion) => [0, 1, 2, 3, 4].some((type) => is(proportion, 'type', type)),
    'The type of a DV_PROPORTION must be 0 (ratio), 1 (unitary), 2 (percent), 3 (fraction) or 4 (integer fraction).',
  ),
  // DV_PROPORTION: Valid_denominator, Unitary_validity, Percent_validity.
  attributeInvariant(
    'DV_PROPORTION',
    'denominator',
    'denominator_zero',
    (proportion) => !is(proportion, 'denominator', 0),
    'The denominator of a DV_PROPORTION must not be 0.',
  ),
  invariant(
    'DV_PROPORTION',
    'denominator_not_unitary',
    (proportion) => !is(proportion, 'type', UNITARY) || is(proportion, 'denominator', 1),
    'The denominator of a DV_PROPORTION of type 1 (unitary) must be 1.',
    '/denominator',
  ),
  invariant(
    'DV_PROPORTION',
    'denominator_not_percent',
    (proportion) => !is(proportion, 'type', PERCENT) || is(proportion, 'denominator', 100),
    'The denominator of a DV_PROPORTION of type 2 (percent) must be 100.',
    '/denominator',
  ),
  // DV_PROPORTION: Fraction_validity, Is_integral_validity. Whether the numbers are whole is seen by the numbers; a
  // precision other than 0 beside whole numbers is common in data and contradicts nothing.
  invariant(
    'DV_PROPORTION',
    'fraction_not_integral',
    (proportion) => !isFraction(proportion) || (isWhole(proportion, 'numerator') && isWhole(proportion, 'denominator')),
    'Numerator and denominator of a DV_PROPORTION of type 3 (fraction) or 4 (integer fraction) must be whole numbers.',
  ),
  // DV_PROPORTION: Precision_validity.
  attributeInvariant(
    'DV_PROPORTION',
    'precision',
    'precision_not_integral',
    (proportion) =>
      !is(proportion, 'precision', 0) || (isWhole(proportion, 'numerator') && isWhole(proportion, 'denominator')),
    'Numerator and denominator of a DV_PROPORTION with precision 0 must be whole numbers.',
    '',
  ),
];
