/** EXPLAIN: which way a query goes. */
import type { IndexOrder, IndexQuery, QueryAccess, QueryStore } from '../../ports/query.ts';
import type { QueryPlan } from './plan.ts';

export interface Explanation {
  /** `index`: index rows alone, unless they can't tell at the moment; `documents`: the documents that are left. */
  readonly way: 'index' | 'documents';
  readonly index?: IndexQuery;
  /** EHRs and documents that are looked at when the index alone is not enough. */
  readonly access: QueryAccess;
  /** They are taken in this order, as many as are needed. */
  readonly order?: Omit<IndexOrder, 'count'>;
  /** What the store asks its database. */
  readonly statements: readonly string[];
}

export async function explainPlan({ covering, access, order }: QueryPlan, store: QueryStore): Promise<Explanation> {
  const question =
    covering && store.index
      ? ({ kind: covering.answer.kind, query: covering.query } as const)
      : ({ kind: 'candidates', access } as const);
  return {
    way: question.kind === 'candidates' ? 'documents' : 'index',
    ...(question.kind !== 'candidates' && { index: question.query }),
    access,
    ...(order && { order }),
    statements: (await store.explain?.(question)) ?? [],
  };
}
