import type { PrimitiveConstraint, TextInterval } from '../../template/model.ts';
import { compareDurations, parseDuration } from '../../time/index.ts';
import type { IsoDuration } from '../../time/index.ts';
import { intervalTest, intervalText } from './bounds.ts';
import { report } from './run.ts';
import type { Check } from './run.ts';

export type CDuration = Extract<PrimitiveConstraint, { kind: 'duration' }>;

const UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;
const DATE_UNITS: Readonly<Record<string, Unit>> = { Y: 'years', M: 'months', W: 'weeks', D: 'days' };
const TIME_UNITS: Readonly<Record<string, Unit>> = { H: 'hours', M: 'minutes', S: 'seconds' };
type Unit = (typeof UNITS)[number];

/** C_DURATION: the units that a value may use, and the range that it must be in (AOM 1.4, C_DURATION). */
export function compileDuration(item: CDuration, warn: (warning: string) => void): Check | undefined {
  const check = durationCheck(item, warn);
  if (check === undefined) return undefined;
  return (value, run) => {
    const duration = typeof value === 'string' ? parseDuration(value) : undefined;
    if (duration === undefined) return;
    for (const { code, message } of check(duration)) report(run, code, message);
  };
}

/** {@link compileDuration} on a duration that is already read. */
export function durationCheck(
  { pattern, range }: CDuration,
  warn: (warning: string) => void,
): ((duration: IsoDuration) => readonly DurationFinding[]) | undefined {
  const forbidden = forbiddenUnits(pattern, warn);
  const inside = rangeTest(range, warn);
  if (forbidden.length === 0 && inside === undefined) return undefined;
  const wrongUnit: DurationFinding = {
    code: 'duration_units',
    message: `The duration may use only the units of ${pattern ?? ''}.`,
  };
  const outside: DurationFinding = {
    code: 'duration_range',
    message: `The duration must be in ${range === undefined ? '' : intervalText(range)}.`,
  };
  return (duration) => {
    // A part of zero uses no unit: writers spell "nothing" as PT0S whatever the units.
    const usesForbidden = forbidden.some((unit) => (duration[unit] ?? 0) !== 0);
    const isOutside = inside !== undefined && !inside(duration);
    if (!usesForbidden && !isOutside) return NOTHING;
    return [...(usesForbidden ? [wrongUnit] : NOTHING), ...(isOutside ? [outside] : NOTHING)];
  };
}

interface DurationFinding {
  readonly code: 'duration_units' | 'duration_range';
  readonly message: string;
}
const NOTHING: readonly never[] = [];

/**
 * Units that a pattern such as `PYMWDTHMS` leaves out; none when the pattern is absent or is no such pattern (`PT24H`).
 */
function forbiddenUnits(pattern: string | undefined, warn: (warning: string) => void): readonly Unit[] {
  if (pattern === undefined || pattern === '') return [];
  const match = /^P([YMWD]*)(?:T([HMS]*))?$/u.exec(pattern.trim().toUpperCase());
  if (match === null || pattern.length < 2) {
    warn(`the duration pattern ${JSON.stringify(pattern)} is not checked: it does not list units`);
    return [];
  }
  const allowed = new Set([
    ...[...(match[1] ?? '')].map((letter) => DATE_UNITS[letter]),
    ...[...(match[2] ?? '')].map((letter) => TIME_UNITS[letter]),
  ]);
  return UNITS.filter((unit) => !allowed.has(unit));
}

function rangeTest(
  range: TextInterval | undefined,
  warn: (warning: string) => void,
): ((duration: IsoDuration) => boolean) | undefined {
  if (range === undefined) return undefined;
  const bounds = new Map<string, IsoDuration>();
  for (const bound of [range.lower, range.upper]) {
    if (bound === undefined) continue;
    const duration = parseDuration(bound);
    if (duration === undefined) warn(`the duration bound ${JSON.stringify(bound)} is not checked: it is no duration`);
    else bounds.set(bound, duration);
  }
  if (bounds.size === 0) return undefined;
  return intervalTest(range, (duration: IsoDuration, bound: string) => {
    const limit = bounds.get(bound);
    return limit === undefined ? undefined : compare(duration, limit);
  });
}

/** A year is twelve months, exactly; only beside other units do both have their average lengths. */
const compare = (a: IsoDuration, b: IsoDuration): number =>
  isCalendar(a) && isCalendar(b) ? monthsOf(a) - monthsOf(b) : compareDurations(a, b);

const isCalendar = (duration: IsoDuration): boolean =>
  !(duration.weeks || duration.days || duration.hours || duration.minutes || duration.seconds);

const monthsOf = ({ negative, years, months }: IsoDuration): number =>
  ((years ?? 0) * 12 + (months ?? 0)) * (negative ? -1 : 1);
