/** A bound query as closures over one row that is filled again and again. */
import type { JsonValue } from '../../json/index.ts';
import { createRoutes } from '../../rm/index.ts';
import type { BoundQuery, Column, Condition, OrderKey, Path } from '../model.ts';
import type { Budget } from './budget.ts';
import { compileCondition } from './condition.ts';
import { compileContainment, type Sign } from './contain.ts';
import { compileExpression, type Host } from './expression.ts';
import type { ColumnPlan, OrderPlan } from './groups.ts';
import { conjunctsOf, guardsOf } from './guards.ts';
import { isRootOnly } from './holders.ts';
import { createPredicates, namesAtCode, type Predicates } from './predicate.ts';
import { createRowCursor, type Bound, type Row } from './row.ts';
import { createRowHost, type RowHost } from './row-host.ts';
import type { Search } from './tree.ts';
import { buildTrie, type Trie } from './trie.ts';
import { visitColumn, visitCondition } from './visit.ts';
import type { World } from './world.ts';

export interface Program {
  readonly search: Search;
  readonly row: Row;
  /** All rows of an EHR before WHERE; at each match `row` is the next one. */
  readonly rows: (world: World) => Generator<Sign, void>;
  readonly where: (row: Row) => boolean;
  readonly columns: readonly ColumnPlan[];
  readonly order: readonly OrderPlan[];
}

export function compileQuery(
  query: BoundQuery,
  shared: Pick<Host<Row>, 'now' | 'terminologies' | 'look'>,
  budget: Budget,
): Program {
  const predicates = createPredicates(shared);
  const tries = buildTries(query, predicates);
  const row: Row = { tuple: query.bindings.map(() => undefined), current: [] };
  const host = createRowHost(tries, predicates, shared);
  const where = compileAll(conjunctsOf(query.where), host);
  const fits = compileFits(query, predicates);
  const tuples = compileContainment(query.from, {
    bindings: query.bindings,
    tuple: row.tuple,
    budget,
    fits: (slot, at) => fits(slot, at) !== 'none',
    admits: compileGuards(query, tries, host, row),
  });
  const cursor = createRowCursor(row, [...tries.values()]);
  return {
    search: createSearch(query, fits),
    row,
    where,
    columns: query.columns.map((column) => columnPlan(column, host)),
    order: query.orderBy.map((key) => orderPlan(key, host)),
    rows: function* rows(world) {
      for (const sign of tuples(world)) {
        if (sign === 'turn') {
          yield sign;
          continue;
        }
        cursor.start();
        do {
          budget.tick();
          yield sign;
        } while (cursor.next());
      }
    },
  };
}

/** One trie for each variable that has paths; those of ORDER BY share it, but add nothing to it. */
function buildTries(
  { bindings, columns, where, orderBy }: BoundQuery,
  predicates: Predicates,
): ReadonlyMap<number, Trie> {
  const paths = new Map<number, Path[]>();
  const pathsOf = (slot: number): Path[] => {
    const known = paths.get(slot) ?? [];
    paths.set(slot, known);
    return known;
  };
  const visitor = { path: (path: Path, inExists: boolean) => void (inExists || pathsOf(path.slot).push(path)) };
  for (const { value } of columns) visitColumn(value, visitor);
  if (where) visitCondition(where, visitor);
  for (const { by } of orderBy) if (by.kind === 'path') pathsOf(by.slot);

  const tries = new Map<number, Trie>();
  let offset = 0;
  for (const [slot, own] of paths) {
    const binding = bindings[slot];
    if (!binding) continue;
    const trie = buildTrie(binding, own, offset, predicates);
    tries.set(slot, trie);
    offset += trie.nodes.length;
  }
  return tries;
}

function compileFits({ bindings }: BoundQuery, predicates: Predicates): Search['fit'] {
  const fits = bindings.map(({ predicate }) => predicate && predicates.fit(predicate));
  return (slot, at) => fits[slot]?.(at) ?? 'free';
}

function createSearch({ bindings }: BoundQuery, fit: Search['fit']): Search {
  const slotsOf = new Map<string, number[]>();
  for (const { slot, types } of bindings) {
    for (const type of types) {
      const slots = slotsOf.get(type);
      if (slots) slots.push(slot);
      else slotsOf.set(type, [slot]);
    }
  }
  const inner = bindings.filter((binding) => !isRootOnly(binding));
  return {
    slotsOf,
    fit,
    routes: createRoutes(new Set(inner.flatMap(({ types }) => [...types]))),
    rootOnly: new Set(bindings.filter(isRootOnly).map(({ slot }) => slot)),
    local: bindings.some(({ predicate }) => namesAtCode(predicate)),
  };
}

function compileGuards(
  query: BoundQuery,
  tries: ReadonlyMap<number, Trie>,
  host: RowHost,
  row: Row,
): (slot: number, bound: Bound) => boolean {
  const guards = new Map(
    Array.from(guardsOf(query), ([slot, conditions]) => {
      const trie = tries.get(slot);
      return [slot, { holds: compileAll(conditions, host), cursor: createRowCursor(row, trie ? [trie] : []) }];
    }),
  );
  return (slot, bound) => {
    const guard = guards.get(slot);
    if (!guard) return true;
    if (bound.admitted !== undefined) return bound.admitted;
    row.tuple[slot] = bound;
    guard.cursor.start();
    let admitted = guard.holds(row);
    while (!admitted && guard.cursor.next()) admitted = guard.holds(row);
    bound.admitted = admitted;
    return admitted;
  };
}

function compileAll(conditions: readonly Condition[], host: RowHost): (row: Row) => boolean {
  const tests = conditions.map((condition) => compileCondition(condition, host));
  return (row) => tests.every((test) => test(row) === true);
}

function columnPlan({ value }: Column, host: RowHost): ColumnPlan {
  if (value.kind !== 'aggregate') return { kind: 'plain', operand: compileExpression(value, host) };
  return { kind: 'aggregate', aggregate: value, operand: value.operand && compileExpression(value.operand, host) };
}

function orderPlan({ by, descending }: OrderKey, host: RowHost): OrderPlan {
  if (by.kind === 'column') return { kind: 'column', index: by.index, descending };
  const value: (row: Row) => JsonValue | undefined = host.order({ by, descending });
  return { kind: 'path', value, descending };
}
