/** Answers that are numbers of rows: how many there are, or how many with each value. */
import { isPlainKey, type IndexQuery } from '@cairn/core';
import { and, sql, type Column, type SQL } from '../drizzle.ts';
import { ask, type Asking } from './ask.ts';
import { inKeys, isComposition } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import { pathKeys, type Question } from './question.ts';
import { scopeOf } from './scope.ts';
import { valueConditions } from './value-conditions.ts';

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
  const passes = valueConditions(dialect);

  function counted(question: Question): SQL<Counted> {
    const { query, passing, entries, ehrIds } = question;
    if (passing) return sql`select count(*) as "count" from ${leaf} where ${hasValue(question)}`;
    const from = query.entry ? root : document;
    // A few EHRs have few roots, all archetypes many.
    const isIt = query.entry
      ? inKeys(ehrIds ? plain(root.archetypeKey) : root.archetypeKey, entries)
      : isComposition(document.kind);
    return sql`select count(*) as "count" from ${from} where ${and(isIt, scope.within(from, question))}`;
  }

  /** One that passes, or without conditions a number. */
  function hasValue(question: Question): SQL | undefined {
    const { passing, numbers, ehrIds } = question;
    const [path, number] = ehrIds ? [plain(leaf.pathKey), plain(leaf.number)] : [leaf.pathKey, leaf.number];
    const hasOne = passing ? passes(leaf, question, ehrIds !== undefined) : sql`${number} is not null`;
    return and(inKeys(path, pathKeys(passing ?? numbers)), hasOne, scope.within(leaf, question));
  }

  const byValue = <T>(question: Question, value: Column): SQL<Counted & { readonly value: T }> =>
    sql`select ${value} as "value", count(*) as "count" from ${leaf} where ${hasValue(question)}
      group by ${value} order by ${value}`;

  return {
    *count(query) {
      const question = yield* read(query);
      if (!question) return undefined;
      if (query.leaf?.codes) {
        const build = (): SQL<Counted & { readonly value: string }> => byValue(question, leaf.code);
        const codes = yield* ask(`codes ${question.name}`, build, question.values);
        return codes.every(({ value }) => isPlainKey(value))
          ? codes.reduce((sum, { count }) => sum + count, 0)
          : undefined;
      }
      const [found] = yield* ask(`count ${question.name}`, () => counted(question), question.values);
      return found?.count;
    },
    *numbers(query) {
      const question = yield* read(query);
      if (!question || !query.leaf) return undefined;
      const build = (): SQL<Counted & { readonly value: number }> => byValue(question, leaf.number);
      const found = yield* ask(`numbers ${question.name}`, build, question.values);
      return found.map(({ value, count }) => [value, count]);
    },
  };
}
