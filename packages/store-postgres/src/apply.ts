/**
 * One plan, applied by one statement: a transaction of its own, and one round trip. Most plans are of one kind, which has a
 * statement of its own (creation.ts); `commit_plan` applies any.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { CdrError, type CommitOutcome, type Expectation } from '@cairn/core';
import { impliedExpectations, invalidPlan, type EncodedPlan } from '@cairn/store-sql';
import type { Connection } from './connection.ts';
import { creation } from './creation.ts';
import type { DictionaryKeys } from './dictionary-keys.ts';
import { sql } from './drizzle.ts';
import { isMisfit, isPassing } from './errors.ts';
import { planIndexJson } from './index-rows.ts';
import { planDocuments, planJson } from './plan.ts';
import { ehr } from './schema.ts';
import { given, statementOf } from './statement.ts';

/** So often at most a plan is tried when others are in its way. */
const ATTEMPTS = 6;

/** Of those, so often when it breaks a rule of the tables; other nodes may have had a hand in it. */
const MISFITS = 3;

/** More than a pool makes while it grows; each may be to another server. */
const CONNECTIONS = 1_000;

/** Longest wait before another attempt, in milliseconds. */
const PAUSE = 20;

export type PlanApplier = (encoded: EncodedPlan) => Promise<CommitOutcome>;

export function planApplier(connection: Connection, keys: DictionaryKeys): PlanApplier {
  const { rows, changes } = connection;
  const create = creation(connection, keys);

  /** Undefined when the keys of its index rows may be those of another server by now. */
  async function attempt(
    encoded: EncodedPlan,
    expectations: readonly Expectation[],
  ): Promise<CommitOutcome | Trouble | undefined> {
    const { plan } = encoded;
    const server = changes();
    const index = await planIndexJson(plan.versions, keys);
    const values = {
      ehrId: plan.ehrId,
      notBefore: plan.notBefore,
      plan: planJson(encoded, expectations, index),
      documents: planDocuments(encoded),
    };
    let trouble: Trouble | undefined;
    const mayFail = (error: unknown): boolean => (trouble = troubleOf(error)) !== undefined;
    const [row] = ((await rows(commitPlan(values), { mayFail, changes: server, isPart: true })) ??
      []) as readonly Answer[];
    if (trouble || !row) return trouble;
    const failed = row.failed === null ? undefined : expectations[row.failed];
    if (failed) return { kind: 'refused', failed };
    if (row.timeCommitted === null) throw new TypeError('commit_plan gives no answer');
    return { kind: 'committed', timeCommitted: row.timeCommitted };
  }

  return async (encoded) => {
    const { plan } = encoded;
    const timeCreated = await create(encoded);
    if (timeCreated !== undefined) return { kind: 'committed', timeCommitted: timeCreated };
    let { expectations } = plan;
    let misfits = 0;
    let passing = 0;
    for (let attempts = 0; attempts < CONNECTIONS; attempts++) {
      const outcome = await attempt(encoded, expectations);
      if (!outcome) continue;
      if ('kind' in outcome) return outcome;
      if (outcome.trouble === 'misfit') {
        if (++misfits === MISFITS) throw invalidPlan('it does not fit the record');
        // Which expectation was it? One that the plan forgot, or one that held until another node committed.
        expectations = [...plan.expectations, ...impliedExpectations(plan)];
      } else if (++passing < ATTEMPTS) {
        await delay(Math.random() * PAUSE);
      } else {
        throw outcome.error;
      }
    }
    throw new CdrError('store_unavailable', 'The connections to the database keep changing');
  };
}

interface Answer {
  readonly timeCommitted: number | null;
  readonly failed: number | null;
}

/** What another attempt may help against. */
interface Trouble {
  readonly trouble: 'misfit' | 'passing';
  readonly error: unknown;
}

function troubleOf(error: unknown): Trouble | undefined {
  if (isMisfit(error)) return { trouble: 'misfit', error };
  return isPassing(error) ? { trouble: 'passing', error } : undefined;
}

const commitPlan = statementOf(sql`
  select committed_at as "timeCommitted", failed from commit_plan(
    ${given(ehr.ehrId, 'ehrId')}, ${sql.placeholder('notBefore')}, ${sql.placeholder('plan')}, ${sql.placeholder('documents')}
  )`);
