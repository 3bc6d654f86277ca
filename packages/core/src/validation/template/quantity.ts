import { compareNumbers, isJsonNumber } from '../../json/index.ts';
import { isJsonObject } from '../../json/value.ts';
import type { JsonNumber, JsonValue } from '../../json/value.ts';
import type { CDvQuantity, CodeRef } from '../../template/model.ts';
import { isUnitOf } from '../../terminology/index.ts';
import { intervalText, listText } from './bounds.ts';
import { numberInterval } from './number.ts';
import { report } from './run.ts';
import type { Check } from './run.ts';

/**
 * C_DV_QUANTITY: units literally as in one entry of the list, then the magnitude and precision of that entry (openEHR
 * Archetype Profile, C_DV_QUANTITY). Without a list, a property allows the units of that property.
 *
 * A precision of -1 means any, on both sides; digits of the magnitude are never counted.
 */
export function compileQuantity(c: CDvQuantity): Check | undefined {
  if (c.list.length === 0) return c.property === undefined ? undefined : compileProperty(c.property);
  const entries = c.list.map(({ units, magnitude, precision }) => ({
    units,
    magnitude: magnitude === undefined ? undefined : numberInterval(magnitude),
    wrongMagnitude: `The magnitude in ${units} must be in ${intervalText(magnitude ?? ANY)}.`,
    precision: precision === undefined || precision.lower === -1 ? undefined : numberInterval(precision),
    wrongPrecision: `The precision in ${units} must be in ${intervalText(precision ?? ANY)}.`,
  }));
  const wrongUnits = `The units must be ${listText(c.list.map(({ units }) => units))}.`;
  return (quantity, run) => {
    if (!isJsonObject(quantity)) return;
    const { units, magnitude, precision } = quantity;
    let ofUnits: (typeof entries)[number] | undefined;
    for (const entry of entries) {
      if (entry.units !== units && entry.units !== '') continue;
      if (isInside(magnitude, entry.magnitude) && isPrecise(precision, entry.precision)) return;
      ofUnits ??= entry;
    }
    if (ofUnits === undefined) {
      report(run, 'units_not_allowed', wrongUnits, 'units');
      return;
    }
    if (!isInside(magnitude, ofUnits.magnitude)) report(run, 'magnitude_range', ofUnits.wrongMagnitude, 'magnitude');
    if (!isPrecise(precision, ofUnits.precision)) report(run, 'precision_range', ofUnits.wrongPrecision, 'precision');
  };
}

/**
 * Units that the terminology lists for other properties only are wrong; units that it does not know at all may be
 * right.
 */
function compileProperty({ terminologyId, code }: CodeRef): Check | undefined {
  if (terminologyId !== 'openehr') return undefined;
  const message = `The units must be of the property openehr::${code}.`;
  return (quantity, run) => {
    const units = isJsonObject(quantity) ? quantity['units'] : undefined;
    if (typeof units === 'string' && isUnitOf(code, units) === false)
      report(run, 'units_not_allowed', message, 'units');
  };
}

const ANY = { lowerIncluded: true, upperIncluded: true };

type NumberTest = ((value: JsonNumber) => boolean) | undefined;

const isInside = (value: JsonValue | undefined, test: NumberTest): boolean =>
  test === undefined || !isJsonNumber(value) || test(value);

const isPrecise = (precision: JsonValue | undefined, test: NumberTest): boolean =>
  (isJsonNumber(precision) && compareNumbers(precision, -1) === 0) || isInside(precision, test);
