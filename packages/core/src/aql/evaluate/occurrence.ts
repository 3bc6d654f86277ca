/** Instances of a trie below one bound object: the raw material of rows. */
import type { JsonValue } from '../../json/index.ts';
import type { Trie, TrieNode } from './trie.ts';
import { attributeOf, typeBelow, type Located } from './walk.ts';

export interface Occurrence extends Located {
  /** Bits of the filters that failed here or above. */
  readonly failed: bigint;
  /** For each child of the trie node its instances. */
  readonly children: readonly (readonly Occurrence[])[];
}

/** Everything that the paths of a variable lead to from one object; the object itself is always there. */
export const occurrencesOf = (trie: Trie, bound: Located): Occurrence =>
  expand(trie.root, bound, 0n) ?? { value: bound.value, type: bound.type, failed: 0n, children: [] };

const NOTHING: readonly (readonly Occurrence[])[] = [];

/** Undefined for an instance without any requested leaf: it makes no row. */
function expand(node: TrieNode, at: Located, failedAbove: bigint): Occurrence | undefined {
  let failed = failedAbove;
  for (const { bit, test } of node.filters) if (!test(at)) failed |= bit;
  let stays = node.parent < 0;
  for (const bits of node.anchors) if ((bits & failed) === 0n) stays = true;
  const { value, type } = at;
  if (node.children.length === 0) return stays ? { value, type, failed, children: NOTHING } : undefined;
  const children = node.children.map((child) => membersOf(child, at, failed));
  if (!stays && children.every((instances) => instances.length === 0)) return undefined;
  return { value, type, failed, children };
}

const NONE: readonly Occurrence[] = [];

function membersOf(node: TrieNode, owner: Located, failed: bigint): readonly Occurrence[] {
  const found = attributeOf(owner.value, node.attribute);
  if (found === undefined) return NONE;
  const instances: Occurrence[] = [];
  const enter = (value: JsonValue): void => {
    const at = { value, type: typeBelow(value, owner.type, node.attribute) };
    if (node.member && !node.member(at)) return;
    const instance = expand(node, at, failed);
    if (instance) instances.push(instance);
  };
  if (Array.isArray(found)) (found as readonly JsonValue[]).forEach(enter);
  else enter(found);
  return instances;
}
