/** One plan, inside an open transaction: lock the EHR, check what the plan expects, write what it says. */
import type { CommitOutcome, CommitPlan, Expectation, NewVersion } from '@cairn/core';
import { impliedExpectations, invalidPlan, statusObjectId, type EncodedPlan } from '@cairn/store-sql';
import type { Orm } from './connection.ts';
import { expectationChecker } from './expectations.ts';
import { indexRowWriter } from './index-rows.ts';
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
  /** Refuses before it writes anything, or writes everything. Throws, half-way, when the plan breaks a rule of the tables. */
  apply(encoded: EncodedPlan): CommitOutcome;
  /** What a plan that threw does not fit, asked once it is undone; undefined when no expectation expresses it. */
  findMisfit(plan: CommitPlan): Expectation | undefined;
  /** To be called when a transaction is undone: what it added to dictionaries is no longer there. */
  forget(): void;
}

export function planApplier(orm: Orm): PlanApplier {
  const writes = preparedWrites(orm);
  const checker = expectationChecker(orm);
  const indexRows = indexRowWriter(orm);

  function apply({ plan, documents }: EncodedPlan): CommitOutcome {
    checker.startPlan();
    const locked = writes.lockEhr(plan.ehrId);
    const failed = plan.expectations.find((expectation) => !checker.holds(expectation, plan.ehrId, locked));
    if (failed) return { kind: 'refused', failed };

    const timeCommitted = locked ? Math.max(plan.notBefore, locked.lastCommit + 1) : plan.notBefore;
    if (plan.createEhr) insertEhr(plan, plan.createEhr.systemId);
    else if (locked) writes.setLastCommit(plan.ehrId, timeCommitted);
    else throw new DoesNotFit();
    if (plan.ehrStatus) writes.setFlags(plan.ehrId, plan.ehrStatus);
    if (plan.contribution) {
      const of = { ehrId: plan.ehrId, contributionId: plan.contribution.contributionId, timeCommitted };
      writes.insertContribution({ ...of, ...plan.contribution });
      plan.versions.forEach((added, position) => writeVersion(of, position, added, documents[position] ?? null));
      plan.attestations.forEach((added, position) => writes.insertAttestation({ ...of, position, ...added }));
    }
    for (const change of plan.tags) if (!writes.replaceTags(plan.ehrId, change)) throw new DoesNotFit();
    return { kind: 'committed', timeCommitted };
  }

  /** With flags that the plan's own replace in a moment. */
  function insertEhr(plan: CommitPlan, systemId: string): void {
    const { ehrId, notBefore } = plan;
    const status = statusObjectId(plan);
    if (status === undefined) throw invalidPlan('it creates an EHR without an EHR_STATUS');
    writes.insertEhr({
      ehrId,
      systemId,
      timeCreated: notBefore,
      lastCommit: notBefore,
      queryable: true,
      modifiable: true,
      statusObjectId: status,
    });
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
    indexRows.replace({ ehrId, objectId, kind, timeCommitted, position, templateKey }, added, number > 1);
  }

  return {
    apply,
    forget: indexRows.forget,
    findMisfit(plan) {
      const locked = writes.lockEhr(plan.ehrId);
      return impliedExpectations(plan).find((expectation) => !checker.holds(expectation, plan.ehrId, locked));
    },
  };
}
