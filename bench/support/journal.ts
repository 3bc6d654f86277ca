/**
 * What a store writes, row by row: triggers on every table of a SQLite file note each insert and update, whatever the tables
 * are, so that the same rows can be written again by bare statements.
 */
import Database from 'better-sqlite3';

/** One row that was written: the values by their columns, as the driver gives and takes them. */
export interface Written {
  /** The statement that writes it once more. */
  readonly sql: string;
  readonly values: readonly unknown[];
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** Notes from now on what is written to the file, by any connection. */
export function startJournal(file: string): void {
  using connection = open(file);
  const { db } = connection;
  db.exec('create table journal_step (n integer not null); insert into journal_step values (0)');
  for (const { name, columns } of tablesOf(db)) {
    const row = (which: 'old' | 'new'): string => columns.map((column) => `${which}."${column}"`).join();
    const note = (kind: string, which: 'old' | 'new'): string =>
      `insert into journal_${name} select n, '${kind}', ${row(which)} from journal_step;`;
    const step = 'update journal_step set n = n + 1;';
    db.exec(`
      create table journal_${name} (journal_step, journal_kind, ${columns.map((column) => `"${column}"`).join()});
      create trigger journal_insert_${name} after insert on ${name} begin ${step} ${note('insert', 'new')} end;
      create trigger journal_update_${name} after update on ${name} begin
        ${step} ${note('before', 'old')} ${note('after', 'new')}
      end;
      create trigger journal_delete_${name} after delete on ${name} begin
        select raise(abort, 'the journal knows no deletions');
      end;`);
  }
}

/** A journal that is read while it is written. */
export interface Journal extends Disposable {
  /** What was written since the last time, in its order. */
  next(): readonly Written[];
}

export function readJournal(file: string): Journal {
  const connection = open(file);
  const { db } = connection;
  const tables = tablesOf(db).map((table) => ({
    table,
    since: db
      .prepare<[number], readonly unknown[]>(
        `select * from journal_${table.name} where journal_step > ? order by rowid`,
      )
      .raw(true),
  }));
  let seen = 0;
  return {
    next() {
      const steps = new Map<number, Written>();
      for (const { table, since } of tables) {
        let before: readonly unknown[] = [];
        for (const [step, kind, ...row] of since.all(seen)) {
          if (kind === 'before') before = row;
          else steps.set(Number(step), kind === 'insert' ? insertOf(table, row) : updateOf(table, before, row));
        }
      }
      seen = Math.max(seen, ...steps.keys());
      return [...steps].toSorted(([a], [b]) => a - b).map(([, written]) => written);
    },
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}

const insertOf = ({ name, columns }: Table, row: readonly unknown[]): Written => ({
  sql: `insert into ${name} values (${columns.map(() => '?').join()})`,
  values: row,
});

/** Sets what has changed, nothing else: a column that is set is written to its indexes, too. */
function updateOf({ name, columns, key }: Table, before: readonly unknown[], row: readonly unknown[]): Written {
  const valueOf = (column: string): unknown => row[columns.indexOf(column)];
  const changed = columns.filter((_, index) => before[index] !== row[index] && !(row[index] instanceof Uint8Array));
  if (changed.length === 0 || key.length === 0) throw new Error(`The journal can't tell what changed in ${name}`);
  const set = changed.map((column) => `"${column}" = ?`).join();
  const where = key.map((column) => `"${column}" = ?`).join(' and ');
  return { sql: `update ${name} set ${set} where ${where}`, values: [...changed, ...key].map(valueOf) };
}

function tablesOf(db: Database.Database): readonly Table[] {
  return db
    .prepare<[], string>("select name from sqlite_schema where type = 'table' order by name")
    .pluck()
    .all()
    .filter((name) => !/^(sqlite|journal)_/.test(name))
    .map((name) => {
      const info = db
        .prepare<[string], { name: string; pk: number }>('select name, pk from pragma_table_info(?)')
        .all(name);
      return {
        name,
        columns: info.map((column) => column.name),
        key: info.flatMap(({ name, pk }) => (pk > 0 ? name : [])),
      };
    });
}

function open(file: string): Disposable & { readonly db: Database.Database } {
  const db = new Database(file);
  return { db, [Symbol.dispose]: () => void db.close() };
}
