/** Rows of a covered query, from what a store's index says. */
import type { JsonValue } from '../../json/index.ts';
import type { IndexedRow, IndexStore } from '../../ports/query.ts';
import { createAccumulator } from '../evaluate/aggregate.ts';
import { createBudget } from '../evaluate/budget.ts';
import type { Environment, QueryRows } from '../evaluate/index.ts';
import { createSink } from '../evaluate/sink.ts';
import type { Aggregate, BoundQuery } from '../model.ts';
import { add, decimalOf, jsonNumber, multiply, quotient, sortKey, ZERO } from '../values/index.ts';
import type { CoveredAnswer, Covering } from './cover.ts';
import type { QueryPlan } from './plan.ts';

/**
 * Undefined when the query is none that an index can answer, or the index of this store can't at the moment; then it has to be
 * run on documents.
 */
export async function runCovering(
  { query, covering, access: { ehrId } }: Pick<QueryPlan, 'query' | 'covering' | 'access'>,
  index: IndexStore | undefined,
  environment: Environment,
): Promise<QueryRows | undefined> {
  if (!covering || !index) return undefined;
  const columns = query.columns.map(({ name, path }) => ({ name, ...(path !== undefined && { path }) }));
  if (query.window.limit === 0) return { columns, rows: [] };
  const asked = { ...covering.query, ...(ehrId !== undefined && { ehrId }) };
  const rows = await coveredRows(query, { ...covering, query: asked }, index, environment);
  return rows && { columns, rows };
}

async function coveredRows(
  query: BoundQuery,
  { query: asked, answer }: Covering,
  index: IndexStore,
  environment: Environment,
): Promise<readonly (readonly JsonValue[])[] | undefined> {
  const { offset, limit = Infinity } = query.window;
  switch (answer.kind) {
    case 'count': {
      const count = await index.count(asked);
      return count === undefined ? undefined : [query.columns.map(() => count)].slice(offset, offset + limit);
    }
    case 'numbers': {
      const numbers = await index.numbers(asked);
      return numbers && [answer.aggregates.map((one) => aggregated(one, numbers))].slice(offset, offset + limit);
    }
    case 'rows': {
      const streamed = answer.order.length === 0 && !query.distinct && limit < Infinity;
      const rows = await index.rows(asked, streamed ? offset + limit : undefined);
      return rows && sorted(query, answer, rows, environment);
    }
  }
}

function sorted(
  { distinct, window }: BoundQuery,
  { columns, order }: CoveredAnswer & { readonly kind: 'rows' },
  rows: readonly IndexedRow[],
  environment: Environment,
): readonly (readonly JsonValue[])[] {
  const sink = createSink({
    distinct,
    descending: order.map(({ descending }) => descending),
    keysAreCells: false,
    window,
    budget: createBudget({ ...environment, maxRows: environment.maxRows ?? Infinity }),
  });
  for (const row of rows) {
    const cells = columns.map((read) => read(row) ?? null);
    if (sink.push({ cells, keys: order.map(({ read }) => sortKey(read(row))) })) break;
  }
  return sink.rows();
}

/** Of values that are no spelling but their own, ascending. */
function aggregated(aggregate: Aggregate, numbers: readonly (readonly [number, number])[]): JsonValue {
  const { function: name, distinct } = aggregate;
  if (distinct || numbers.length === 0) return distinctOf(aggregate, numbers);
  const count = numbers.reduce((total, [, times]) => total + times, 0);
  switch (name) {
    case 'COUNT':
      return count;
    case 'MIN':
      return numbers[0]?.[0] ?? null;
    case 'MAX':
      return numbers.at(-1)?.[0] ?? null;
    case 'SUM':
    case 'AVG': {
      let exact = ZERO;
      for (const [value, times] of numbers) {
        exact = add(exact, multiply(decimalOf(value) ?? ZERO, decimalOf(times) ?? ZERO));
      }
      const total = jsonNumber(exact);
      return name === 'SUM' ? total : (quotient(total, count) ?? null);
    }
  }
}

function distinctOf(aggregate: Aggregate, numbers: readonly (readonly [number, number])[]): JsonValue {
  const accumulator = createAccumulator(aggregate, createBudget({ clock: { now: () => 0 }, maxRows: Infinity }));
  for (const [value] of numbers) accumulator.add(value);
  return accumulator.result();
}
