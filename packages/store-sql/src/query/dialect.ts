/** Where the two databases need different words for the same question. */
import type { Column, SQL } from '../drizzle.ts';
import type { QueryTables } from './tables.ts';

export interface QueryDialect {
  readonly tables: QueryTables;
  /** The value `name` of a statement, stored the way the column is. */
  given(column: Column, name: string): SQL;
  /** The identifier in the column in the form that a driver hands over soonest; `mapFromDriverValue` takes that too. */
  id(column: Column): Column | SQL;
  /** That a column of booleans is false, as the partial indexes say it. */
  isFalse(column: Column): SQL;
  /** That it is true. */
  isTrue(column: Column): SQL;
  /** An inner join after which the tables before it are the outer loop, if the planner has to be told. */
  readonly join: SQL;
  /** The column, but not by its index, if the planner has to be told. */
  plain(column: Column): SQL;
  /** Whether values are found by their root; otherwise all of a document are looked through. */
  readonly rootsFirst: boolean;
  /** About how many documents there are, as an expression. */
  readonly size: SQL;
  /** A statement for one value that is another whenever the state of the database is; absent: there is none that is cheap. */
  readonly stamp?: SQL;
}
