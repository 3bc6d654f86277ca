/** Rows of a covered query, from what a store's index says. */
import type { JsonValue } from '../../json/index.ts';
import type { IndexedGroup, IndexedRow, IndexQuery, IndexStore } from '../../ports/query.ts';
import { createAccumulator } from '../evaluate/aggregate.ts';
import { createBudget } from '../evaluate/budget.ts';
import type { Environment, QueryRows } from '../evaluate/index.ts';
import { createSink, type Sink } from '../evaluate/sink.ts';
import type { Aggregate, BoundQuery } from '../model.ts';
import { add, decimalOf, jsonNumber, multiply, quotient, sortKey, ZERO } from '../values/index.ts';
import type { CoveredAnswer } from './cover-select.ts';
import type { Covering } from './cover.ts';

/**
 * Undefined when the query is none that an index can answer, or the index of this store can't at the moment; then it has to be
 * run on documents.
 */
export async function runCovering(
  query: BoundQuery,
  covering: Covering | undefined,
  index: IndexStore | undefined,
  environment: Environment,
): Promise<QueryRows | undefined> {
  if (!covering || !index) return undefined;
  const columns = query.columns.map(({ name, path }) => ({ name, ...(path !== undefined && { path }) }));
  if (query.window.limit === 0) return { columns, rows: [] };
  const { answer, query: asked } = covering;
  const rows =
    answer.kind === 'rows'
      ? await rowsOf(query, covering, answer, index, environment)
      : await numbersOf(query, asked, answer, index, environment);
  return rows && { columns, rows };
}

type Rows = readonly (readonly JsonValue[])[];
type RowAnswer = CoveredAnswer & { readonly kind: 'rows' };

async function numbersOf(
  query: BoundQuery,
  asked: IndexQuery,
  answer: Exclude<CoveredAnswer, RowAnswer>,
  index: IndexStore,
  environment: Environment,
): Promise<Rows | undefined> {
  const { offset, limit = Infinity } = query.window;
  switch (answer.kind) {
    case 'count': {
      const count = await index.count(asked);
      return count === undefined ? undefined : [query.columns.map(() => count)].slice(offset, offset + limit);
    }
    case 'ehrs': {
      const groups = await index.groups(asked);
      if (!groups) return undefined;
      const rows = groups.reduce((sum, { values }) => sum + total(values), 0);
      return [answer.columns.map((column) => (column === 'ehrs' ? groups.length : rows))].slice(offset, offset + limit);
    }
    case 'numbers': {
      const numbers = await index.numbers(asked);
      return numbers && [answer.aggregates.map((one) => aggregated(one, numbers))].slice(offset, offset + limit);
    }
    case 'values': {
      const numbers = await index.numbers(asked);
      const sorted = answer.descending ? numbers?.toReversed() : numbers;
      return sorted?.slice(offset, offset + limit).map(([value]) => query.columns.map(() => value));
    }
    case 'groups': {
      const groups = await index.groups(asked);
      return groups && grouped(query, answer, groups, environment);
    }
  }
}

async function rowsOf(
  query: BoundQuery,
  { query: asked, firsts }: Covering,
  answer: RowAnswer,
  index: IndexStore,
  environment: Environment,
): Promise<Rows | undefined> {
  const { distinct, window } = query;
  const { values } = answer;
  const told = (rows: readonly IndexedRow[] | undefined): readonly IndexedRow[] | undefined =>
    rows?.every(({ value }) => !value || values.every(({ isTold }) => isTold(value))) ? rows : undefined;
  for (const first of firsts) {
    const rows = told(await index.rows(first));
    const found = rows && sorted(query, answer, rows, environment);
    if (found?.length === window.limit) return found;
    if (!found || rows.length === 0) break;
  }
  const streamed = answer.order.length === 0 && !distinct && window.limit !== undefined;
  const rows = told(await index.rows(asked, streamed ? window.offset + (window.limit ?? 0) : undefined));
  return rows && sorted(query, answer, rows, environment);
}

function grouped(
  query: BoundQuery,
  { columns, order }: CoveredAnswer & { readonly kind: 'groups' },
  groups: readonly IndexedGroup[],
  environment: Environment,
): Rows {
  const sink = sinkFor(query, order, environment);
  for (const { ehrId, values } of groups) {
    const cells = columns.map((column) => (column === 'ehr' ? ehrId : aggregated(column, values)));
    if (sink.push({ cells, keys: order.map(({ column }) => sortKey(cells[column])) })) break;
  }
  return sink.rows();
}

function sorted(
  query: BoundQuery,
  { columns, order }: RowAnswer,
  rows: readonly IndexedRow[],
  environment: Environment,
): Rows {
  const sink = sinkFor(query, order, environment);
  for (const row of rows) {
    const cells = columns.map((read) => read(row) ?? null);
    if (sink.push({ cells, keys: order.map(({ read }) => sortKey(read(row))) })) break;
  }
  return sink.rows();
}

const sinkFor = (
  { distinct, window }: BoundQuery,
  order: readonly { readonly descending: boolean }[],
  environment: Environment,
): Sink =>
  createSink({
    distinct,
    descending: order.map(({ descending }) => descending),
    keysAreCells: false,
    window,
    budget: createBudget({ ...environment, maxRows: environment.maxRows ?? Infinity }),
  });

type Counted<T> = readonly (readonly [value: T, count: number])[];

/** Of values that are no spelling but their own, ascending; COUNT(*) counts rows without one too. Texts and codes are only counted. */
function aggregated(aggregate: Aggregate, values: Counted<number | string | undefined>): JsonValue {
  const { function: name, distinct, operand } = aggregate;
  if (!operand) return total(values);
  if (name === 'COUNT' && !distinct) return total(values.filter(([value]) => value !== undefined));
  const numbers = values.flatMap(([value, times]) => (typeof value === 'number' ? [[value, times] as const] : []));
  if (distinct || numbers.length === 0) return distinctOf(aggregate, numbers);
  const count = total(numbers);
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
      const sum = jsonNumber(exact);
      return name === 'SUM' ? sum : (quotient(sum, count) ?? null);
    }
  }
}

const total = (values: Counted<unknown>): number => values.reduce((sum, [, times]) => sum + times, 0);

function distinctOf(aggregate: Aggregate, numbers: Counted<number>): JsonValue {
  const accumulator = createAccumulator(aggregate, createBudget({ clock: { now: () => 0 }, maxRows: Infinity }));
  for (const [value] of numbers) accumulator.add(value);
  return accumulator.result();
}
