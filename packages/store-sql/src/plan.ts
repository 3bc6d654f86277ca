/** What a commit plan says by its effects alone, before any database is asked. */
import type { CommitPlan, Expectation } from '@cairn/core';
import { compress } from './codec.ts';

/** A plan with the compressed documents of its versions, in their order; undefined for a deletion. */
export interface EncodedPlan {
  readonly plan: CommitPlan;
  readonly documents: readonly (Uint8Array | undefined)[];
}

/** Compresses the documents, so that no transaction waits for it. */
export async function encodePlan(plan: CommitPlan): Promise<EncodedPlan> {
  const documents: (Uint8Array | undefined)[] = [];
  for (const { document } of plan.versions) {
    const frame = document === undefined ? undefined : compress(document);
    documents.push(frame instanceof Promise ? await frame : frame);
  }
  return { plan, documents };
}

/** Throws a TypeError for a plan that no decision can have made. */
export function assertValidPlan(plan: CommitPlan): void {
  const { createEhr, ehrStatus, contribution, versions, attestations, tags } = plan;
  const committed = versions.length + attestations.length;
  if (committed + tags.length === 0) throw invalidPlan('it has no effects');
  if (committed > 0 && !contribution) throw invalidPlan('it has versions or attestations, but no contribution');
  if (committed === 0 && contribution) throw invalidPlan('its contribution would be empty');
  if (!createEhr) return;
  if (!plan.expectations.some(({ kind }) => kind === 'ehr-absent')) {
    throw invalidPlan('it creates an EHR without expecting that there is none');
  }
  if (!ehrStatus || statusObjectId(plan) === undefined) throw invalidPlan('it creates an EHR without an EHR_STATUS');
}

export function invalidPlan(reason: string): TypeError {
  return new TypeError(`A commit plan is not valid: ${reason}`);
}

/** The object that holds the EHR_STATUS that the plan creates. */
export function statusObjectId({ versions }: CommitPlan): string | undefined {
  return versions.find(({ kind, number }) => kind === 'EHR_STATUS' && number === 1)?.objectId;
}

/** What the plan's effects can't do without, whether its author thought of it or not. The tables enforce the same. */
export function impliedExpectations(plan: CommitPlan): readonly Expectation[] {
  const implied: Expectation[] = [{ kind: plan.createEhr ? 'ehr-absent' : 'ehr-present' }];
  if (plan.contribution) {
    implied.push({ kind: 'contribution-absent', contributionId: plan.contribution.contributionId });
  }
  const seen = new Set<string>();
  for (const { objectId, number } of plan.versions) {
    if (seen.has(objectId)) continue;
    seen.add(objectId);
    implied.push(
      number === 1 ? { kind: 'object-absent', objectId } : { kind: 'latest-version', objectId, number: number - 1 },
    );
  }
  if (plan.ehrStatus?.subject) implied.push({ kind: 'subject-free', subject: plan.ehrStatus.subject });
  return implied;
}
