/** What every part of the store contract uses. */
import { expect } from 'vitest';
import type { CommitPlan, Expectation, Store } from '../ports/store.ts';
import { newEhr } from './plans.ts';

/** The store under test, whichever it is when a test runs. */
export type StoreUnderTest = () => Store;

/** Commits a plan that has to be accepted; gives its commit time. */
export async function committed(store: Store, plan: CommitPlan): Promise<number> {
  const outcome = await store.commits.commit(plan);
  expect(outcome).toEqual({ kind: 'committed', timeCommitted: expect.any(Number) });
  return outcome.kind === 'committed' ? outcome.timeCommitted : NaN;
}

/** Commits a plan that has to be refused because of this expectation. */
export async function refused(store: Store, plan: CommitPlan, failed: Expectation): Promise<void> {
  expect(await store.commits.commit(plan)).toEqual({ kind: 'refused', failed });
}

/** A fresh EHR; gives its id. */
export async function createEhr(store: Store, options: Parameters<typeof newEhr>[0] = {}): Promise<string> {
  const plan = newEhr(options);
  await committed(store, plan);
  return plan.ehrId;
}

export function textOf(document: Uint8Array | undefined): string | undefined {
  return document && new TextDecoder('utf-8', { fatal: true }).decode(document);
}
