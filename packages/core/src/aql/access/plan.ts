/** How a query is answered: by the index alone, on the documents that the index leaves, or on all. */
import type { QueryAccess, QueryStore } from '../../ports/query.ts';
import { accessOf, runQuery, type Environment, type QueryRows } from '../evaluate/index.ts';
import type { BoundQuery } from '../model.ts';
import { coveringOf, type Covering } from './cover.ts';
import { documentOrderOf, needOfBound } from './first-rows.ts';
import { narrowAccess } from './narrow.ts';
import { runCovering } from './run-covering.ts';

/** The most that a query may make use of. */
export type IndexUse = 'covering' | 'narrowing' | 'none';

export interface QueryPlan {
  readonly query: BoundQuery;
  /** The index alone may have the answer. */
  readonly covering: Covering | undefined;
  /** Otherwise these documents do. */
  readonly access: QueryAccess;
  /** They are taken in this order, as many as are needed. */
  readonly order: ReturnType<typeof documentOrderOf>;
}

/** `ehrId`: only this EHR, whether it is queryable or not. */
export function planQuery(query: BoundQuery, ehrId?: string, use: IndexUse = 'covering'): QueryPlan {
  const access = accessOf(query, ehrId);
  if (use === 'none') return { query, covering: undefined, access, order: undefined };
  const narrowed = narrowAccess(query, access);
  const ofFew = ehrId !== undefined || narrowed.narrowing?.ehrIds !== undefined || access.allVersions;
  return {
    query,
    covering: use === 'covering' ? coveringOf(query) : undefined,
    access: narrowed,
    order: ofFew ? undefined : documentOrderOf(query),
  };
}

/** @throws what `runQuery` throws. */
export async function runPlan(plan: QueryPlan, store: QueryStore, environment: Environment): Promise<QueryRows> {
  const { query, access } = plan;
  return (
    (await runCovering(plan, store.index, environment)) ??
    (await runFirst(plan, store, environment)) ??
    (await runQuery(query, store.candidates(access), environment))
  );
}

/** Documents are taken by these numbers times as many as rows are wanted; then all are. */
const SHARES = [1, 8, 64];

/** Beyond so many it is not worth while. */
const MOST_FIRST = 5_000;

/** Undefined when there is no such order, or the documents taken do not make enough rows. */
async function runFirst(
  { query, access, order }: QueryPlan,
  { index, ...store }: QueryStore,
  environment: Environment,
): Promise<QueryRows | undefined> {
  const { offset, limit } = query.window;
  if (!order || !index || limit === undefined) return undefined;
  for (const share of SHARES) {
    const count = (offset + limit) * share;
    const bound = count <= MOST_FIRST ? await index.bound({ ...order, count }) : undefined;
    if (bound === undefined) return undefined;
    const found = await runQuery(
      query,
      store.candidates(narrowAccess(query, access, needOfBound(order, bound))),
      environment,
    );
    if (found.rows.length === limit) return found;
  }
  return undefined;
}
