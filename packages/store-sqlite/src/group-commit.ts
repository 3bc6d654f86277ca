/**
 * Plans that wait at the same moment share one transaction and one fsync. A plan is refused before it has written
 * anything, so that the others go on. Should one fail while it writes, nothing of the group is kept, and each plan is
 * tried again in a transaction of its own. Savepoints would spare the rare group that; they cost every other group a
 * third of its throughput, since SQLite copies each page that changes in one.
 */
import type { CommitOutcome, CommitPlan } from '@cairn/core';
import { invalidPlan, type EncodedPlan } from '@cairn/store-sql';
import { DoesNotFit, planApplier } from './apply.ts';
import type { Connection } from './connection.ts';
import { fileGone, isBusy, isConstraintError, storeBusy, toCdrError } from './errors.ts';
import { checkOpen } from './writing.ts';

const BUSY = 'busy';

export type CommitResult = { readonly outcome: CommitOutcome } | { readonly error: unknown };

/**
 * Gives one result per plan, in order, once the committed ones are durable; undefined, with nothing done, while another process
 * is writing. Never throws.
 */
export type GroupCommit = (plans: readonly EncodedPlan[]) => readonly CommitResult[] | undefined;

export function groupCommit(connection: Connection): GroupCommit {
  const { client } = connection;
  const applier = planApplier(connection.orm);
  const beginning = client.prepare('begin immediate');
  const commit = client.prepare('commit');
  const rollback = client.prepare('rollback');

  /** Undefined: it is begun. */
  function begin(): CommitResult | typeof BUSY | undefined {
    try {
      checkOpen(connection);
      beginning.run();
      return undefined;
    } catch (error) {
      return isBusy(error) ? BUSY : { error: toCdrError(error) };
    }
  }

  function applyGroup(plans: readonly EncodedPlan[]): readonly CommitResult[] | undefined {
    const refusal = begin();
    if (refusal === BUSY) return undefined;
    if (refusal) return plans.map(() => refusal);
    const results = applyBegun(plans);
    return connection.isInPlace() ? results : plans.map(() => ({ error: fileGone() }));
  }

  function applyBegun(plans: readonly EncodedPlan[]): readonly CommitResult[] {
    try {
      const outcomes = plans.map((encoded) => applier.apply(encoded));
      if (outcomes.some(({ kind }) => kind === 'committed')) commit.run();
      else rollback.run();
      return outcomes.map((outcome) => ({ outcome }));
    } catch (error) {
      // SQLite may have ended the transaction itself, as it does when the disk is full.
      if (client.inTransaction) rollback.run();
      applier.forget();
      const [alone, ...others] = plans;
      return alone && others.length === 0
        ? [explain(alone.plan, error)]
        : plans.flatMap((encoded) => applyGroup([encoded]) ?? [{ error: storeBusy() }]);
    }
  }

  /** What went wrong with one plan, now that nothing of it is left. */
  function explain(plan: CommitPlan, error: unknown): CommitResult {
    if (!(error instanceof DoesNotFit || isConstraintError(error))) return { error: toCdrError(error) };
    try {
      const failed = applier.findMisfit(plan);
      return failed ? { outcome: { kind: 'refused', failed } } : { error: invalidPlan('it does not fit the record') };
    } catch (furtherError) {
      return { error: toCdrError(furtherError) };
    }
  }

  return applyGroup;
}
