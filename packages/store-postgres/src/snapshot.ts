/** One state of the database, for queries: how they see it, and how their statements are planned. */
import pg from 'pg';
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import { storeClosed } from './errors.ts';

export interface Snapshot {
  run<T>(work: (orm: NodePgDatabase) => Promise<T>): Promise<T>;
  /** Rows as they come, integers of any size as numbers. The statement is planned for these very values. */
  rows(statement: string, values: readonly unknown[]): Promise<readonly unknown[]>;
  /** Gives the connection back. Idempotent. */
  end(): Promise<void>;
}

/** `counting`: statements may look at all rows, as they must to count them. `finding`: they follow indexes, and stop early. */
export type Purpose = 'finding' | 'counting';

export interface SnapshotOptions {
  /** Default: finding. */
  readonly purpose?: Purpose;
  /** Gets each statement. */
  readonly heard?: (statement: string) => void;
}

/**
 * No statistics of PostgreSQL's say how often a value occurs at one path, nor what documents, roots and values have to do with
 * each other, and a database that was filled a minute ago has none at all. So the order of a statement's tables is that of its
 * loops, and each is gone into by an index. This goes with the transaction: a pooler may give the session to others.
 */
const ALWAYS = ['jit = off', 'join_collapse_limit = 1', 'enable_seqscan = off'];
const LOOPS = ['hashjoin', 'mergejoin', 'memoize', 'bitmapscan'].map((name) => `enable_${name} = off`);

const planning: Readonly<Record<Purpose, readonly string[]>> = { counting: ALWAYS, finding: [...ALWAYS, ...LOOPS] };

const beginning = (purpose: Purpose): string =>
  [
    'begin isolation level repeatable read read only',
    ...planning[purpose].map((setting) => `set local ${setting}`),
  ].join('; ');

const INTEGERS_AS_NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format)),
};

/**
 * A snapshot on a connection, before it has begun. `guarded` runs work as long as the store is open, and translates the driver's
 * errors; `ended` is called once.
 */
export function snapshotOn(
  client: pg.PoolClient,
  { purpose = 'finding', heard = () => undefined }: SnapshotOptions,
  guarded: <T>(work: () => Promise<T>) => Promise<T>,
  ended: () => void,
): Snapshot & { begin(): Promise<void> } {
  const orm = drizzle(client, { logger: { logQuery: heard } });
  let over = false;

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (over) throw storeClosed();
    return guarded(work);
  }

  async function end(): Promise<void> {
    if (over) return;
    over = true;
    ended();
    const failed = await client.query('commit').then(
      () => false,
      () => true,
    );
    client.release(failed);
  }

  return {
    async begin() {
      try {
        await run(() => client.query(beginning(purpose)));
      } catch (error) {
        await end();
        throw error;
      }
    },
    run: (work) => run(() => work(orm)),
    rows: (text, values) =>
      run(async () => {
        heard(text);
        return (await client.query<object>({ text, values: [...values], types: INTEGERS_AS_NUMBERS })).rows;
      }),
    end,
  };
}
