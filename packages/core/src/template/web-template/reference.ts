import type { ArchetypeRoot, CComplexObject, CInternalRef, CObject, OperationalTemplate } from '../model.ts';
import { segmentsOf } from './paths.ts';

/** The archetype root node that owns this scope of terms. */
function rootObject(object: CObject, archetype: ArchetypeRoot): CComplexObject | undefined {
  if (object.kind !== 'complex') return undefined;
  if (object.archetype === archetype) return object;
  for (const { children } of object.attributes) {
    for (const child of children) {
      const found = rootObject(child, archetype);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The node that an ARCHETYPE_INTERNAL_REF stands for: `/items[at0004]/…` from the root of its archetype. */
export function resolveReference(
  template: OperationalTemplate,
  archetype: ArchetypeRoot,
  { targetPath }: CInternalRef,
): CComplexObject | undefined {
  let node = rootObject(template.definition, archetype);
  for (const { attribute, nodeId } of segmentsOf(targetPath)) {
    const children: readonly CObject[] = node?.attributes.find(({ name }) => name === attribute)?.children ?? [];
    node = children
      .filter((child) => child.kind === 'complex')
      .find((child) => nodeId === '' || child.nodeId === nodeId || child.archetype?.archetypeId === nodeId);
  }
  return node;
}
