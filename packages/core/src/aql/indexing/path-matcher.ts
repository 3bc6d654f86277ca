/** Which stored paths the path of a query may lead to. */
import type { PathPattern, PatternStep } from '../../ports/query.ts';

/** A path of the index dictionary, with the archetype of the root that it begins at. */
export interface StoredPath {
  readonly archetypeId: string;
  /** `/data[at0001]/events[at0006]/time`. */
  readonly path: string;
}

/**
 * The two are laid upon each other from their ends. Where the stored path ends first, its root is a node on the way of the
 * query's path; where the query's path ends first, its variable is bound to a node below the root.
 */
export function pathMatcher({ nodeIds, steps }: PathPattern): (stored: StoredPath) => boolean {
  const pattern: readonly PatternStep[] = [{ attribute: '', ...(nodeIds && { nodeIds }) }, ...steps];
  return ({ archetypeId, path }) => {
    const stored = [{ attribute: '', nodeId: archetypeId }, ...path.slice(1).split('/').map(splitStep)];
    for (let back = 1; back <= Math.min(pattern.length, stored.length); back += 1) {
      const wanted = pattern[pattern.length - back];
      const found = stored[stored.length - back];
      if (!wanted || !found) return false;
      const beginsHere = back === pattern.length || back === stored.length;
      if (!beginsHere && wanted.attribute !== found.attribute) return false;
      if (wanted.nodeIds && (found.nodeId === undefined || !wanted.nodeIds.includes(found.nodeId))) return false;
    }
    return true;
  };
}

interface StoredStep {
  readonly attribute: string;
  readonly nodeId: string | undefined;
}

function splitStep(step: string): StoredStep {
  const bracket = step.indexOf('[');
  return bracket < 0
    ? { attribute: step, nodeId: undefined }
    : { attribute: step.slice(0, bracket), nodeId: step.slice(bracket + 1, -1) };
}
