import type { JsonObject } from '../../json/value.ts';
import { isJsonObject } from '../../json/value.ts';
import { isMember } from '../../terminology/index.ts';
import type { Report, RmRule } from '../rule.ts';
import { codeSetRule } from './codes.ts';
import { attributeInvariant, invariant, listOf, objectOf, textOf } from './invariant.ts';
import { compareOrdered } from './ordered.ts';

type Side = 'lower' | 'upper';

/** A bound is there exactly where the side is not unbounded; a missing flag goes by the bound. */
const boundMissing = (interval: JsonObject, side: Side): boolean =>
  interval[side] === undefined && interval[`${side}_unbounded`] === false;

const boundTooMuch = (interval: JsonObject, side: Side): boolean =>
  interval[side] !== undefined && interval[`${side}_unbounded`] === true;

const unboundedButIncluded = (interval: JsonObject, side: Side): boolean =>
  interval[`${side}_unbounded`] === true && interval[`${side}_included`] === true;

function eachSide(code: string, breaks: (interval: JsonObject, side: Side) => boolean, message: string): RmRule {
  const check = (interval: JsonObject, report: Report): void => {
    if (breaks(interval, 'lower')) report(code, message, '/lower');
    if (breaks(interval, 'upper')) report(code, message, '/upper');
  };
  return { rmClass: 'DV_INTERVAL', code, check };
}

/** The order of both bounds: undefined where they do not compare, 0 where one is absent. */
function orderOfBounds(interval: JsonObject): number | undefined {
  const lower = objectOf(interval, 'lower');
  const upper = objectOf(interval, 'upper');
  return lower === undefined || upper === undefined ? 0 : compareOrdered(lower, upper);
}

/** Whether a value lies in an interval; undefined where that can't be told. */
function contains(interval: JsonObject, value: JsonObject): boolean | undefined {
  const lower = objectOf(interval, 'lower');
  const upper = objectOf(interval, 'upper');
  const aboveLower = lower === undefined ? 1 : compareOrdered(value, lower);
  const belowUpper = upper === undefined ? 1 : compareOrdered(upper, value);
  if (aboveLower === undefined || belowUpper === undefined) return undefined;
  const inside = (distance: number, side: Side): boolean =>
    distance > 0 || (distance === 0 && interval[`${side}_included`] !== false);
  return inside(aboveLower, 'lower') && inside(belowUpper, 'upper');
}

function statusAgreesWithRange(ordered: JsonObject): boolean {
  const status = textOf(objectOf(ordered, 'normal_status'), 'code_string');
  const range = objectOf(ordered, 'normal_range');
  if (status === undefined || range === undefined || !isMember('normal_statuses', status)) return true;
  const within = contains(range, ordered);
  return within === undefined || within === (status.toUpperCase() === 'N');
}

const isSimple = (bound: unknown): boolean =>
  !isJsonObject(bound) || (bound['normal_range'] === undefined && bound['other_reference_ranges'] === undefined);

/** Whether each bound of an interval is of one of these classes; without classes nothing can be said. */
const isOver = (interval: JsonObject | undefined, classes: readonly (string | undefined)[]): boolean =>
  (['lower', 'upper'] as const).every((side) => {
    const type = textOf(objectOf(interval, side), '_type');
    return type === undefined || classes.includes(undefined) || classes.includes(type);
  });

const otherRangesAreOver = (ordered: JsonObject, type: string | undefined): boolean =>
  listOf(ordered, 'other_reference_ranges').every(
    (reference) => !isJsonObject(reference) || isOver(objectOf(reference, 'range'), [type]),
  );

/** The type parameter of an attribute that is a DV_INTERVAL of times. */
const timesRule = (rmClass: string, attribute: string, ...classes: string[]): RmRule =>
  attributeInvariant(
    rmClass,
    attribute,
    'interval_of_other_class',
    (object) => isOver(objectOf(object, attribute), classes),
    `The limits of ${rmClass}.${attribute} must be of ${classes.join(' or ')}.`,
  );

/**
 * openEHR RM, Data Types, package quantity: DV_INTERVAL, REFERENCE_RANGE and the ranges of DV_ORDERED; BASE Interval;
 * the attributes elsewhere that are intervals.
 */
export const intervalRules: readonly RmRule[] = [
  // Interval: lower and upper are there unless unbounded.
  eachSide(
    'bound_missing',
    boundMissing,
    'A DV_INTERVAL must have a value on this side, or say with its unbounded flag that the side is open.',
  ),
  eachSide('bound_on_unbounded_side', boundTooMuch, 'A DV_INTERVAL must not have a value on a side that is unbounded.'),
  // Interval: Lower_included_valid, Upper_included_valid.
  eachSide(
    'unbounded_side_included',
    unboundedButIncluded,
    'A side of a DV_INTERVAL that is unbounded must not be included.',
  ),
  // DV_INTERVAL: Limits_consistent.
  invariant(
    'DV_INTERVAL',
    'limits_not_comparable',
    (interval) => orderOfBounds(interval) !== undefined,
    'Both limits of a DV_INTERVAL must be comparable: of one class, and quantities of the same units.',
  ),
  invariant(
    'DV_INTERVAL',
    'limits_reversed',
    (interval) => (orderOfBounds(interval) ?? 0) <= 0,
    'The lower limit of a DV_INTERVAL must not be above its upper limit.',
  ),
  // REFERENCE_RANGE: Range_is_simple.
  attributeInvariant(
    'REFERENCE_RANGE',
    'range',
    'range_not_simple',
    (reference) => {
      const range = objectOf(reference, 'range');
      return isSimple(range?.['lower']) && isSimple(range?.['upper']);
    },
    'The limits of a REFERENCE_RANGE must not have reference ranges of their own.',
  ),
  // DV_ORDERED.normal_range and other_reference_ranges: DV_INTERVAL<T> and REFERENCE_RANGE<T> of the value's own class.
  attributeInvariant(
    'DV_ORDERED',
    'normal_range',
    'range_of_other_class',
    (ordered) => isOver(objectOf(ordered, 'normal_range'), [textOf(ordered, '_type')]),
    'The limits of a normal_range must be of the class of the value that has it.',
  ),
  attributeInvariant(
    'DV_ORDERED',
    'other_reference_ranges',
    'range_of_other_class',
    (ordered) => otherRangesAreOver(ordered, textOf(ordered, '_type')),
    'The limits of a reference range must be of the class of the value that has it.',
  ),
  // PARTICIPATION.time; time_validity: DV_INTERVAL<DV_DATE>, which data also give as date-times.
  timesRule('PARTICIPATION', 'time', 'DV_DATE_TIME'),
  ...['CONTACT', 'ROLE', 'CAPABILITY', 'PARTY_RELATIONSHIP'].map((rmClass) =>
    timesRule(rmClass, 'time_validity', 'DV_DATE', 'DV_DATE_TIME'),
  ),
  // DV_ORDERED: Normal_status_validity, Normal_range_and_status_consistency.
  codeSetRule('DV_ORDERED', 'normal_status', 'normal_statuses'),
  attributeInvariant(
    'DV_ORDERED',
    'normal_status',
    'normal_status_contradicts_range',
    statusAgreesWithRange,
    'normal_status must be N exactly where the value lies in its normal_range.',
  ),
];
