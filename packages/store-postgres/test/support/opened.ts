import { setTimeout as delay } from 'node:timers/promises';
import { CdrError, type CommitPlan, type Store } from '@cairn/core';
import { first, newEhr, planOn } from '@cairn/core/testing';
import pg from 'pg';
import { connect, recordSettings, type Connection } from '../../src/connection.ts';
import { assembleStore } from '../../src/open.ts';
import { querySettings } from '../../src/snapshot.ts';

/** A store with settings of the test's own, and the connections that it has for commits and look-ups. */
export function openWith(
  url: string,
  { size = 10, ...settings }: Readonly<Record<string, string | number>> & { readonly size?: number } = {},
): { readonly store: Store; readonly records: Connection } {
  const records = connect({ url, size, settings: { ...recordSettings, ...settings } });
  const queries = connect({ url, size, settings: { ...querySettings, ...settings } });
  return { store: assembleStore({ records, queries }), records };
}

/** Does something on the database behind the store's back; gives the rows. */
export async function onDatabase<T extends pg.QueryResultRow>(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** Creates an EHR; gives its id. */
export async function createEhr(store: Store): Promise<string> {
  const plan = newEhr();
  await store.commits.commit(plan);
  return plan.ehrId;
}

/** A plan with one new composition. */
export function composition(ehrId: string, document: string): CommitPlan {
  return planOn(ehrId, { versions: [first({ document })] });
}

export const coded =
  (code: string, message = /./) =>
  (error: unknown): boolean =>
    error instanceof CdrError && error.code === code && message.test(error.message);

/** Waits until something is so, for some seconds at most. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < 100; count++) {
    if (await isSo()) return;
    await delay(100);
  }
  throw new Error('It has not come about in ten seconds');
}
