/** Rows of queries, and what of them did not come from documents. */
import { planQuery, runPlan, type IndexUse } from '../../aql/access/index.ts';
import { checkQuery } from '../../aql/check/index.ts';
import { parseQuery } from '../../aql/language/index.ts';
import { stringifyJson } from '../../json/index.ts';
import type { IndexQuery, IndexStore, Projection, QueryAccess, QueryStore } from '../../ports/query.ts';
import type { Store } from '../../ports/store.ts';

export interface Answered {
  readonly rows: string;
  /** What was not read from documents. */
  readonly answered: readonly string[];
}

/** The rows of a query, with as much use of the index as is allowed. */
export async function answerOf(store: Store, text: string, use: IndexUse, ehrId?: string): Promise<Answered> {
  const query = checkQuery(text, parseQuery(text), {}, {});
  const environment = { clock: { now: () => 0 }, timezone: 'UTC' };
  const answered: string[] = [];
  const { rows } = await runPlan(planQuery(query, ehrId, use), watched(store.queries, answered), environment);
  return { rows: stringifyJson(rows), answered };
}

/** The same queries; `answered` gets what did not come from a whole document. */
function watched(queries: QueryStore, answered: string[]): QueryStore {
  const { index } = queries;
  return {
    candidates: (access) => queries.candidates(access),
    ...(index && { index: watchedIndex(index, answered) }),
    ...(queries.projected && {
      async *projected(access: QueryAccess, projection: Projection) {
        for await (const candidate of queries.projected?.(access, projection) ?? []) {
          for (const document of candidate.documents) if ('roots' in document) answered.push('projected');
          yield candidate;
        }
      },
    }),
  };
}

function watchedIndex(index: IndexStore, answered: string[]): IndexStore {
  const noting = async <T>(kind: string, query: IndexQuery, answer: Promise<T>): Promise<T> => {
    const found = await answer;
    if (found !== undefined) answered.push(...shapesOf(query).map((of) => `${kind}${of}`));
    return found;
  };
  return {
    count: (query) => noting('count', query, index.count(query)),
    numbers: (query) => noting('numbers', query, index.numbers(query)),
    groups: (query) => noting('groups', query, index.groups(query)),
    rows: (query, limit) => noting('rows', query, index.rows(query, limit)),
    bound: (order) => index.bound(order),
  };
}

const shapesOf = ({ first, start, leaf, without }: IndexQuery): readonly string[] => [
  first ? ' of the first' : start ? ' since' : '',
  ...(leaf?.codes ? [' of a code'] : []),
  ...(leaf?.texts ? [' of a text'] : []),
  ...(without ? [' without a root'] : []),
];
