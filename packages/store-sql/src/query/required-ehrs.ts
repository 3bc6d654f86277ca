/** Which EHRs can have a document of the kind that a query demands. */
import type { Need } from '@cairn/core';
import { sql, type SQL } from '../drizzle.ts';
import { ask, type Asking } from './ask.ts';
import { unionAll } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import { documentKeys } from './document-keys.ts';
import type { IndexState } from './index-state.ts';
import type { NarrowingReader } from './narrowing.ts';

/** Up to so many documents are looked for by what the query demands; beyond, EHR after EHR is looked through. */
const SOURCE_LIMIT = 2_000;

/** A condition on rows of `ehr`; undefined when those it holds for may be many. */
export function requiredEhrs(
  { tables, isFalse }: QueryDialect,
  narrowing: NarrowingReader,
): (need: Need, state: IndexState) => Asking<SQL | undefined> {
  const { document, ehr } = tables;
  const { keysOf, isEhrOf } = documentKeys(tables);
  const unindexed = keysOf(document, isFalse(document.indexed));

  return function* required(need, state) {
    let best: SQL | undefined;
    let least = SOURCE_LIMIT;
    for (const operand of need.kind === 'and' ? need.operands : [need]) {
      const source = narrowing.source(operand, state);
      if (!source) continue;
      const keys = unionAll([source, unindexed]);
      const [found] = yield* ask(
        undefined,
        (): SQL<{ readonly count: number }> =>
          sql`select count(*) as "count" from (select 1 from (${keys}) as k limit ${least}) as l`,
      );
      if (!found || found.count >= least) continue;
      best = keys;
      least = found.count;
    }
    return best && isEhrOf(ehr.ehrId, best);
  };
}
