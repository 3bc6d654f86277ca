/** The single-row functions of AQL 1.1 and arithmetic. A missing argument, or one of the wrong kind, gives nothing. */
import { isJsonNumber, isJsonObject, toNumber, type JsonNumber, type JsonValue } from '../../json/index.ts';
import type { FunctionName, NowFunction } from '../model.ts';
import {
  add,
  decimalOf,
  digitsOf,
  floor,
  jsonNumber,
  multiply,
  negate,
  quotient,
  remainder,
  round,
  ZERO,
  type Decimal,
} from './decimal.ts';
import { magnitudeOf, scalarOf, textOf, type Scalar } from './scalar.ts';
import { compareMoments, readMoment, readPeriod, type Moment, type TemporalFamily } from './temporal.ts';

type Value = JsonValue | undefined;
type ScalarFunction = (args: readonly Value[]) => Value;
type ScalarName = Exclude<FunctionName, NowFunction | 'TERMINOLOGY'>;

/** All functions whose value depends on nothing but their arguments. */
export const scalarFunctions: Readonly<Record<ScalarName, ScalarFunction>> = {
  LENGTH: ([text]) => onTexts([text], ([own]) => Array.from(own).length),
  CONTAINS: ([text, part]) => onTexts([text, part], ([own, wanted]) => own.includes(wanted)),
  POSITION: ([part, text]) => onTexts([part, text], ([wanted, own]) => position(wanted, own)),
  SUBSTRING: ([text, from, ...length]) => onTexts([text], ([own]) => substring(own, from, length)),
  CONCAT: (args) => {
    const texts = args.map(writtenOf);
    return texts.includes(undefined) ? undefined : texts.join('');
  },
  CONCAT_WS: ([separator, ...args]) =>
    onTexts([separator], ([between]) => args.flatMap((arg) => writtenOf(arg) ?? []).join(between)),
  ABS: ([value]) => onDecimal(value, (own) => (own.digits < 0n ? negate(own) : own), Math.abs),
  CEIL: ([value]) => onDecimal(value, (own) => negate(floor(negate(own))), Math.ceil),
  FLOOR: ([value]) => onDecimal(value, floor, Math.floor),
  ROUND: ([value, ...decimals]) => rounded(value, decimals),
  MOD: ([a, b]) => onDecimals(a, b, remainder, (x, y) => x % y),
  ADD: ([a, b]) => onDecimals(a, b, add, (x, y) => x + y),
  SUBTRACT: ([a, b]) =>
    timeBetween(a, b) ??
    onDecimals(
      a,
      b,
      (x, y) => add(x, negate(y)),
      (x, y) => x - y,
    ),
  MULTIPLY: ([a, b]) => onDecimals(a, b, multiply, (x, y) => x * y),
  DIVIDE: ([a, b]) => {
    const [x, y] = [numberOf(a), numberOf(b)];
    return x === undefined || y === undefined ? undefined : quotient(x, y);
  },
  POWER: ([a, b]) => {
    const [x, y] = [numberOf(a), numberOf(b)];
    return x === undefined || y === undefined ? undefined : finite(toNumber(x) ** toNumber(y));
  },
};

// -------------------------------------------------------------------------------------------------------- texts

/** Positions and lengths count code points. */
function onTexts<T extends readonly Value[]>(
  args: readonly [...T],
  use: (texts: { [K in keyof T]: string }) => Value,
): Value {
  const texts: string[] = [];
  for (const arg of args) {
    const text = textOf(arg);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return use(texts as { [K in keyof T]: string });
}

/** What CONCAT joins: texts, and numbers and booleans as they are written. */
function writtenOf(value: Value): string | undefined {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  return isJsonNumber(value) ? value.lexical : textOf(value);
}

function position(part: string, text: string): number {
  const at = text.indexOf(part);
  return at < 0 ? 0 : Array.from(text.slice(0, at)).length + 1;
}

/** From a 1-based position; what lies before the text counts, as in SQL. `lengths`: none, all that is there. */
function substring(text: string, from: Value, lengths: readonly Value[]): Value {
  const start = numberOf(from);
  if (start === undefined) return undefined;
  const first = Math.trunc(toNumber(start)) - 1;
  const characters = Array.from(text);
  if (lengths.length === 0) return characters.slice(Math.max(first, 0)).join('');
  const count = numberOf(lengths[0]);
  return count === undefined
    ? undefined
    : characters.slice(Math.max(first, 0), Math.max(first + Math.trunc(toNumber(count)), 0)).join('');
}

// ------------------------------------------------------------------------------------------------------ numbers

const numberOf = (value: Value): JsonNumber | undefined =>
  isJsonNumber(value) ? value : isJsonObject(value) ? magnitudeOf(value) : undefined;

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

/** Exactly, or with doubles where the exponent is beyond all sense. */
function onDecimal(value: Value, exact: (own: Decimal) => Decimal, rough: (own: number) => number): Value {
  const number = numberOf(value);
  if (number === undefined) return undefined;
  const own = decimalOf(number);
  return own ? jsonNumber(exact(own)) : finite(rough(toNumber(number)));
}

function onDecimals(
  a: Value,
  b: Value,
  exact: (x: Decimal, y: Decimal) => Decimal | undefined,
  rough: (x: number, y: number) => number,
): Value {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x === undefined || y === undefined) return undefined;
  const [left, right] = [decimalOf(x), decimalOf(y)];
  if (!left || !right) return finite(rough(toNumber(x), toNumber(y)));
  const result = exact(left, right);
  return result && jsonNumber(result);
}

const MOST_DECIMALS = 100;

/** `decimals`: none, to a whole number. */
function rounded(value: Value, decimals: readonly Value[]): Value {
  const wanted = decimals.length === 0 ? 0 : Math.trunc(toNumber(numberOf(decimals[0]) ?? Number.NaN));
  if (Number.isNaN(wanted)) return undefined;
  const places = Math.max(-MOST_DECIMALS, Math.min(MOST_DECIMALS, wanted));
  return onDecimal(
    value,
    (own) => round(own, places),
    (own) => own,
  );
}

/** Two dates, times or date-times: the DV_DURATION from the second to the first. */
function timeBetween(a: Value, b: Value): Value {
  const [x, y] = comparedMoments(scalarOf(a), scalarOf(b));
  if (!x || !y || x.family !== y.family || x.family === 'duration') return undefined;
  const [later, earlier] = compareMoments(x, y) < 0 ? [y, x] : [x, y];
  const value =
    x.family === 'date' ? `P${later.whole - earlier.whole}D` : `PT${digitsOf(secondsBetween(earlier, later))}S`;
  return { _type: 'DV_DURATION', value: later === y ? `-${value}` : value };
}

/** With as many decimals as there are: the fraction of a second is written by its shortest digits, which are those that it was read from. */
const secondsBetween = (earlier: Moment, later: Moment): Decimal =>
  [later.whole, later.fraction, -earlier.whole, -earlier.fraction]
    .map((part) => decimalOf(part) ?? ZERO)
    .reduce((sum, part) => add(sum, part), ZERO);

const CLOCKS: readonly TemporalFamily[] = ['date', 'date-time', 'time'];

/** A whole date, a time, or both: what no number begins like. */
const LIKE_A_CLOCK = /^(?:\d{4}-\d\d-\d\d|\d\d:\d\d)/;

/** A text is read as what the other value is; two texts, such as a function of the current time and one in a document, as what both can be, or as instants. */
function comparedMoments(
  x: Scalar | undefined,
  y: Scalar | undefined,
): readonly [Moment | undefined, Moment | undefined] {
  if (x?.family === 'string' && y?.family === 'string') {
    const [one, other] = [x.value, y.value];
    if (![one, other].every((text) => LIKE_A_CLOCK.test(text))) return [undefined, undefined];
    const both = CLOCKS.find((name) => readMoment(name, one) && readMoment(name, other)) ?? 'date-time';
    return [readPeriod(both, one)?.from, readPeriod(both, other)?.from];
  }
  return [momentOf(x, y), momentOf(y, x)];
}

function momentOf(scalar: Scalar | undefined, other: Scalar | undefined): Moment | undefined {
  if (scalar?.family === 'moment') return scalar.value;
  return scalar?.family === 'string' && other?.family === 'moment'
    ? readPeriod(other.value.family, scalar.value)?.from
    : undefined;
}
