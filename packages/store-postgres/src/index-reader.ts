/** What queries ask of the index. */
import type { ExplainedQuestion, IndexStore } from '@cairn/core';
import { answerLater, indexAccess, recentlyUsed, type Ask, type Asking, type IndexAccess } from '@cairn/store-sql';
import type { Connection } from './connection.ts';
import { indexStatements, type IndexStatements } from './index-statements.ts';
import type { Caller } from './lease.ts';
import { postgresDialect } from './query-dialect.ts';
import type { Purpose, Snapshot } from './snapshot.ts';

export type Asked<T> = (access: IndexAccess) => Asking<T>;

export interface IndexReader {
  /** Gives an answer as it is in this state of the database. */
  answer<T>(own: Snapshot, question: Asked<T>): Promise<T>;
  /**
   * Gives an answer in one round trip: by a statement that goes by what was found out before, and says itself whether that still
   * is so. Undefined when it is not, or when there is more to ask.
   */
  answerAtOnce<T>(question: Asked<T>, caller?: Caller): Promise<{ readonly value: T } | undefined>;
}

/** What a snapshot is for, by the question that is asked in it. */
export const PURPOSES: Readonly<Record<ExplainedQuestion['kind'] | keyof IndexStore, Purpose>> = {
  candidates: 'finding',
  projected: 'finding',
  rows: 'finding',
  bound: 'finding',
  count: 'finding',
  numbers: 'finding',
  groups: 'counting',
};

type Row = Readonly<Record<string, unknown>>;

/** What has been found out about a server, and the statements by the names that they have there. */
interface Known {
  readonly access: IndexAccess;
  readonly statements: IndexStatements;
  /** What there was for an ask the last time. Nothing is soonest found by a statement that says that it is. */
  readonly answers: (key: string, make: () => LastAnswer) => LastAnswer;
  /** When nothing was known yet. */
  readonly changes: number;
}

interface LastAnswer {
  isNothing: boolean;
}

/** So many answers are remembered. */
const REMEMBERED = 1_000;

const knowNothing = (changes: number): Known => ({
  access: indexAccess(postgresDialect),
  statements: indexStatements(),
  answers: recentlyUsed(REMEMBERED),
  changes,
});

export function indexReader({ changes, rows }: Connection): IndexReader {
  let known = knowNothing(changes());

  function current(): Known {
    // Another server may give other keys to what this one has added last.
    if (changes() !== known.changes) known = knowNothing(changes());
    return known;
  }

  /** Undefined when something that was presumed is not so, or a distributed database can't say all that at once. */
  async function surely(
    { statements, answers, changes }: Known,
    caller: Caller,
    presumed: readonly Ask[],
    main?: Ask,
  ): Promise<readonly unknown[] | undefined> {
    const options = { changes, ...caller };
    const last = main?.key === undefined ? undefined : answers(main.key, () => ({ isNothing: false }));
    if (main && last?.isNothing === false) {
      const found = await rows(statements.if(presumed, main), options);
      if (found?.length !== 0) return found;
    }
    const found = (await rows(statements.sure(presumed, main), options)) as readonly Row[] | undefined;
    if (!found?.every((row) => row['sure'])) return undefined;
    const isNothing = !found[0]?.['there'];
    if (last) last.isNothing = isNothing;
    return isNothing ? [] : found;
  }

  return {
    answer(own, question) {
      const { access, statements } = current();
      return answerLater(question(access), (ask) => own.rows(statements.of(ask)));
    },
    async answerAtOnce(question, caller = {}) {
      const its = current();
      const asking = question(its.access);
      const presumed: Ask[] = [];
      let step = asking.next();
      while (!step.done && step.value.presumed) {
        presumed.push(step.value);
        step = asking.next([step.value.presumed.row]);
      }
      const found = await surely(its, caller, presumed, step.done ? undefined : step.value);
      if (!found) return undefined;
      if (!step.done) step = asking.next(found);
      return step.done ? { value: step.value } : undefined;
    },
  };
}
