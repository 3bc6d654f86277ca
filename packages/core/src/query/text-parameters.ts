/** Values of parameters out of a URL, where every value is a text. */
import { checkQuery } from '../aql/check/index.ts';
import { visitQuery } from '../aql/evaluate/index.ts';
import { parseNumber, type QueryNode } from '../aql/language/index.ts';
import type { Condition, Expression, FunctionName, Literal, MatchItem, Parameters } from '../aql/model.ts';
import { CdrError } from '../errors.ts';
import { parseJson } from '../json/index.ts';
import type { JsonValue } from '../json/value.ts';
import { probesFor } from './probes.ts';

/** Texts by the name of the parameter; several make a list. */
export type TextParameters = Readonly<Record<string, string | readonly string[]>>;

/** What a text is read as; `look`: as what it looks like. */
type Reading = 'text' | 'number' | 'boolean' | 'look';

/**
 * Reads each text as what the query compares it with: a number beside numbers and quantities, `true` and `false` beside
 * booleans, a text everywhere else. Where values of several sorts may stand, as at the end of `ELEMENT/value`, or a parameter meets
 * several sorts, it is read as what it looks like (ITS-REST leaves this open).
 *
 * @throws CdrError `invalid_query`, for whatever is wrong with the query apart from its parameters; `invalid_parameter` for a
 * text where only a number may stand.
 */
export function readTextParameters(q: string, syntax: QueryNode, texts: TextParameters): Parameters {
  const met = readingsIn(q, syntax);
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const readings = [...(met.get(name) ?? ['text' as const])];
      const reading = readings.length === 1 ? (readings[0] ?? 'look') : 'look';
      const value = (one: string): JsonValue => (reading === 'number' ? numberIn(name, one) : read(one, reading));
      return [name, typeof text === 'string' ? value(text) : text.map(value)];
    }),
  );
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** Where nothing else may stand, a number is spelled as in AQL; what is none would find nothing and never say why. */
function numberIn(name: string, text: string): JsonValue {
  const number = parseNumber(text);
  if (number !== undefined) return number;
  throw new CdrError('invalid_parameter', `The parameter ${name} stands where only a number may, and is none`);
}

function read(text: string, reading: Exclude<Reading, 'number'>): JsonValue {
  if (reading === 'look' && NUMBER.test(text)) return parseJson(text);
  if (reading !== 'text' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}

/** What each parameter meets; one that meets nothing names something: a node, a pattern, a count of rows. */
function readingsIn(q: string, syntax: QueryNode): ReadonlyMap<string, ReadonlySet<Reading>> {
  const probes = probesFor(syntax, q);
  const nameOf = new Map(Object.entries(probes).map(([name, probe]) => [probe, name]));
  const met = new Map<string, Set<Reading>>();
  const meet = (one: Expression | undefined, reading: Reading): void => {
    const name = one?.kind === 'literal' ? nameOf.get(one.value) : undefined;
    if (name !== undefined) met.set(name, (met.get(name) ?? new Set()).add(reading));
  };
  visitQuery(checkQuery(q, syntax, probes), {
    predicates: true,
    condition: (condition) => meetInCondition(condition, meet),
    call: ({ function: name, args }) => args.forEach((arg, index) => meet(arg, argumentReading(name, index))),
  });
  return met;
}

function meetInCondition(condition: Condition, meet: (one: Expression | undefined, reading: Reading) => void): void {
  if (condition.kind === 'compare') {
    meet(condition.left, readingBeside(condition.right));
    meet(condition.right, readingBeside(condition.left));
  }
  if (condition.kind !== 'matches') return;
  const reading = readingBeside(condition.left);
  for (const literal of condition.items.flatMap(literalsOf)) meet(literal, reading);
}

function literalsOf(item: MatchItem): readonly Literal[] {
  switch (item.kind) {
    case 'value':
      return [item.value];
    case 'interval':
      return [item.lower, item.upper].filter((bound) => bound !== undefined);
    case 'terminology':
      return [];
  }
}

function readingBeside(other: Expression): Reading {
  switch (other.kind) {
    case 'literal':
      if (typeof other.value === 'string') return 'text';
      return typeof other.value === 'boolean' ? 'boolean' : 'number';
    case 'path': {
      const readings = new Set(other.types.map(readingOfType));
      const [only = 'look'] = readings;
      return readings.size === 1 ? only : 'look';
    }
    case 'call':
      return RESULT[other.function] ?? 'text';
  }
}

const NUMBERS: ReadonlySet<string> = new Set([
  'Integer',
  'Real',
  'DV_QUANTITY',
  'DV_COUNT',
  'DV_ORDINAL',
  'DV_SCALE',
  'DV_PROPORTION',
]);

function readingOfType(rmType: string): Reading {
  if (NUMBERS.has(rmType)) return 'number';
  return rmType === 'Boolean' || rmType === 'DV_BOOLEAN' ? 'boolean' : 'text';
}

/** Sorts of results that are not texts; dates and durations can be calculated with, too. */
const RESULT: Readonly<Partial<Record<FunctionName, Reading>>> = {
  LENGTH: 'number',
  POSITION: 'number',
  CONTAINS: 'boolean',
  ABS: 'number',
  MOD: 'number',
  CEIL: 'number',
  FLOOR: 'number',
  ROUND: 'number',
  ADD: 'look',
  SUBTRACT: 'look',
  MULTIPLY: 'look',
  DIVIDE: 'look',
  POWER: 'look',
  TERMINOLOGY: 'look',
};

const OF_TEXTS: ReadonlySet<FunctionName> = new Set(['LENGTH', 'POSITION', 'CONTAINS', 'TERMINOLOGY']);

function argumentReading(name: FunctionName, index: number): Reading {
  if (name === 'SUBSTRING') return index === 0 ? 'text' : 'number';
  return OF_TEXTS.has(name) ? 'text' : (RESULT[name] ?? 'text');
}
