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

  const byValue = (question: Question, value: Column): SQL<Counted & { readonly value: unknown }> =>
    sql`select ${value} as "value", count(*) as "count" from ${leaf} where ${hasValue(question)}
      group by ${value} order by ${value}`;

  /** Undefined when some keys may be those of other codes. Mostly a code is of one terminology. */
  function* countOfCodes(question: Question): Asking<number | undefined> {
    const { name, values, passing = [], query } = question;
    if (passing.length === 1 && query.leaf?.codes?.length === 1) {
      const [found] = yield* ask(`code ${name}`, () => countedWithEnds(question), values);
      if (found && (found.least ?? '') === (found.most ?? '') && isPlainKey(found.least ?? '::')) return found.count;
    }
    const codes = yield* ask(`codes ${name}`, () => byValue(question, leaf.code), values);
    return codes.every(({ value }) => isPlainKey(String(value)))
      ? codes.reduce((sum, { count }) => sum + count, 0)
      : undefined;
  }

  /** With the first and the last key of the range, whichever EHR it is of: either is one look into the index. */
  function countedWithEnds(
    question: Question,
  ): SQL<Counted & { readonly least: string | null; readonly most: string | null }> {
    const inRange = and(inKeys(leaf.pathKey, pathKeys(question.passing ?? [])), passes(leaf, question, false));
    const end = (name: 'min' | 'max'): SQL =>
      sql`(select ${sql.raw(name)}(${leaf.code}) from ${leaf} where ${inRange})`;
    return sql`select ${end('min')} as "least", ${end('max')} as "most", count(*) as "count" from ${leaf}
      where ${hasValue(question)}`;
  }

  return {
    *count(query) {
      const question = yield* read(query);
      if (!question) return undefined;
      if (query.leaf?.codes) return yield* countOfCodes(question);
      const [found] = yield* ask(`count ${question.name}`, () => counted(question), question.values);
      return found?.count;
    },
    *numbers(query) {
      const question = yield* read(query);
      if (!question || !query.leaf) return undefined;
      const found = yield* ask(`numbers ${question.name}`, () => byValue(question, leaf.number), question.values);
      return found.map(({ value, count }) => [Number(value), count]);
    },
  };
}
