/** One plan, inside an open transaction: lock the EHR, check what the plan expects, write what it says. */
import type { CommitOutcome, CommitPlan, Expectation, NewVersion } from '@cairn/core';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { expectationChecker } from './expectations.ts';
import { impliedExpectations, invalidPlan, statusObjectId, type EncodedPlan } from './plan.ts';
import { preparedWrites } from './writes.ts';

/** A plan met a record that does not fit it, although no expectation had said so. */
export class DoesNotFit extends Error {}

/** What all rows of one commit have in common. */
interface Committed {
  readonly ehrId: string;
  readonly contributionId: string;
  readonly timeCommitted: number;
}

export interface PlanApplier {
  /**
   * Refuses, or writes everything. Throws when the writing breaks a rule of the tables.
   * After a refusal or an error the caller has to undo what was written.
   */
  apply(encoded: EncodedPlan): CommitOutcome;
  /** Asked after that: what the plan does not fit, undefined when no expectation expresses it. To be undone as well. */
  findMisfit(plan: CommitPlan): Expectation | undefined;
}

export function planApplier(orm: BetterSQLite3Database): PlanApplier {
  const writes = preparedWrites(orm);
  const checker = expectationChecker(orm);

  function apply({ plan, documents }: EncodedPlan): CommitOutcome {
    const locked = writes.lockEhr(plan.ehrId, plan.notBefore);
    const failed = plan.expectations.find((expectation) => !checker.holds(expectation, plan.ehrId, locked));
    if (failed) return { kind: 'refused', failed };
    const timeCommitted = plan.createEhr ? createEhr(plan, plan.createEhr.systemId) : locked?.timeCommitted;
    if (timeCommitted === undefined) throw new DoesNotFit();
    if (plan.ehrStatus) {
      if (locked) writes.setFlags(plan.ehrId, plan.ehrStatus);
      writes.replaceSubject(plan.ehrId, plan.ehrStatus);
    }
    if (plan.contribution) {
      const of = { ehrId: plan.ehrId, contributionId: plan.contribution.contributionId, timeCommitted };
      writes.insertContribution({ ...of, ...plan.contribution });
      plan.versions.forEach((added, position) => writeVersion(of, position, added, documents[position] ?? null));
      plan.attestations.forEach((added, position) => writes.insertAttestation({ ...of, position, ...added }));
    }
    for (const change of plan.tags) if (!writes.replaceTags(plan.ehrId, change)) throw new DoesNotFit();
    return { kind: 'committed', timeCommitted };
  }

  function createEhr(plan: CommitPlan, systemId: string): number {
    const { ehrId, notBefore, ehrStatus } = plan;
    const status = statusObjectId(plan);
    if (!ehrStatus || status === undefined) throw invalidPlan('it creates an EHR without an EHR_STATUS');
    const { queryable, modifiable } = ehrStatus;
    const times = { timeCreated: notBefore, lastCommit: notBefore };
    writes.insertEhr({ ehrId, systemId, ...times, queryable, modifiable, statusObjectId: status });
    return notBefore;
  }

  function writeVersion(of: Committed, position: number, added: NewVersion, document: Uint8Array | null): void {
    const { ehrId, timeCommitted } = of;
    const { objectId, number, kind, systemId, lifecycleState, changeType, templateId, audit, signature } = added;
    const templateKey = templateId === undefined ? null : checker.templateKey(templateId);
    if (templateKey === undefined) throw invalidPlan('a version refers to a template that is not there');
    const next = { ehrId, objectId, number, kind, systemId, lifecycleState, templateKey };
    if (number > 1) {
      if (!writes.advanceObject(next)) throw new DoesNotFit();
    } else {
      writes.insertObject({
        ehrId,
        objectId,
        kind,
        timeCreated: timeCommitted,
        createdOrder: position,
        latestNumber: number,
        latestSystemId: systemId,
        latestLifecycleState: lifecycleState,
        templateKey,
      });
    }
    writes.insertVersion({
      ...of,
      ...next,
      position,
      changeType,
      audit: audit ?? null,
      signature: signature ?? null,
      document,
    });
  }

  return {
    apply,
    findMisfit(plan) {
      const locked = writes.lockEhr(plan.ehrId, plan.notBefore);
      return impliedExpectations(plan).find((expectation) => !checker.holds(expectation, plan.ehrId, locked));
    },
  };
}
