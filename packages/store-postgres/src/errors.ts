/**
 * What the driver's errors mean. Their messages and details quote values, statements, hosts and users: none of that goes
 * any further, but the code does (PostgreSQL, appendix A; Node.js for the network).
 */
import pg from 'pg';
import { CdrError } from '@cairn/core';
import { DrizzleQueryError } from './drizzle.ts';

/** Raised by `commit_plan`. */
const DOES_NOT_FIT = 'CAIRN';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['08P01', 'it speaks another protocol'],
  ['25006', 'it takes no writes'],
  ['28000', 'it refuses the login'],
  ['28P01', 'it refuses the login'],
  ['3D000', 'there is no such database'],
  ['42501', 'a privilege is missing'],
  ['53100', 'its disk is full'],
  ['53300', 'it has too many connections'],
  ['55P03', 'a lock was not released in time'],
  ['57014', 'it took too long'],
  ['57P01', 'it is shutting down'],
  ['57P02', 'it has crashed'],
  ['57P03', 'it is starting up or shutting down'],
  ['EAI_AGAIN', 'its host can not be found'],
  ['ECONNREFUSED', 'it refuses connections'],
  ['ECONNRESET', 'the connection broke'],
  ['EHOSTUNREACH', 'its host can not be reached'],
  ['ENOTFOUND', 'its host can not be found'],
  ['ETIMEDOUT', 'it does not answer'],
]);

/** What breaks a rule of the tables, or does not fit what is in them; as opposed to the store being in trouble. */
export function isMisfit(error: unknown): boolean {
  const code = codeOf(driverError(error));
  return code === DOES_NOT_FIT || code?.startsWith('23') === true;
}

export function isForeignKeyError(error: unknown): boolean {
  return codeOf(driverError(error)) === '23503';
}

/** Two transactions got in each other's way, and this one was undone: it may simply be tried again. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(driverError(error));
  return code === '40001' || code === '40P01';
}

/** A statement of a kind that this server, a distributed one perhaps, can't run. */
export const isUnsupported = (error: unknown): boolean => codeOf(driverError(error)) === '0A000';

/** A lock was not released in time. */
export const isLocked = (error: unknown): boolean => codeOf(driverError(error)) === '55P03';

/** The server has ended a statement that took too long. */
export const isTooLong = (error: unknown): boolean => codeOf(driverError(error)) === '57014';

/** The driver's errors as `store_corrupt` or `store_unavailable`; any other error stays what it is. */
export function toCdrError(error: unknown): unknown {
  const cause = driverError(error);
  if (cause === undefined) return error;
  const code = codeOf(cause);
  // XX001 data_corrupted, XX002 index_corrupted
  if (code === 'XX001' || code === 'XX002') return new CdrError('store_corrupt', `The database is damaged (${code})`);
  const reason = code === undefined ? 'the connection was lost, or none could be had in time' : REASONS.get(code);
  const text = [reason, code && `(${code})`].filter((part) => part !== undefined).join(' ');
  return new CdrError('store_unavailable', `The database can't do that now: ${text}`);
}

export function storeClosed(): CdrError {
  return new CdrError('store_unavailable', 'The store is closed');
}

/** Besides errors of its own type, the driver throws those of the network, and bare ones when a connection is lost. */
function driverError(error: unknown): Error | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (cause instanceof pg.DatabaseError || cause instanceof AggregateError) return cause;
  return cause instanceof Error && cause.constructor === Error ? cause : undefined;
}

function codeOf(error: Error | undefined): string | undefined {
  return error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
