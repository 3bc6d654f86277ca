/** What queries ask of the index, answered within a snapshot. */
import type { ExplainedQuestion, IndexStore } from '@cairn/core';
import { answerLater, indexAccess, type Ask, type Asking, type IndexAccess } from '@cairn/store-sql';
import type { Connection } from './connection.ts';
import { fillPlaceholders, PgDialect } from './drizzle.ts';
import { postgresDialect } from './query-dialect.ts';
import type { Purpose, Snapshot } from './snapshot.ts';

export interface IndexReader {
  /** Gives an answer as it is in this state of the database. */
  answer<T>(own: Snapshot, question: (access: IndexAccess) => Asking<T>): Promise<T>;
}

/** What a snapshot is for, by the question that is asked in it. */
export const PURPOSES: Readonly<Record<ExplainedQuestion['kind'] | keyof IndexStore, Purpose>> = {
  candidates: 'finding',
  projected: 'finding',
  rows: 'finding',
  bound: 'finding',
  count: 'counting',
  numbers: 'counting',
  groups: 'counting',
};

/**
 * Statements are planned for the values that they come with: which way is the best depends on how many rows these lead to,
 * and planning takes less time than one way in vain.
 */
export function indexReader({ losses }: Connection): IndexReader {
  const dialect = new PgDialect();
  let access = indexAccess(postgresDialect);
  let lost = losses();

  return {
    answer(own, question) {
      // Another server may give other keys to what this one has added last.
      if (losses() !== lost) {
        access = indexAccess(postgresDialect);
        lost = losses();
      }
      const rowsOf = ({ build, values }: Ask): Promise<readonly unknown[]> => {
        const { sql, params } = dialect.sqlToQuery(build());
        return own.rows(sql, fillPlaceholders(params, { ...values }));
      };
      return answerLater(question(access), rowsOf);
    },
  };
}
