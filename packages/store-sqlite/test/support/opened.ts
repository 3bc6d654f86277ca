import type { CommitPlan, Store } from '@cairn/core';
import { first, newEhr, planOn } from '@cairn/core/testing';
import { connect, type Connection } from '../../src/connection.ts';
import { migrate } from '../../src/migrate.ts';
import { assembleStore } from '../../src/open.ts';

/** A store together with its connection, for tests that make trouble behind its back. */
export function openWithConnection(path: string): { readonly store: Store; readonly connection: Connection } {
  const connection = connect(path, { create: true });
  migrate(connection, 'apply');
  return { store: assembleStore(connection), connection };
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
