/** Conditions in three-valued logic: what is missing or does not compare is neither true nor false (AQL 1.1 leaves it open). */
import { isJsonNumber, type JsonValue } from '../../json/index.ts';
import { compilePattern } from '../../pattern/index.ts';
import type { Comparison, Condition, Literal, MatchItem } from '../model.ts';
import {
  amongNumbers,
  amongTexts,
  amongVersionUids,
  compareValues,
  compileLike,
  literalTest,
  mirrored,
  temporalKind,
  textOf,
  valueTextTest,
  versionUidTest,
  type Truth,
  type ValueTest,
} from '../values/index.ts';
import { compileExpression, type Host, type Operand, type PathEnd } from './expression.ts';

export type CompiledCondition<C> = (context: C) => Truth;

export function compileCondition<C>(condition: Condition, host: Host<C>): CompiledCondition<C> {
  switch (condition.kind) {
    case 'and':
      return allOf(condition.operands.map((operand) => compileCondition(operand, host)));
    case 'or':
      return anyOf(condition.operands.map((operand) => compileCondition(operand, host)));
    case 'not': {
      const operand = compileCondition(condition.operand, host);
      return (context) => {
        const truth = operand(context);
        return truth === undefined ? undefined : !truth;
      };
    }
    case 'exists':
      return host.exists(condition.path);
    case 'known': {
      const operand = compileExpression(condition.operand, host);
      return (context) => (operand.value(context) ?? null) !== null;
    }
    case 'compare':
      return compileComparison(
        condition.op,
        compileExpression(condition.left, host),
        compileExpression(condition.right, host),
      );
    case 'like':
      return onValue(compileExpression(condition.left, host), textTest(compileLike(condition.pattern)));
    case 'regex':
      return onValue(compileExpression(condition.left, host), textTest(regexTest(condition.pattern, host)));
    case 'matches': {
      const left = compileExpression(condition.left, host);
      const test = membership(condition.items, left.end, host);
      return onValue(left, (value) => (value === undefined ? undefined : test(value)));
    }
  }
}

/** A pattern that a text keeps busy for long ends with the query's time. */
function regexTest(pattern: string, { look }: Pick<Host<never>, 'look'>): (text: string) => Truth {
  const matches = compilePattern(pattern);
  const patience = (): true => {
    look();
    return true;
  };
  return (text) => matches(text, patience);
}

function allOf<C>(operands: readonly CompiledCondition<C>[]): CompiledCondition<C> {
  return (context) => {
    let truth: Truth = true;
    for (const operand of operands) {
      const own = operand(context);
      if (own === false) return false;
      if (own === undefined) truth = undefined;
    }
    return truth;
  };
}

function anyOf<C>(operands: readonly CompiledCondition<C>[]): CompiledCondition<C> {
  return (context) => {
    let truth: Truth = false;
    for (const operand of operands) {
      const own = operand(context);
      if (own === true) return true;
      if (own === undefined) truth = undefined;
    }
    return truth;
  };
}

/** True when one is; unknown when nothing is known, of at least one. */
function anyTruth<T>(items: readonly T[], truthOf: (item: T) => Truth): Truth {
  let truth: Truth = items.length === 0 ? false : undefined;
  for (const item of items) {
    const own = truthOf(item);
    if (own === true) return true;
    if (own === false) truth = false;
  }
  return truth;
}

// -------------------------------------------------------------------------------------------------- comparisons

function compileComparison<C>(op: Comparison, left: Operand<C>, right: Operand<C>): CompiledCondition<C> {
  if (right.constant) return onValue(left, constantTest(op, right.constant.value, left.end));
  if (left.constant) return onValue(right, constantTest(mirrored(op), left.constant.value, right.end));
  if (!left.values && !right.values) return (context) => compareValues(op, left.value(context), right.value(context));
  return (context) => {
    const others = valuesOf(right, context);
    return anyTruth(valuesOf(left, context), (own) => anyTruth(others, (other) => compareValues(op, own, other)));
  };
}

function constantTest(op: Comparison, value: JsonValue | undefined, end: PathEnd): ValueTest {
  if (value === undefined || value === null) return () => undefined;
  if (end === 'uid' && typeof value === 'string') return versionUidTest(op, value);
  if (end === 'value' && typeof value === 'string') return valueTextTest(op, value);
  return isScalar(value) ? literalTest(op, value) : (own) => compareValues(op, own, value);
}

const isScalar = (value: JsonValue): value is Exclude<Literal['value'], null> =>
  value !== null && (typeof value !== 'object' || 'lexical' in value);

/** Any of several values will do; that is how lists behave inside predicates. */
function onValue<C>(operand: Operand<C>, test: ValueTest): CompiledCondition<C> {
  const { values } = operand;
  if (values) return (context) => anyTruth(values(context), test);
  return (context) => test(operand.value(context));
}

const valuesOf = <C>(operand: Operand<C>, context: C): readonly (JsonValue | undefined)[] =>
  operand.values?.(context) ?? [operand.value(context)];

const textTest =
  (test: (text: string) => Truth): ValueTest =>
  (value) => {
    const text = textOf(value);
    return text === undefined ? undefined : test(text);
  };

// ------------------------------------------------------------------------------------------------------ MATCHES

/** Lists of nothing but numbers, or texts, may be long. */
function membership<C>(items: readonly MatchItem[], end: PathEnd, host: Host<C>): ValueTest {
  // An empty list is of no kind: nothing is in it, whatever it is.
  if (items.length === 0) return () => false;
  const values = items.map((item) => (item.kind === 'value' ? item.value.value : undefined));
  if (values.every((value) => isJsonNumber(value))) return amongNumbers(values);
  if (values.every((value) => typeof value === 'string')) {
    return end === 'uid' ? amongVersionUids(values) : amongTexts(values, host.look);
  }
  const tests = items.map((item) => itemTest(item, end, host));
  return (value) => anyTruth(tests, (test) => test(value));
}

function itemTest<C>(item: MatchItem, end: PathEnd, host: Host<C>): ValueTest {
  switch (item.kind) {
    case 'value':
      return constantTest('=', item.value.value, end);
    case 'terminology':
      return host.terminologies.test(item);
    case 'interval': {
      const { lower, upper, lowerIncluded, upperIncluded } = item;
      const above = lower && boundTest(lowerIncluded ? '>=' : '>', lower, end);
      const below = upper && boundTest(upperIncluded ? '<=' : '<', upper, end);
      const bounds = [above, below].filter((bound) => bound !== undefined);
      return (value) => {
        const truths = bounds.map((bound) => bound(value));
        return truths.includes(undefined) ? undefined : !truths.includes(false);
      };
    }
  }
}

function boundTest(op: Comparison, { value, bare }: Literal, end: PathEnd): ValueTest {
  const test = constantTest(op, value, end);
  if (!bare || typeof value !== 'string') return test;
  const isItsKind = temporalKind(value);
  return (own) => (isItsKind(own) ? test(own) : undefined);
}
