/** Rows of a question by EHR and value. */
import { isPlainKey, type IndexedGroup, type IndexQuery } from '@cairn/core';
import { and, type SQL } from '../drizzle.ts';
import { ask, type Asking } from './ask.ts';
import type { QueryDialect } from './dialect.ts';
import type { Question } from './question.ts';
import { rowStatements, type RawGroup } from './row-statement.ts';
import { scopeOf } from './scope.ts';

/** Of an EHR and a value each; more are better streamed. */
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
    const visible = !ehrIds && state.anyHidden ? isTrue(ehr.queryable) : undefined;
    const ehrs = and(scope.asked(ehr.ehrId, question), visible);
    const source = question.passing && !ehrIds ? 'values' : 'ehrs';
    const build = (): SQL => statements.groups(question, { ehrs, source, most: MOST_GROUPS });
    const rows = yield* ask(`groups ${name}`, build, values);
    if (rows.length >= MOST_GROUPS) return undefined;
    const found = rows.map(statements.readGroup);
    const isPlain = !query.leaf?.codes || found.every(({ value }) => isPlainKey(String(value)));
    return isPlain ? byEhr(found) : undefined;
  };
}

type Values = [value: number | string | undefined, count: number][];

function byEhr(rows: readonly RawGroup[]): readonly IndexedGroup[] {
  const groups: { readonly ehrId: string; readonly values: Values }[] = [];
  for (const { ehrId, value, count } of rows) {
    const last = groups.at(-1);
    const pair: Values[number] = [value ?? undefined, count];
    if (last?.ehrId === ehrId) last.values.push(pair);
    else groups.push({ ehrId, values: [pair] });
  }
  return groups;
}
