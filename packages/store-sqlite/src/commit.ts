/** The write side of the port: plans wait for each other no longer than until the next turn of the event loop. */
import type { CommitOutcome, CommitPlan, CommitStore } from '@cairn/core';
import { assertValidPlan, encodePlan, type EncodedPlan } from '@cairn/store-sql';
import { withConnection, type Connection } from './connection.ts';
import { storeBusy, storeClosed } from './errors.ts';
import { liveFolders } from './folders.ts';
import { groupCommit } from './group-commit.ts';
import { ehrLookup, objectLookup } from './records.ts';
import { PATIENCE, RETRY } from './writing.ts';

/** So many plans at most share a transaction: it holds the event loop, and reads wait behind it. */
const GROUP_LIMIT = 100;

export interface CommitQueue {
  readonly commits: CommitStore;
  /** Takes no further plans; resolves when those that wait are through. */
  drain(): Promise<void>;
}

interface Waiting {
  readonly encoded: EncodedPlan;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (error: unknown) => void;
  /** While another process is writing, it waits no longer than that. */
  readonly until: number;
}

export function commitQueue(connection: Connection): CommitQueue {
  const applyGroup = groupCommit(connection);
  const ehrById = ehrLookup(connection.orm);
  const objectById = objectLookup(connection.orm);
  const foldersOf = liveFolders(connection.orm);
  const unfinished = new Set<Promise<unknown>>();
  let waiting: Waiting[] = [];
  let draining = false;

  function flush(): void {
    const group = waiting.slice(0, GROUP_LIMIT);
    const results = applyGroup(group.map(({ encoded }) => encoded));
    if (!results) {
      waitLonger();
      return;
    }
    waiting = waiting.slice(GROUP_LIMIT);
    if (waiting.length > 0) setImmediate(flush);
    group.forEach(({ resolve, reject }, index) => {
      const result = results[index];
      if (result && 'outcome' in result) resolve(result.outcome);
      else reject(result?.error);
    });
  }

  function waitLonger(): void {
    const now = performance.now();
    for (const { until, reject } of waiting) if (until <= now) reject(storeBusy());
    waiting = waiting.filter(({ until }) => until > now);
    if (waiting.length > 0) setTimeout(flush, RETRY);
  }

  async function commit(plan: CommitPlan): Promise<CommitOutcome> {
    assertValidPlan(plan);
    const encoded = await encodePlan(plan);
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ encoded, resolve, reject, until: performance.now() + PATIENCE });
    });
  }

  const commits: CommitStore = {
    async loadForCommit(ehrId, objectIds) {
      return withConnection(connection, () => {
        const ehr = ehrById(ehrId);
        const objects = new Map(
          objectIds.flatMap((objectId) => {
            const object = objectById(ehrId, objectId);
            return object ? [[objectId, object]] : [];
          }),
        );
        return { ehr, objects, liveFolders: foldersOf(ehrId) };
      });
    },
    commit(plan) {
      if (draining) return Promise.reject(storeClosed());
      const outcome = commit(plan);
      unfinished.add(outcome);
      const done = (): void => void unfinished.delete(outcome);
      outcome.then(done, done);
      return outcome;
    },
  };

  return {
    commits,
    async drain() {
      draining = true;
      await Promise.allSettled(unfinished);
    },
  };
}
