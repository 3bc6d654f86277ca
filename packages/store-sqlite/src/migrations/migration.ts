import type { SQL } from '../drizzle.ts';

/** One change of the tables. Once released it is never edited; the next change is the next number. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly statements: readonly SQL[];
}
