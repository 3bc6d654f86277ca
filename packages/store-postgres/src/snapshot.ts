/** One state of the database, for queries: how they see it, and how their statements are planned. */
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import { storeClosed } from './errors.ts';
import type { Caller, Lease } from './lease.ts';
import type { PreparedStatements } from './prepared.ts';
import type { BoundStatement } from './statement.ts';

export interface Snapshot {
  run<T>(work: (orm: NodePgDatabase) => Promise<T>): Promise<T>;
  /** Rows as they come, integers of any size as numbers. */
  rows(statement: BoundStatement): Promise<readonly unknown[]>;
  /** Gives the connection back, once what is under way is done. Idempotent. */
  end(): Promise<void>;
}

/** `counting`: statements may look at all rows, as they must to count them. `finding`: they follow indexes, and stop early. */
export type Purpose = 'finding' | 'counting';

export interface SnapshotOptions extends Caller {
  /** Default: finding. */
  readonly purpose?: Purpose;
  /** Gets each statement. */
  readonly heard?: (statement: string) => void;
}

/** Ways to join and to read tables that are good for many rows. */
const FOR_MANY = ['hashjoin', 'mergejoin', 'memoize', 'bitmapscan'].map((name) => `enable_${name}`);

/**
 * Settings of connections for queries. No statistics of PostgreSQL's say how often a value occurs at one path, nor what documents,
 * roots and values have to do with each other, and a database that was filled a minute ago has none at all. So the order of a
 * statement's tables is that of its loops, each is gone into by an index, and no plan depends on the values.
 */
export const querySettings: Readonly<Record<string, string | number>> = {
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  join_collapse_limit: 1,
  enable_seqscan: 'off',
  // Workers go through everything, where one would stop at the first rows.
  max_parallel_workers_per_gather: 0,
  ...Object.fromEntries(FOR_MANY.map((name) => [name, 'off'])),
};

const BEGIN = 'begin isolation level repeatable read read only';

const beginnings: Readonly<Record<Purpose, string>> = {
  finding: BEGIN,
  // Such a statement reads so much that a plan for its values is worth while.
  counting: [
    BEGIN,
    ...[...FOR_MANY.map((name) => `${name} = on`), 'plan_cache_mode = auto', 'max_parallel_workers_per_gather = 2'].map(
      (setting) => `set local ${setting}`,
    ),
  ].join('; '),
};

/**
 * A snapshot on a connection that sends what it is given without waiting for answers. `guarded` runs work as long as the store is
 * open, and translates the driver's errors; `ended` is called once.
 */
export function snapshotOn(
  { client, end: giveBack }: Lease,
  prepared: PreparedStatements,
  { purpose = 'finding', heard = () => undefined }: SnapshotOptions,
  guarded: <T>(work: () => Promise<T>) => Promise<T>,
  ended: () => void,
): Snapshot {
  const orm = drizzle(client, { logger: { logQuery: heard } });
  const begun = client.query(beginnings[purpose]);
  // Whatever is asked fails as well.
  begun.catch(() => undefined);
  let over = false;

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (over) throw storeClosed();
    const [, result] = await guarded(() => Promise.all([begun, work()]));
    return result;
  }

  async function end(): Promise<void> {
    if (over) return;
    over = true;
    ended();
    const failed = await Promise.all([begun, client.query('commit')]).then(
      () => false,
      () => true,
    );
    giveBack(!failed && !prepared.isFull(client));
  }

  return {
    run: (work) => run(() => work(orm)),
    rows: (statement) =>
      run(() => {
        heard(statement.text);
        return prepared.rows(client, statement);
      }),
    end,
  };
}
