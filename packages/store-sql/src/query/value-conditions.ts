/** Conditions of a question on the values that it asks for. */
import { and, sql, type Column, type SQL } from '../drizzle.ts';
import { within } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import { isGivenCode, isGivenText } from './given-texts.ts';
import { boundsOf, type Question } from './question.ts';
import type { QueryTables } from './tables.ts';

/** That a row at a path that may pass does; undefined: all do. `plainly`: but not by an index on values. */
export type ValueConditions = (leaf: QueryTables['leaf'], question: Question, plainly: boolean) => SQL | undefined;

export function valueConditions(dialect: QueryDialect): ValueConditions {
  const { plain, tables } = dialect;
  const numberBounds = boundsOf(dialect, 'number', tables.leaf.number);

  return (leaf, { query }, plainly) => {
    const { range, texts, codes } = query.leaf ?? {};
    const number = plainly ? plain(leaf.number) : leaf.number;
    const textual = (column: Column): SQL => (plainly ? sql`(${column} || '')` : sql`${column}`);
    return and(
      range && within(range, number, numberBounds),
      texts && isGivenText(dialect, textual(leaf.text), texts.length),
      codes && isGivenCode(dialect, textual(leaf.code), codes.length),
    );
  };
}
