/** Answers that are numbers of rows: how many there are, or how many with each value. */
import type { IndexQuery } from '@cairn/core';
import { and, sql, type SQL } from '../drizzle.ts';
import { ask, type Asking } from './ask.ts';
import { inKeys, isComposition, within } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import { boundsOf, pathKeys, type Question } from './question.ts';
import { scopeOf } from './scope.ts';

interface Counted {
  readonly count: number;
}

export interface Counts {
  count(query: IndexQuery): Asking<number | undefined>;
  numbers(query: IndexQuery): Asking<readonly (readonly [value: number, count: number])[] | undefined>;
}

export function counts(dialect: QueryDialect, read: (query: IndexQuery) => Asking<Question | undefined>): Counts {
  const { tables, plain } = dialect;
  const { document, leaf, root } = tables;
  const scope = scopeOf(dialect);
  const bounds = boundsOf(dialect, 'number', leaf.number);

  function counted(question: Question): SQL<Counted> {
    const { query, entries, ehrIds } = question;
    if (query.leaf?.range) return sql`select count(*) as "count" from ${leaf} where ${hasNumber(question)}`;
    const from = query.entry ? root : document;
    // A few EHRs have few roots, all archetypes many.
    const isIt = query.entry
      ? inKeys(ehrIds ? plain(root.archetypeKey) : root.archetypeKey, entries)
      : isComposition(document.kind);
    return sql`select count(*) as "count" from ${from} where ${and(isIt, scope.within(from, question))}`;
  }

  function hasNumber(question: Question): SQL | undefined {
    const { query, numbers, ehrIds } = question;
    const [path, value] = ehrIds ? [plain(leaf.pathKey), plain(leaf.number)] : [leaf.pathKey, leaf.number];
    const inRange = within(query.leaf?.range, value, bounds);
    return and(inKeys(path, pathKeys(numbers)), inRange, scope.within(leaf, question));
  }

  const numbered = (question: Question): SQL<Counted & { readonly value: number }> =>
    sql`select ${leaf.number} as "value", count(*) as "count" from ${leaf} where ${hasNumber(question)}
      group by ${leaf.number} order by ${leaf.number}`;

  return {
    *count(query) {
      const question = yield* read(query);
      if (!question) return undefined;
      const [found] = yield* ask(`count ${question.name}`, () => counted(question), question.values);
      return found?.count;
    },
    *numbers(query) {
      const question = yield* read(query);
      if (!question || !query.leaf) return undefined;
      const found = yield* ask(`numbers ${question.name}`, () => numbered(question), question.values);
      return found.map(({ value, count }) => [value, count]);
    },
  };
}
