import { QUOTIENTS, UNITS } from './units.ts';

const separator = /[|\n]/;
const unitsByProperty: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(UNITS).map(([property, text]) => [property, new Set(text.trim().split(separator).map(oneSpelling))]),
);

/** Units that openEHR lists for a property of its terminology (`122` is length): symbols and UCUM codes; empty where it lists none. */
export const unitsOf = (property: string): readonly string[] => UNITS[property]?.trim().split(separator) ?? [];

/**
 * Whether units are units of a property, by its openEHR code: `undefined` where the facts do not tell, because the property has no
 * units listed or the units are listed nowhere. Only `false` speaks against a value.
 */
export function isUnitOf(property: string, units: string): boolean | undefined {
  const spelled = oneSpelling(units);
  return judge(property, spelled) ?? judge(property, withoutAnnotations(spelled));
}

function judge(property: string, units: string): boolean | undefined {
  const quotient = QUOTIENTS[property] !== undefined;
  if (unitsByProperty.get(property)?.has(units) === true || isQuotientOf(property, units)) return true;
  if (!unitsByProperty.has(property) && !quotient) return undefined;
  return isListed(units, quotient) ? false : undefined;
}

/** Qualified real and proportion: their units may also be quotients of like units. */
const DIMENSIONLESS = new Set(['380', '507']);

const isListed = (units: string, exceptDimensionless: boolean): boolean =>
  unitsByProperty
    .entries()
    .some(([property, listed]) => listed.has(units) && !(exceptDimensionless && DIMENSIONLESS.has(property))) ||
  Object.keys(QUOTIENTS).some((property) => isQuotientOf(property, units));

function isQuotientOf(property: string, units: string): boolean {
  const quotients = QUOTIENTS[property];
  if (quotients === undefined) return false;
  const factors = units.split('/');
  return quotients.some((quotient) => {
    const properties = quotient.split('/');
    return (
      properties.length === factors.length &&
      properties.every((factor, i) => unitsByProperty.get(factor)?.has(factors[i] || '1') === true)
    );
  });
}

/** Greek mu, micro sign and UCUM's `u` are one prefix. */
function oneSpelling(units: string): string {
  return units.replaceAll(/[\u00B5\u03BC]/g, 'u');
}

/** UCUM annotations in braces say nothing about the property. */
const withoutAnnotations = (units: string): string => units.replaceAll(/(?<=.)\{[^{}]*\}/g, '');
