/**
 * One plan, applied by one statement: a transaction of its own, and one round trip. Most plans are of one kind, which has a
 * statement of its own (creation.ts); `commit_plan` applies any.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CommitOutcome, Expectation } from '@cairn/core';
import { impliedExpectations, invalidPlan, type EncodedPlan } from '@cairn/store-sql';
import type { Connection } from './connection.ts';
import { creation } from './creation.ts';
import type { DictionaryKeys } from './dictionary-keys.ts';
import { sql } from './drizzle.ts';
import { isMisfit, isPassing } from './errors.ts';
import { planIndexJson } from './index-rows.ts';
import { planDocuments, planJson } from './plan.ts';
import { ehr } from './schema.ts';
import { given } from './statement.ts';

/** So often at most a plan is tried. */
const ATTEMPTS = 6;

/** Of those, so often when it breaks a rule of the tables; other nodes may have had a hand in it. */
const MISFITS = 3;

/** Longest wait before another attempt, in milliseconds. */
const PAUSE = 20;

export type PlanApplier = (encoded: EncodedPlan) => Promise<CommitOutcome>;

export function planApplier(connection: Connection, keys: DictionaryKeys): PlanApplier {
  const { orm } = connection;
  const create = creation(connection, keys);
  const call = orm
    .select({
      timeCommitted: sql<number | null>`committed_at`.mapWith(ehr.lastCommit),
      failed: sql<number | null>`failed`,
    })
    .from(
      sql`commit_plan(
        ${given(ehr.ehrId, 'ehrId')}, ${sql.placeholder('notBefore')}, ${sql.placeholder('plan')}, ${sql.placeholder('documents')}
      )`,
    )
    .prepare('commit_plan');

  async function attempt(
    encoded: EncodedPlan,
    expectations: readonly Expectation[],
    index: string | undefined,
  ): Promise<CommitOutcome> {
    const { ehrId, notBefore } = encoded.plan;
    const plan = planJson(encoded, expectations, index);
    const [row] = await call.execute({ ehrId, notBefore, plan, documents: planDocuments(encoded) });
    const failed = row && row.failed !== null ? expectations[row.failed] : undefined;
    if (failed) return { kind: 'refused', failed };
    if (!row || row.timeCommitted === null) throw new TypeError('commit_plan gives no answer');
    return { kind: 'committed', timeCommitted: row.timeCommitted };
  }

  return async (encoded) => {
    const { plan } = encoded;
    const timeCreated = await create(encoded);
    if (timeCreated !== undefined) return { kind: 'committed', timeCommitted: timeCreated };
    const index = await planIndexJson(plan.versions, keys);
    let expectations = plan.expectations;
    let misfits = 0;
    for (let count = 1; ; count++) {
      try {
        return await attempt(encoded, expectations, index);
      } catch (error) {
        if (isMisfit(error)) {
          if (++misfits === MISFITS) throw invalidPlan('it does not fit the record');
          // Which expectation was it? One that the plan forgot, or one that held until another node committed.
          expectations = [...plan.expectations, ...impliedExpectations(plan)];
        } else if (isPassing(error) && count < ATTEMPTS) {
          await delay(Math.random() * PAUSE);
        } else {
          throw error;
        }
      }
    }
  };
}
