/** Aggregates with implicit grouping by all other columns: AQL has no GROUP BY. */
import type { JsonValue } from '../../json/index.ts';
import type { Aggregate } from '../model.ts';
import { compareSortKeys, sortKey, valueKey, type SortKey } from '../values/index.ts';
import { createAccumulator, type Accumulator } from './aggregate.ts';
import { keyWeight, type Budget } from './budget.ts';
import type { Operand } from './expression.ts';
import type { Row } from './row.ts';
import type { ResultRow } from './sink.ts';

/** A column: an aggregate, what rows are grouped by, or a constant, which does not group. */
export type ColumnPlan =
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate; readonly operand: Operand<Row> | undefined }
  | { readonly kind: 'plain'; readonly operand: Operand<Row> };

/** A sort key: a column, or a value that each row has apart from its columns. */
export type OrderPlan =
  | { readonly kind: 'column'; readonly index: number; readonly descending: boolean }
  | { readonly kind: 'path'; readonly value: (row: Row) => JsonValue | undefined; readonly descending: boolean };

interface Group {
  readonly plain: readonly JsonValue[];
  readonly accumulators: readonly (Accumulator | undefined)[];
  /** Of the rows of the group the least key (ascending) or the greatest. */
  readonly keys: (SortKey | undefined)[];
}

export interface Groups {
  add(row: Row): void;
  /** Without grouping columns there is always one. */
  rows(): Iterable<ResultRow>;
}

export function createGroups(columns: readonly ColumnPlan[], order: readonly OrderPlan[], budget: Budget): Groups {
  const groups = new Map<string, Group>();
  const grouping = columns.map((column) =>
    column.kind === 'plain' && !column.operand.constant ? column.operand : undefined,
  );

  const create = (row: Row | undefined, key: string): Group => {
    budget.hold(keyWeight(key));
    return {
      plain: columns.map((column) => (column.kind === 'plain' ? cellOf(column.operand, row) : null)),
      accumulators: columns.map((column) =>
        column.kind === 'aggregate' ? createAccumulator(column.aggregate, budget) : undefined,
      ),
      keys: order.map(() => undefined),
    };
  };

  const isOne = grouping.every((operand) => operand === undefined);

  const keyOf = (row: Row): string =>
    isOne ? '' : grouping.map((operand) => (operand ? valueKey(operand.value(row)) : '')).join();

  /** Evaluates everything before it changes anything, so that a row can be tried again. */
  const add = (row: Row): void => {
    const key = keyOf(row);
    const values = columns.map((column) => (column.kind === 'aggregate' ? column.operand?.value(row) : undefined));
    const sorts = order.map((one) => (one.kind === 'path' ? sortKey(one.value(row)) : undefined));
    const known = groups.get(key);
    const group = known ?? create(row, key);
    if (!known) groups.set(key, group);
    group.accumulators.forEach((accumulator, index) => accumulator?.add(values[index]));
    sorts.forEach((own, index) => {
      const best = group.keys[index];
      const direction = order[index]?.descending ? -1 : 1;
      if (own && (!best || compareSortKeys(own, best) * direction < 0)) group.keys[index] = own;
    });
  };

  return {
    add,
    rows: () => {
      if (groups.size === 0 && isOne) groups.set('', create(undefined, ''));
      return groups.values().map((group): ResultRow => {
        const cells = group.plain.map((value, index) => group.accumulators[index]?.result() ?? value);
        const keys = order.map((one, index) => (one.kind === 'column' ? sortKey(cells[one.index]) : group.keys[index]));
        return { cells, keys };
      });
    },
  };
}

export const cellOf = (operand: Operand<Row>, row: Row | undefined): JsonValue =>
  (row ? operand.value(row) : operand.constant?.value) ?? null;
