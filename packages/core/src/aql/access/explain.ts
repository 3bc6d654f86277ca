/** EXPLAIN: which way a query goes. */
import type {
  ExplainedQuestion,
  IndexOrder,
  IndexQuery,
  Projection,
  QueryAccess,
  QueryStore,
} from '../../ports/query.ts';
import type { QueryPlan } from './plan.ts';

export interface Explanation {
  /**
   * `index`: index rows alone, unless they can't tell at the moment; `leaves`: documents by their index rows; `documents`: the
   * documents that are left.
   */
  readonly way: 'index' | 'leaves' | 'documents';
  readonly index?: IndexQuery;
  /** The index rows that are enough of each document. */
  readonly projection?: Projection;
  /** EHRs and documents that are looked at when the index alone is not enough. */
  readonly access: QueryAccess;
  /** They are taken in this order, as many as are needed. */
  readonly order?: Omit<IndexOrder, 'count'>;
  /** What the store asks its database. */
  readonly statements: readonly string[];
}

export async function explainPlan(plan: QueryPlan, store: QueryStore): Promise<Explanation> {
  const { covering } = plan;
  const { projection, access, order } = plan.documents();
  const projected = store.projected && projection;
  const question =
    covering && store.index
      ? ({ kind: ASKED[covering.answer.kind], query: covering.query } as const)
      : projected
        ? ({ kind: 'projected', access, projection: projected } as const)
        : ({ kind: 'candidates', access } as const);
  return {
    way: WAYS[question.kind],
    ...('query' in question && { index: question.query }),
    ...(projected && { projection: projected }),
    access,
    ...(order && { order }),
    statements: (await store.explain?.(question)) ?? [],
  };
}

const ASKED = {
  count: 'count',
  ehrs: 'groups',
  numbers: 'numbers',
  values: 'numbers',
  groups: 'groups',
  rows: 'rows',
} as const;

const WAYS: Readonly<Record<ExplainedQuestion['kind'], Explanation['way']>> = {
  count: 'index',
  numbers: 'index',
  groups: 'index',
  rows: 'index',
  projected: 'leaves',
  candidates: 'documents',
};
