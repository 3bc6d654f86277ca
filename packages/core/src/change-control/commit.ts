/** Load, decide, commit; and again when another commit came between. */
import { CdrError, type ErrorCode } from '../errors.ts';
import type { Clock } from '../ports/runtime.ts';
import type { CommitStore, Expectation } from '../ports/store.ts';
import { decide, type ChangeSet, type PlannedVersion } from './decide.ts';

export interface Committed {
  readonly timeCommitted: number;
  readonly versions: readonly PlannedVersion[];
}

export interface CommitDeps {
  readonly commits: CommitStore;
  readonly clock: Clock;
  readonly systemId: string;
  /** Lets other work of the process have its turn. */
  readonly pause?: () => Promise<void>;
}

/**
 * Each refusal means that some other commit succeeded in between, so many in a row are a sign of a store that contradicts
 * itself rather than of load.
 */
const MOST_ATTEMPTS = 100;

/** What a decision can't see beforehand; everything else becomes visible when it is decided again. */
const REFUSALS: Partial<Record<Expectation['kind'], readonly [ErrorCode, string]>> = {
  'subject-free': ['subject_exists', 'The subject has an EHR already'],
  'contribution-absent': ['uid_conflict', 'There is a contribution with this uid already'],
  'template-present': [
    'unknown_template',
    'The template was removed or replaced while the composition was checked against it',
  ],
};

/**
 * Commits a change set, prepared anew for each attempt. `check` runs once, while the store is being asked. What it throws is
 * thrown once the first decision went through and before anything is written: validation against templates comes last in
 * the order of checks.
 */
export async function commit(
  { commits, clock, systemId, pause }: CommitDeps,
  prepare: () => ChangeSet | Promise<ChangeSet>,
  check: () => void = () => {},
): Promise<Committed> {
  let verdict: Verdict | undefined;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const set = await prepare();
    const objectIds = set.changes.map((change) => ('target' in change ? change.target.objectId : change.objectId));
    const loading = commits.loadForCommit(set.ehrId, [...new Set(objectIds)]);
    verdict ??= await verdictOf(check, loading, pause);
    const context = await loading;
    const decision = decide(context, set, { systemId, now: clock.now() });
    if (decision === 'overtaken') continue;
    if (verdict.refusal) throw verdict.refusal.error;
    const outcome = await commits.commit(decision.plan);
    if (outcome.kind === 'committed') return { timeCommitted: outcome.timeCommitted, versions: decision.versions };
    const refusal = REFUSALS[outcome.failed.kind];
    if (refusal) throw new CdrError(...refusal);
  }
  throw new CdrError('store_unavailable', 'The commit was overtaken by other commits too often');
}

interface Verdict {
  readonly refusal?: { readonly error: unknown };
}

async function verdictOf(check: () => void, loading: Promise<unknown>, pause?: () => Promise<void>): Promise<Verdict> {
  // Whoever waits for it next is told of its failure.
  loading.catch(() => undefined);
  // The question is on its way before anything else is done.
  await pause?.();
  try {
    check();
    return {};
  } catch (error) {
    return { refusal: { error } };
  }
}
