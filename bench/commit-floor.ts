/** The least that a commit can be: the rows that the product writes, in one transaction, with the same durability. */
import Database from 'better-sqlite3';
import type { Written } from './support/journal.ts';

/** Everything that one commit writes. */
export type CommitRows = readonly Written[];

export interface Floor extends Disposable {
  /** Writes so many of the commits, in one transaction; each call goes on where the last one ended. */
  writeNext(count: number): void;
}

export function openFloor(file: string, commits: readonly CommitRows[]): Floor {
  const db = new Database(file);
  // The file is in WAL mode already; these are what makes the store's commits durable.
  db.pragma('synchronous = FULL');
  db.pragma('fullfsync = ON');
  db.pragma('checkpoint_fullfsync = ON');
  const begin = db.prepare('begin immediate');
  const commit = db.prepare('commit');
  const statements = new Map<string, Database.Statement>();
  for (const { sql } of commits.flat()) if (!statements.has(sql)) statements.set(sql, db.prepare(sql));
  const ready = commits.map((rows) => rows.map(({ sql, values }) => ({ statement: statements.get(sql), values })));
  let next = 0;
  return {
    writeNext(count) {
      begin.run();
      for (const end = next + count; next < end; next += 1)
        for (const { statement, values } of ready[next] ?? []) statement?.run(values);
      commit.run();
    },
    [Symbol.dispose]: () => void db.close(),
  };
}
