/** A document by its index rows as nodes that class expressions can be bound to: its archetype roots. */
import { formatVersionUid } from '../../change-control/version-uid.ts';
import type { JsonObject } from '../../json/index.ts';
import type { ProjectedDocument, ProjectedRoot } from '../../ports/query.ts';
import { sparseObject } from '../projection/sparse-object.ts';
import type { Node, Search, Tree } from './tree.ts';

const NONE: readonly Node[] = [];

export function createSparseTree(version: ProjectedDocument, { slotsOf, fit, rootOnly }: Search): Tree {
  let objects = new Map<number, JsonObject>();
  let collected: ReadonlyMap<number, readonly Node[]> | undefined;

  const objectOf = (root: ProjectedRoot): JsonObject => {
    const known = objects.get(root.number);
    if (known) return known;
    const made = sparseObject(root);
    const object = root.number === 0 ? withUid(made, version) : made;
    objects.set(root.number, object);
    return object;
  };

  const collect = (): ReadonlyMap<number, readonly Node[]> => {
    const nodes = new Map<number, Node[]>();
    for (const root of version.roots) {
      const { number, last, rmType: type } = root;
      for (const slot of slotsOf.get(type) ?? []) {
        if (number > 0 && rootOnly.has(slot)) continue;
        const value = objectOf(root);
        const fits = fit(slot, { value, type });
        if (fits === 'none') continue;
        const node = { kind: 'node', value, type, tree, number, last, archetypeRoot: number, local: false } as const;
        const list = nodes.get(slot);
        if (list) list.push(node);
        else nodes.set(slot, [node]);
      }
    }
    return nodes;
  };

  const tree: Tree = {
    version,
    root: () => {
      const [root] = version.roots;
      return root ? objectOf(root) : {};
    },
    nodes: (slot) => (collected ??= collect()).get(slot) ?? NONE,
    release: () => {
      objects = new Map();
      collected = undefined;
    },
  };
  return tree;
}

/** A stored document has the id of its version. */
const withUid = (object: JsonObject, version: ProjectedDocument): JsonObject => ({
  ...object,
  uid: { _type: 'OBJECT_VERSION_ID', value: formatVersionUid(version) },
});
