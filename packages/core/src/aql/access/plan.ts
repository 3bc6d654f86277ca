/** How a query is answered: by the index alone, on the documents that the index leaves or on their index rows, or on all. */
import type { ProjectedEhr, Projection, QueryAccess, QueryStore } from '../../ports/query.ts';
import { accessOf, runQuery, type Environment, type QueryRows } from '../evaluate/index.ts';
import type { BoundQuery } from '../model.ts';
import { projectionOf } from '../projection/index.ts';
import { coveringOf, type Covering } from './cover.ts';
import { documentOrderOf, firstCounts, needOfBound } from './first-rows.ts';
import { namedEhrs } from './named-ehrs.ts';
import { narrowAccess } from './narrow.ts';
import { runCovering } from './run-covering.ts';

/** The most that a query may make use of; each includes those that follow. */
export type IndexUse = 'covering' | 'projection' | 'narrowing' | 'none';

export interface QueryPlan {
  readonly query: BoundQuery;
  /** The index alone may have the answer. */
  readonly covering: Covering | undefined;
  /** Otherwise documents do; worked out when that is so. */
  readonly documents: () => DocumentPlan;
}

export interface DocumentPlan {
  readonly access: QueryAccess;
  /** Of these documents so many index rows are enough. */
  readonly projection: Projection | undefined;
  /** They are taken in this order, as many as are needed. */
  readonly order: ReturnType<typeof documentOrderOf>;
}

/** `ehrId`: only this EHR, whether it is queryable or not. */
export function planQuery(query: BoundQuery, ehrId?: string, use: IndexUse = 'covering'): QueryPlan {
  let documents: DocumentPlan | undefined;
  return {
    query,
    covering: use === 'covering' ? coveringOf(query, ehrId) : undefined,
    documents: () => (documents ??= documentPlan(query, ehrId, use)),
  };
}

function documentPlan(query: BoundQuery, ehrId: string | undefined, use: IndexUse): DocumentPlan {
  const whole = accessOf(query, ehrId);
  const all = namedEhrs(query) ? { ...whole, hiddenToo: true } : whole;
  if (use === 'none') return { access: all, projection: undefined, order: undefined };
  const access = narrowAccess(query, all);
  const { ehrIds, subjects } = access.narrowing ?? {};
  const ofFew = (ehrId ?? ehrIds ?? subjects) !== undefined || access.allVersions;
  return {
    access,
    projection: use === 'narrowing' ? undefined : projectionOf(query),
    order: ofFew ? undefined : documentOrderOf(query),
  };
}

/** @throws what `runQuery` throws. */
export async function runPlan(plan: QueryPlan, store: QueryStore, environment: Environment): Promise<QueryRows> {
  const { query, covering } = plan;
  const covered = await runCovering(query, covering, store.index, environment);
  if (covered) return covered;
  const documents = plan.documents();
  return (
    (await runFirst(query, documents, store, environment)) ??
    (await runQuery(query, documentsOf(documents, store, documents.access), environment))
  );
}

/** As whole documents, or as much of them as is enough. */
const documentsOf = (
  { projection }: DocumentPlan,
  store: QueryStore,
  access: QueryAccess,
): AsyncIterable<ProjectedEhr> => (projection && store.projected?.(access, projection)) ?? store.candidates(access);

/** Undefined when there is no such order, or the documents taken do not make enough rows. */
async function runFirst(
  query: BoundQuery,
  plan: DocumentPlan,
  store: QueryStore,
  environment: Environment,
): Promise<QueryRows | undefined> {
  const { access, order } = plan;
  const { index } = store;
  const { limit } = query.window;
  if (!order || !index || limit === undefined) return undefined;
  for (const count of firstCounts(query.window)) {
    const bound = await index.bound({ ...order, count });
    if (bound === undefined) return undefined;
    const bounded = narrowAccess(query, access, needOfBound(order, bound));
    const found = await runQuery(query, documentsOf(plan, store, bounded), environment);
    if (found.rows.length === limit) return found;
  }
  return undefined;
}
