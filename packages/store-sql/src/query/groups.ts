/** Rows of a question by EHR and number. */
import type { IndexedGroup, IndexQuery } from '@cairn/core';
import { and, type SQL } from '../drizzle.ts';
import { ask, type Asking } from './ask.ts';
import type { QueryDialect } from './dialect.ts';
import type { Question } from './question.ts';
import { rowStatements } from './row-statement.ts';
import { scopeOf } from './scope.ts';

/** Of an EHR and a number each; more are better streamed. */
const MOST_GROUPS = 1_000_000;

export function groupReader(
  dialect: QueryDialect,
  read: (query: IndexQuery) => Asking<Question | undefined>,
): (query: IndexQuery) => Asking<readonly IndexedGroup[] | undefined> {
  const { tables, isTrue } = dialect;
  const { ehr } = tables;
  const scope = scopeOf(dialect);
  const statements = rowStatements(dialect);

  return function* groups(query) {
    const question = yield* read(query);
    if (!question) return undefined;
    const { ehrIds, name, values, state } = question;
    const visible = query.ehrId === undefined && state.anyHidden ? isTrue(ehr.queryable) : undefined;
    const ehrs = and(scope.asked(ehr.ehrId, question), visible);
    const source = query.leaf?.range && !ehrIds ? 'values' : 'ehrs';
    const build = (): SQL => statements.groups(question, { ehrs, source, most: MOST_GROUPS });
    const rows = yield* ask(`groups ${name}`, build, values);
    return rows.length < MOST_GROUPS ? byEhr(rows.map(statements.readGroup)) : undefined;
  };
}

type Values = [value: number | undefined, count: number][];

function byEhr(
  rows: readonly { readonly ehrId: string; readonly value: number | null; readonly count: number }[],
): readonly IndexedGroup[] {
  const groups: { readonly ehrId: string; readonly values: Values }[] = [];
  for (const { ehrId, value, count } of rows) {
    const last = groups.at(-1);
    const pair: Values[number] = [value ?? undefined, count];
    if (last?.ehrId === ehrId) last.values.push(pair);
    else groups.push({ ehrId, values: [pair] });
  }
  return groups;
}
