/**
 * Plans that wait at the same moment share one transaction and one fsync, each in a savepoint of its own, so that the
 * refusal or error of one leaves the others alone.
 */
import type { CommitOutcome } from '@cairn/core';
import { DoesNotFit, planApplier } from './apply.ts';
import { withConnection, type Connection } from './connection.ts';
import { isConstraintError, toCdrError } from './errors.ts';
import { invalidPlan, type EncodedPlan } from './plan.ts';

export type CommitResult = { readonly outcome: CommitOutcome } | { readonly error: unknown };

/** Gives one result per plan, in order, once the committed ones are durable. Never throws. */
export type GroupCommit = (plans: readonly EncodedPlan[]) => readonly CommitResult[];

export function groupCommit(connection: Connection): GroupCommit {
  const { client } = connection;
  const applier = planApplier(connection.orm);
  const begin = client.prepare('begin immediate');
  const commit = client.prepare('commit');
  const rollback = client.prepare('rollback');
  const savepoint = client.prepare('savepoint plan');
  const undo = client.prepare('rollback to plan');
  const release = client.prepare('release plan');

  function applyGroup(plans: readonly EncodedPlan[]): readonly CommitResult[] {
    try {
      withConnection(connection, () => {
        if (client.inTransaction) rollback.run();
        begin.run();
      });
    } catch (error) {
      return plans.map(() => ({ error }));
    }
    try {
      const results = plans.map((encoded) => applyInSavepoint(encoded));
      if (results.some(isCommitted)) commit.run();
      else rollback.run();
      return results;
    } catch (error) {
      // The transaction as a whole is lost, a full disk for instance. One plan may be to blame: each gets its own try.
      return plans.length > 1 ? plans.flatMap((encoded) => applyGroup([encoded])) : [{ error: abandon(error) }];
    }
  }

  function abandon(error: unknown): unknown {
    try {
      if (client.inTransaction) rollback.run();
      return toCdrError(error);
    } catch (rollbackError) {
      return toCdrError(rollbackError);
    }
  }

  /** Throws when the transaction around it is gone. */
  function applyInSavepoint(encoded: EncodedPlan): CommitResult {
    savepoint.run();
    try {
      const outcome = applier.apply(encoded);
      if (outcome.kind === 'refused') undo.run();
      release.run();
      return { outcome };
    } catch (error) {
      if (!client.inTransaction) throw error;
      undo.run();
      const result = isMisfit(error) ? explain(encoded) : { error: toCdrError(error) };
      release.run();
      return result;
    }
  }

  function explain({ plan }: EncodedPlan): CommitResult {
    const failed = applier.findMisfit(plan);
    undo.run();
    return failed ? { outcome: { kind: 'refused', failed } } : { error: invalidPlan('it does not fit the record') };
  }

  return applyGroup;
}

const isCommitted = (result: CommitResult): boolean => 'outcome' in result && result.outcome.kind === 'committed';

const isMisfit = (error: unknown): boolean => error instanceof DoesNotFit || isConstraintError(error);
