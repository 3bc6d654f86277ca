/** A path of a query as one to an indexed data value, and on into it. */
import type { PathPattern } from '../../ports/query.ts';
import { hasAttribute, stepTypes, variableTypes } from '../check/rm-paths.ts';
import { isAtCodeText } from '../evaluate/predicate.ts';
import { leafAttributes } from '../indexing/index.ts';
import type { Binding, Path, Predicate } from '../model.ts';

export interface IndexedPath {
  readonly pattern: PathPattern;
  /** Attributes from the data value on: `magnitude`, `defining_code/code_string`, or nothing. */
  readonly suffix: string;
}

/** Undefined when the path may lead to something that has no row. */
export function indexedPath({ predicate, rmType }: Binding, path: Path): IndexedPath | undefined {
  let types = variableTypes(rmType);
  for (const [index, { attribute }] of path.steps.entries()) {
    const next = stepTypes(types, attribute)?.types ?? [];
    if (isLeaf(types, attribute)) {
      const suffix = path.steps.slice(index + 1);
      if (suffix.some((step) => step.predicate)) return undefined;
      const nodeIds = nodeIdsOf(path.predicate) ?? nodeIdsOf(predicate);
      const steps = path.steps.slice(0, index + 1).map((step) => {
        const ids = nodeIdsOf(step.predicate);
        return { attribute: step.attribute, ...(ids && { nodeIds: ids }) };
      });
      return {
        pattern: { steps, ...(nodeIds && { nodeIds }) },
        suffix: suffix.map((step) => step.attribute).join('/'),
      };
    }
    types = next;
  }
  return undefined;
}

/** The attribute is a leaf of every class that has it. */
function isLeaf(owners: readonly string[], attribute: string): boolean {
  const having = owners.filter((owner) => hasAttribute(owner, attribute));
  return (
    having.length > 0 && having.every((owner) => leafAttributes(owner).some((leaf) => leaf.attribute === attribute))
  );
}

/** Node ids of which an object must have one to fit; undefined when other objects may fit as well. */
export function nodeIdsOf(predicate: Predicate | undefined): readonly string[] | undefined {
  const ids = predicate?.alternatives.map((group) => group.find((criterion) => criterion.kind === 'node-id')?.nodeId);
  return ids?.every((id) => id !== undefined) ? ids : undefined;
}

/** Archetypes of which an object must have one to fit; undefined when others fit as well. */
export function archetypeIdsOf(predicate: Predicate | undefined): readonly string[] | undefined {
  const ids = nodeIdsOf(predicate);
  return ids?.every((id) => !isAtCodeText(id)) ? ids : undefined;
}
