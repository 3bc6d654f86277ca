import type { Issue } from '../../errors.ts';
import { isJsonObject } from '../../json/value.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import { furtherFindings, MAX_FINDINGS, renderPath } from '../findings.ts';
import type { Trail } from '../findings.ts';
import type { Patience } from '../../pattern/index.ts';
import { isTolerable } from '../profile.ts';
import type { FindingCode } from './codes.ts';

/** A compiled constraint: checks a value that stands at the end of the run's trail, and reports what it finds. */
export type Check = (value: JsonValue, run: Run) => void;

/**
 * One validation under way. The trail is where the walk is now, as one growing and shrinking stack, so that a sound
 * object costs no path texts; a path is rendered only for a finding.
 */
export interface Run {
  readonly root: JsonObject;
  readonly relaxMinimums: boolean;
  /** Attribute names and indexes from the root. */
  readonly trail: (string | number)[];
  readonly findings: Finding[];
  /** More findings than are kept. */
  leftOut: boolean;
  /** Over zero while an alternative is only tried: findings are counted, not kept. */
  trials: number;
  /** What the findings of the trial weigh: {@link REFUSAL} each, or 1 where the finding is tolerable. */
  failures: number;
  /** Trials, members that were looked at in them, and candidates that were looked at for a member. */
  effort: number;
  /** For patterns: whether there is effort left for them. */
  readonly patience: Patience;
}

/** So many steps of a pattern's automaton take about as long as a trial. */
const STEPS_PER_EFFORT = 4;

/**
 * A finding that no profile tolerates weighs more than any number of tolerable ones: a trial that weighs less refuses
 * nothing under the profile `interoperable`. What is tolerable is reported for the alternative that was taken, so that
 * the profile `strict` refuses it.
 */
export const REFUSAL = 2 ** 26;

/**
 * What is ambiguous within what is ambiguous takes trials within trials, ever more with the depth, and templates are
 * foreign input; so are many candidates for many members. This is some half a second's work, far beyond what real
 * templates ask for. Afterwards nothing is tried any more, lest a valid object be refused for an alternative that it was
 * not tried on: alternatives are taken without a finding, and occurrences are not counted among candidates. Only of
 * same-id siblings the first with room is checked, so that what is wrong at every depth is still found.
 */
const MOST_EFFORT = 1_000_000;

export const isSpent = (run: Run): boolean => run.effort > MOST_EFFORT;

interface Finding {
  readonly trail: Trail;
  readonly code: FindingCode;
  readonly message: string;
}

export function startRun(root: JsonObject, relaxMinimums: boolean): Run {
  const run: Run = {
    root,
    relaxMinimums,
    trail: [],
    findings: [],
    trials: 0,
    failures: 0,
    effort: 0,
    leftOut: false,
    patience: (steps) => {
      run.effort += steps / STEPS_PER_EFFORT;
      return !isSpent(run);
    },
  };
  return run;
}

/** Reports a finding where the trail ends, or at `attribute` below it. */
export function report(run: Run, code: FindingCode, message: string, attribute?: string): void {
  if (run.trials > 0) run.failures += isTolerable(code) ? 1 : REFUSAL;
  else if (run.findings.length < MAX_FINDINGS) {
    run.findings.push({ trail: attribute === undefined ? [...run.trail] : [...run.trail, attribute], code, message });
  } else run.leftOut = true;
}

/** Checks `value`, which is the attribute or member `segment` of the object where the trail ends. */
export function checkBelow(run: Run, segment: string | number, check: Check, value: JsonValue): void {
  run.trail.push(segment);
  check(value, run);
  run.trail.pop();
}

/**
 * What the findings of `check` on `value` would weigh, without reporting them. Who tries asks {@link isSpent} before each
 * trial.
 */
export function tryCheck(run: Run, check: Check, value: JsonValue): number {
  const before = run.failures;
  run.failures = 0;
  run.effort += 1;
  run.trials += 1;
  check(value, run);
  run.trials -= 1;
  const failures = run.failures;
  run.failures = before;
  return failures;
}

/** Grows with every finding that is reported. */
export const findingCount = ({ trials, failures, findings }: Run): number => (trials > 0 ? failures : findings.length);

/** Reports what `check` finds on `value`, when a trial of it has weighed so much. */
export function checkTried(run: Run, check: Check | undefined, value: JsonValue, weight: number): void {
  if (weight === 0) return;
  if (run.trials === 0) check?.(value, run);
  else run.failures += weight;
}

/** The value `levels` segments above the end of the trail. */
export function ancestor(run: Run, levels: number): JsonValue | undefined {
  return resolve(run.root, run.trail.slice(0, run.trail.length - levels));
}

/**
 * The findings in document order: an object before what is in it, attributes in their order in the object, absent ones
 * last.
 */
export function issuesOf(run: Run): readonly Issue[] {
  const ordered =
    run.findings.length < 2
      ? run.findings
      : run.findings
          .map((finding) => ({ finding, position: positionOf(run.root, finding.trail) }))
          .sort((a, b) => comparePositions(a.position, b.position))
          .map(({ finding }) => finding);
  const issues: Issue[] = ordered.map(({ trail, code, message }) => ({ path: renderPath(trail), code, message }));
  return run.leftOut ? [...issues, furtherFindings] : issues;
}

const stepInto = (value: JsonValue | undefined, segment: string | number): JsonValue | undefined => {
  if (typeof segment === 'number') return Array.isArray(value) ? (value as readonly JsonValue[])[segment] : undefined;
  return isJsonObject(value) ? value[segment] : undefined;
};

const resolve = (root: JsonObject, trail: Trail): JsonValue | undefined =>
  trail.reduce<JsonValue | undefined>(stepInto, root);

/** Index of each segment in the object or list that holds it. */
function positionOf(root: JsonObject, trail: Trail): readonly number[] {
  let value: JsonValue | undefined = root;
  return trail.map((segment) => {
    const index =
      typeof segment === 'number' ? segment : isJsonObject(value) ? Object.keys(value).indexOf(segment) : -1;
    value = stepInto(value, segment);
    return index < 0 ? Number.MAX_SAFE_INTEGER : index;
  });
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
