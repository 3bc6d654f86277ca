/**
 * Comparison of values. AQL 1.1 leaves the typing open: values of kinds that do not compare give undefined, which no condition
 * and no negation of one accepts.
 */
import {
  compareNumbers,
  isJsonNumber,
  isJsonObject,
  type JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../json/index.ts';
import type { Comparison } from '../model.ts';
import { valueKey } from './key.ts';
import { codeText, magnitudeOf, scalarOf, temporalFamily, textOf, typeName, type Scalar } from './scalar.ts';
import { areComparable, compareMoments, momentTest, orders, readMoment, type TemporalFamily } from './temporal.ts';

/** Three-valued: undefined when something is missing or does not compare. */
export type Truth = boolean | undefined;
export type ValueTest = (value: JsonValue | undefined) => Truth;

/** A test of values against a literal, prepared once. */
export function literalTest(op: Comparison, literal: string | boolean | JsonNumber): ValueTest {
  if (typeof literal === 'string') return textLiteralTest(op, literal);
  if (typeof literal === 'boolean') return booleanTest(op, literal);
  return numberTest(op, literal);
}

function numberTest(op: Comparison, literal: JsonNumber): ValueTest {
  const plain = typeof literal === 'number' ? literal : undefined;
  return (value) => {
    const number = isJsonObject(value) ? magnitudeOf(value) : value;
    if (typeof number === 'number' && plain !== undefined) return orders(op, number - plain);
    return isJsonNumber(number) ? orders(op, compareNumbers(number, literal)) : undefined;
  };
}

const booleanTest =
  (op: Comparison, literal: boolean): ValueTest =>
  (value) => {
    const own = isJsonObject(value) && value['_type'] === 'DV_BOOLEAN' ? value['value'] : value;
    return typeof own === 'boolean' ? orders(op, Number(own) - Number(literal)) : undefined;
  };

/** The class of an object decides how a text is read that meets it; against a text it is a text. */
function textLiteralTest(op: Comparison, literal: string): ValueTest {
  const byCode = op === '=' || op === '!=';
  const moments = new Map<TemporalFamily, ReturnType<typeof momentTest>>();
  const temporal = (family: TemporalFamily, own: string): Truth => {
    if (!moments.has(family)) moments.set(family, momentTest(op, family, literal));
    const test = moments.get(family);
    const moment = test && readMoment(family, own);
    return moment && test(moment);
  };
  return (value) => {
    if (typeof value === 'string') return orders(op, compareTexts(value, literal));
    if (!isJsonObject(value)) return undefined;
    const text = textOf(value);
    if (text === undefined) return undefined;
    const family = temporalFamily(value);
    if (family) return temporal(family, text);
    // A code equals or does not; what comes before or after is the text.
    if (byCode && typeName(value) === 'DV_CODED_TEXT' && codeText(value) === literal) return orders(op, 0);
    return orders(op, compareTexts(text, literal));
  };
}

/**
 * The same for a path that ends at `value`. Durations written out have no order as texts (`P65Y` would come behind `P100Y`), so two of
 * them are ordered as what they mean; dates and times stay the texts that they are.
 */
export function valueTextTest(op: Comparison, literal: string): ValueTest {
  const asText = textLiteralTest(op, literal);
  const asDuration = op === '=' || op === '!=' ? undefined : momentTest(op, 'duration', literal);
  if (!asDuration) return asText;
  return (value) => {
    const moment = typeof value === 'string' ? readMoment('duration', value) : undefined;
    return moment ? asDuration(moment) : asText(value);
  };
}

/** Two values that are both known only when the row is. */
export function compareValues(op: Comparison, left: JsonValue | undefined, right: JsonValue | undefined): Truth {
  if (left === undefined || right === undefined) return undefined;
  if (isJsonObject(left) && typeof right === 'string') return textLiteralTest(op, right)(left);
  if (isJsonObject(right) && typeof left === 'string') return textLiteralTest(mirrored(op), left)(right);
  const a = scalarOf(left);
  const b = scalarOf(right);
  const areObjects = isJsonObject(left) && isJsonObject(right);
  // A DV_CODED_TEXT is not what it reads as, so objects that order as texts are equal as objects only.
  if (areObjects && (op === '=' || op === '!=') && a?.family === b?.family && (!a || a.family === 'string')) {
    return equalObjects(left, right) === (op === '=');
  }
  return a && b ? compareScalars(op, a, b) : undefined;
}

const equalObjects = (left: JsonObject, right: JsonObject): boolean => valueKey(left) === valueKey(right);

const MIRROR: Readonly<Partial<Record<Comparison, Comparison>>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** The comparison with its sides exchanged. */
export const mirrored = (op: Comparison): Comparison => MIRROR[op] ?? op;

function compareScalars(op: Comparison, a: Scalar, b: Scalar): Truth {
  if (a.family === 'number' && b.family === 'number') {
    const differentUnits = a.units !== undefined && b.units !== undefined && a.units !== b.units;
    return differentUnits ? undefined : orders(op, compareNumbers(a.value, b.value));
  }
  if (a.family === 'string' && b.family === 'string') return orders(op, compareTexts(a.value, b.value));
  if (a.family === 'boolean' && b.family === 'boolean') return orders(op, Number(a.value) - Number(b.value));
  if (a.family !== 'moment' || b.family !== 'moment' || !areComparable(a.value.family, b.value.family))
    return undefined;
  // A date equals no date-time, but comes before or after one as its midnight does.
  if ((op === '=' || op === '!=') && a.value.family !== b.value.family) return undefined;
  return orders(op, compareMoments(a.value, b.value));
}

/** By code points, the same on every store and in every locale. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x !== y) return surrogateLast(x) - surrogateLast(y);
  }
  return a.length - b.length;
}

/** UTF-16 puts surrogates before U+E000; by code point they come after everything else. */
const surrogateLast = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
