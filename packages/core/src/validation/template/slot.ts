import type { CSlot } from '../../template/model.ts';
import { tolerantPattern, type Patience } from '../../pattern/index.ts';

/** Whether an archetype may fill a slot. */
export type SlotTest = (archetypeId: string, patience?: Patience) => boolean;

/**
 * ARCHETYPE_SLOT: includes restrict unless one of them is `.*`; excludes apply to what is not included. So an exclude
 * of `.*` beside includes closes the list, and excludes alone take away from everything (AOM 1.4, ARCHETYPE_SLOT, as
 * modelling tools write it).
 *
 * An archetype id with a minor version counts as its major one, too: some assertions write the minor version.
 */
export function compileSlot(slot: CSlot, warn: (warning: string) => void): SlotTest {
  const includes = written(slot.includes);
  const excludes = written(slot.excludes);
  const specific = includes.filter((pattern) => !isAnything(pattern));
  const included = idTests(specific, warn);
  const excluded = idTests(excludes, warn);
  // A pattern that cannot be used must not reject what it may have included.
  const open = specific.length < includes.length || includes.length === 0 || included.length < specific.length;
  return (archetypeId, patience) => {
    const major = majorVersionOf(archetypeId);
    const ids = major === archetypeId ? [major] : [major, archetypeId];
    // What there is no effort left to find out is included, and not excluded.
    if (included.some((matches) => ids.some((id) => matches(id, patience) !== false))) return true;
    return open && !excluded.some((matches) => ids.some((id) => matches(id, patience) === true));
  };
}

const written = (patterns: readonly string[]): readonly string[] =>
  patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== '');

const isAnything = (pattern: string): boolean =>
  pattern.split('|').some((option) => option.replace(/^\/|\/$/gu, '') === '.*');

const idTests = (patterns: readonly string[], warn: (warning: string) => void) =>
  patterns.map((pattern) => tolerantPattern(pattern, warn)).filter((test) => test !== undefined);

/** An archetype id, as against an at-code. */
export const isArchetypeId = (nodeId: string): boolean => nodeId.includes('.v') && nodeId.includes('-');

/**
 * `openEHR-EHR-OBSERVATION.blood_pressure.v1.0.3` → `openEHR-EHR-OBSERVATION.blood_pressure.v1`; other ids stay as they
 * are.
 */
export function majorVersionOf(archetypeId: string): string {
  if (archetypeId.startsWith('.v', archetypeId.length - 3)) return archetypeId; // most ids end in `.v` and a digit
  const match = MAJOR_BEFORE_MINOR.exec(archetypeId);
  return match === null ? archetypeId : archetypeId.slice(0, match.index + match[0].length);
}
const MAJOR_BEFORE_MINOR = /\.v\d+(?=[.-])/u;

/** `OBSERVATION` of `openEHR-EHR-OBSERVATION.blood_pressure.v1`: the class that the archetype is about. */
export function classOf(archetypeId: string): string {
  const [qualifiedClass = ''] = archetypeId.slice(archetypeId.lastIndexOf('::') + 1).split('.', 1);
  return qualifiedClass.slice(qualifiedClass.lastIndexOf('-') + 1);
}

/** A node id of data as a message may show it: only what has the form of one. */
export const shownId = (nodeId: string): string => (/^[\w.-]{1,150}$/u.test(nodeId) ? nodeId : 'of this id');
