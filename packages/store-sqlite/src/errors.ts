import Database from 'better-sqlite3';
import { CdrError } from '@cairn/core';
import { DrizzleError } from './drizzle.ts';

/** What broke a rule of the tables, as opposed to the store being in trouble. */
export function isConstraintError(error: unknown): boolean {
  const cause = driverError(error);
  return cause !== undefined && cause.code.startsWith('SQLITE_CONSTRAINT');
}

/**
 * The driver's errors as `store_corrupt` or `store_unavailable`; any other error stays what it is.
 * SQLite's own messages name tables and columns, never values.
 */
export function toCdrError(error: unknown): unknown {
  const cause = driverError(error);
  if (cause === undefined) return error;
  if (cause.code.startsWith('SQLITE_CORRUPT') || cause.code === 'SQLITE_NOTADB') {
    return new CdrError('store_corrupt', `The database is damaged (${cause.code})`, {}, { cause });
  }
  return new CdrError('store_unavailable', `The database can't do that now (${cause.code})`, {}, { cause });
}

/** Another process is writing to the same file. */
export const isBusy = (error: unknown): boolean => driverError(error)?.code.startsWith('SQLITE_BUSY') === true;

export const storeBusy = (): CdrError =>
  new CdrError('store_unavailable', "The database can't do that now: another process is writing to it");

export const FILE_GONE = 'The database file has been moved or removed';

export const fileGone = (): CdrError => new CdrError('store_unavailable', FILE_GONE);

export function storeClosed(): CdrError {
  return new CdrError('store_unavailable', 'The store is closed');
}

function driverError(error: unknown): InstanceType<typeof Database.SqliteError> | undefined {
  const cause = error instanceof DrizzleError ? error.cause : error;
  return cause instanceof Database.SqliteError ? cause : undefined;
}
