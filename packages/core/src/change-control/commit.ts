/** Load or presume, decide, commit; and again when things are otherwise, or another commit came between. */
import { CdrError, type ErrorCode } from '../errors.ts';
import type { Clock } from '../ports/runtime.ts';
import type { CommitStore, Expectation } from '../ports/store.ts';
import { decide, type ChangeSet, type DecisionContext, type PlannedVersion } from './decide.ts';

export interface Committed {
  readonly timeCommitted: number;
  readonly versions: readonly PlannedVersion[];
}

export interface CommitDeps {
  readonly commits: CommitStore;
  readonly clock: Clock;
  readonly systemId: string;
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
 * Commits a change set, prepared anew for each attempt. `check` runs once. What it throws is thrown once the first decision
 * went through and before anything is written: validation against templates comes last in the order of checks.
 */
export async function commit(
  { commits, clock, systemId }: CommitDeps,
  prepare: () => ChangeSet | Promise<ChangeSet>,
  check: () => void = () => {},
): Promise<Committed> {
  const refused = refusalOf(check);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const set = await prepare();
    const presumed = attempt === 0 && !refused ? presumedContext(set) : undefined;
    const decision = decide(presumed ?? (await load(commits, set)), set, { systemId, now: clock.now() });
    if (decision === 'overtaken') continue;
    if (refused) throw refused.error;
    const outcome = await commits.commit(decision.plan);
    if (outcome.kind === 'committed') return { timeCommitted: outcome.timeCommitted, versions: decision.versions };
    // Why, only what is there can tell.
    if (presumed) continue;
    const refusal = REFUSALS[outcome.failed.kind];
    if (refusal) throw new CdrError(...refusal);
  }
  throw new CdrError('store_unavailable', 'The commit was overtaken by other commits too often');
}

function refusalOf(check: () => void): { readonly error: unknown } | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return { error };
  }
}

/**
 * What a change set that only creates will nearly always find. All that is decided by it is among the plan's expectations, so
 * the store need not be asked first: it refuses the plan where things are otherwise.
 */
function presumedContext({ createEhr, changes }: ChangeSet): DecisionContext | undefined {
  if (!changes.every(({ kind }) => kind === 'create')) return undefined;
  const ehr = createEhr ? undefined : { queryable: true, modifiable: true, subject: undefined };
  return { ehr, objects: new Map(), liveFolders: [] };
}

function load(commits: CommitStore, { ehrId, changes }: ChangeSet): Promise<DecisionContext> {
  const objectIds = changes.map((change) => ('target' in change ? change.target.objectId : change.objectId));
  return commits.loadForCommit(ehrId, [...new Set(objectIds)]);
}
