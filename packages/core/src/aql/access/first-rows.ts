/**
 * ORDER BY the start time, with LIMIT: only documents that start late (or early) enough are looked at. How late that is, the
 * index tells for a number of documents; when those do not make enough rows, more are taken.
 */
import type { IndexOrder, Need, PathPattern } from '../../ports/query.ts';
import type { BoundQuery, Containment, Window } from '../model.ts';

const START_TIME: PathPattern = { steps: [{ attribute: 'context' }, { attribute: 'start_time' }] };

/** By what documents are ordered; undefined when the order of rows is not that of documents. */
export function documentOrderOf(query: BoundQuery): Omit<IndexOrder, 'count'> | undefined {
  const { orderBy, window, distinct, columns, bindings, from } = query;
  const [key] = orderBy;
  if (!key || window.limit === undefined || window.last !== undefined || distinct) return undefined;
  if (columns.some(({ value }) => value.kind === 'aggregate')) return undefined;
  const by = key.by.kind === 'column' ? columns[key.by.index]?.value : key.by;
  if (by?.kind !== 'path' || by.predicate || by.steps.some(({ predicate }) => predicate)) return undefined;
  if (bindings[by.slot]?.rmType !== 'COMPOSITION' || outermost(from, bindings) !== by.slot) return undefined;
  switch (by.steps.map(({ attribute }) => attribute).join('/')) {
    case 'context/start_time':
      return { path: START_TIME, column: 'number', descending: key.descending };
    case 'context/start_time/value':
      return { path: START_TIME, column: 'text', descending: key.descending };
    default:
      return undefined;
  }
}

/** The variable whose documents all rows come from, one for each. */
function outermost(from: Containment, bindings: BoundQuery['bindings']): number | undefined {
  if (from.kind !== 'class') return undefined;
  const { rmType } = bindings[from.slot] ?? {};
  if (rmType !== 'EHR' && rmType !== 'VERSION') return from.slot;
  return from.contains && outermost(from.contains, bindings);
}

/** Documents whose rows come before all others; missing values come first descending. */
export function needOfBound({ path, column, descending }: Omit<IndexOrder, 'count'>, bound: number | string): Need {
  const range = descending ? { lower: bound } : { upper: bound };
  const within =
    column === 'number'
      ? { column, ...(range as { readonly lower?: number; readonly upper?: number }) }
      : { column, ...(range as { readonly lower?: string; readonly upper?: string }) };
  return { kind: 'leaf', path, tests: [within, ...(descending ? [{ column: 'none' } as const] : [])] };
}

/** Documents are taken by these numbers times as many as rows are wanted; then all are. */
const SHARES = [1, 8, 64];

/** Beyond so many it is not worth while. */
const MOST_FIRST = 5_000;

/** How many documents to take, for a query with LIMIT: more each time. */
export const firstCounts = ({ offset, limit = Infinity }: Window): readonly number[] =>
  SHARES.map((share) => (offset + limit) * share).filter((count) => count <= MOST_FIRST);
