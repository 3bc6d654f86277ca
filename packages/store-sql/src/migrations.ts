/** Which changes of the tables a database has seen, compared with those that this version knows. */
import { CdrError } from '@cairn/core';
import type { SQL } from 'drizzle-orm';

/** One change of the tables. Once released it is never edited; the next change is the next number. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly statements: readonly SQL[];
}

export interface MigrationState {
  readonly missing: readonly Migration[];
  /** Labels of applied migrations that this version does not know: a newer one has been here. */
  readonly unknown: readonly string[];
}

/** `0001-initial` */
export const migrationLabel = ({ number, name }: { readonly number: number; readonly name: string }): string =>
  `${String(number).padStart(4, '0')}-${name}`;

export function compareMigrations(
  known: readonly Migration[],
  applied: readonly { readonly number: number; readonly name: string }[],
): MigrationState {
  const has = new Set(applied.map(migrationLabel));
  const knows = new Set(known.map(migrationLabel));
  return {
    missing: known.filter((migration) => !has.has(migrationLabel(migration))),
    unknown: [...has].filter((label) => !knows.has(label)),
  };
}

/** Throws `store_unavailable` for a schema that a newer version has changed. */
export function refuseUnknown(state: MigrationState): MigrationState {
  if (state.unknown.length === 0) return state;
  const names = state.unknown.join(', ');
  throw new CdrError(
    'store_unavailable',
    `The database has schema migrations that this version does not know: ${names}`,
  );
}
