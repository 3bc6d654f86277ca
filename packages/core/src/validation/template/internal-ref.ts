import type { CComplexObject, CInternalRef, CObject } from '../../template/model.ts';
import type { Node } from './node.ts';
import type { Scope } from './scope.ts';

/**
 * ARCHETYPE_INTERNAL_REF: the node at its target path in the same archetype stands in its place, with the reference's
 * own occurrences (AOM 1.4). The target is compiled once, when data first need it, so that an archetype may refer to
 * what contains the reference.
 */
export function compileInternalRef(c: CInternalRef, scope: Scope): Node {
  const target = resolve(c, scope.root);
  if (target === undefined) {
    scope.warn(`the internal reference to ${c.targetPath} leads nowhere; it is not checked`);
    return scope.compile({ ...c, kind: 'complex', attributes: [] }, scope);
  }
  const shallow = scope.compile(withoutContent({ ...target, occurrences: c.occurrences }), scope);
  return {
    ...shallow,
    check: (value, run) => {
      let node = scope.targets.get(target);
      if (node === undefined) {
        node = scope.compile(target, scope);
        scope.targets.set(target, node);
      }
      node.check?.(value, run);
    },
  };
}

/**
 * What a reference finally stands for: its target may be another reference. Undefined when there is nothing but
 * references.
 */
function resolve(c: CInternalRef, root: CComplexObject): CObject | undefined {
  const seen = new Set<CObject>();
  let target: CObject | undefined = c;
  while (target?.kind === 'internal-ref' && !seen.has(target)) {
    seen.add(target);
    target = findTarget(root, target.targetPath);
  }
  return target?.kind === 'internal-ref' ? undefined : target;
}

/** Type, id and name alone. */
const withoutContent = (c: CObject): CObject =>
  c.kind === 'complex' ? { ...c, attributes: c.attributes.filter(({ name }) => name === 'name') } : c;

/** The node at `/data[at0001]/events[at0002]/…`; a predicate's name part and white space do not matter. */
function findTarget(root: CComplexObject, path: string): CObject | undefined {
  let found: CObject | undefined = root;
  for (const [, attribute, nodeId = ''] of path.matchAll(/\/(\w+)(?:\[\s*([^\][,\s]*)[^\][]*\])?/gu)) {
    const children: readonly CObject[] =
      found?.kind === 'complex'
        ? found.attributes.filter(({ name }) => name === attribute).flatMap((a) => a.children)
        : [];
    found = children.find((child) => nodeId === '' || child.nodeId === nodeId);
  }
  return found === root ? undefined : found;
}
