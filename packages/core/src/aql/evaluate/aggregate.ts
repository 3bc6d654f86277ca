/** COUNT, MIN, MAX, SUM and AVG: AQL 1.1 "Aggregate functions". Missing values do not take part. */
import { isJsonNumber, isJsonObject, toNumber, type JsonNumber, type JsonValue } from '../../json/index.ts';
import type { Aggregate } from '../model.ts';
import {
  add,
  compareSortKeys,
  isOrdered,
  decimalOf,
  jsonNumber,
  magnitudeOf,
  quotient,
  sortKey,
  valueKey,
  ZERO,
  type SortKey,
} from '../values/index.ts';
import { keyWeight, type Budget } from './budget.ts';

export interface Accumulator {
  add(value: JsonValue | undefined): void;
  /** Null when no value took part, 0 for COUNT. */
  result(): JsonValue;
}

export function createAccumulator(aggregate: Aggregate, budget: Budget): Accumulator {
  const accumulator = plainAccumulator(aggregate);
  return aggregate.distinct ? onlyDistinct(accumulator, budget) : accumulator;
}

function plainAccumulator({ function: name, operand }: Aggregate): Accumulator {
  switch (name) {
    case 'COUNT':
      return counter(operand === undefined);
    case 'MIN':
      return extreme(-1);
    case 'MAX':
      return extreme(1);
    case 'SUM':
      return sum((total) => total);
    case 'AVG':
      return sum((total, count) => quotient(total, count) ?? null);
  }
}

function onlyDistinct(inner: Accumulator, budget: Budget): Accumulator {
  const seen = new Set<string>();
  return {
    ...inner,
    add: (value) => {
      if (value === undefined) return;
      const key = valueKey(value);
      if (seen.has(key)) return;
      budget.hold(keyWeight(key));
      seen.add(key);
      inner.add(value);
    },
  };
}

function counter(countRows: boolean): Accumulator {
  let count = 0;
  return {
    add: (value) => {
      if (countRows || value !== undefined) count += 1;
    },
    result: () => count,
  };
}

/** The whole value whose place in the order is the lowest (-1) or the highest (1); what has no order does not take part. */
function extreme(direction: 1 | -1): Accumulator {
  let best: JsonValue = null;
  let bestKey: SortKey | undefined;
  return {
    add: (value) => {
      const key = sortKey(value);
      if (value === undefined || !key || !isOrdered(key) || (bestKey && compareSortKeys(key, bestKey) * direction <= 0))
        return;
      best = value;
      bestKey = key;
    },
    result: () => best,
  };
}

/** Over numbers and magnitudes; what is no number is left out. Exact, but for exponents beyond all sense. */
function sum(resultOf: (total: JsonNumber, count: number) => JsonValue): Accumulator {
  let exact = ZERO;
  let rough = 0;
  let count = 0;
  return {
    add: (value) => {
      const number = isJsonObject(value) ? magnitudeOf(value) : value;
      if (!isJsonNumber(number)) return;
      count += 1;
      const decimal = decimalOf(number);
      if (decimal) exact = add(exact, decimal);
      else rough += toNumber(number);
    },
    result: () => {
      if (count === 0) return null;
      const total = jsonNumber(exact);
      return resultOf(rough === 0 ? total : toNumber(total) + rough, count);
    },
  };
}
