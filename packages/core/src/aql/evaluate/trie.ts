/**
 * All paths of a query that begin at one variable, as a tree: paths that mean the same node share it, so that in one row all of
 * them speak of the same instance. Rows are made by walking this tree (`occurrence.ts`).
 */
import { isSubtype } from '../../rm/index.ts';
import { stepTypes, variableTypes } from '../check/rm-paths.ts';
import type { Binding, Path, Predicate, Step } from '../model.ts';
import { cohesion, identitiesOf, isCovered, keyPredicate, keyText, type Identity, type KeyOf } from './identity.ts';
import type { Predicates } from './predicate.ts';
import type { LocatedTest } from './walk.ts';

export interface TrieNode {
  /** Place in a row: nodes of all variables are numbered through, each before what is below it. */
  readonly index: number;
  /** Of the node above; -1 for a variable itself. */
  readonly parent: number;
  /** Position among the parent's children. */
  readonly position: number;
  readonly attribute: string;
  readonly key: readonly Identity[] | undefined;
  readonly keyOf: KeyOf;
  /** Whether a value is a member; absent: all are. */
  readonly member: LocatedTest | undefined;
  readonly children: readonly TrieNode[];
  /** Predicates that do not identify: a failing one silences the paths that have it, by its bit. */
  readonly filters: readonly Filter[];
  /** Filters of the paths for which an instance here is enough; an instance stays if one of them passes, or something below stays. */
  readonly anchors: readonly bigint[];
}

export interface Filter {
  readonly bit: bigint;
  readonly test: LocatedTest;
}

/** Where a path reads its value: an attribute chain from a trie node. */
export interface Reading {
  readonly node: number;
  readonly suffix: readonly string[];
  /** Bits of all filters on the way. */
  readonly filters: bigint;
}

export interface Trie {
  readonly slot: number;
  readonly root: TrieNode;
  /** Pre-order, the root first. */
  readonly nodes: readonly TrieNode[];
  reading(path: Path): Reading | undefined;
}

interface Track {
  readonly path: Path;
  /** Index of the last step that gets a node of its own; -1: none does. */
  readonly last: number;
  /** Index of the last step to a structure; -1: the variable itself. */
  readonly anchor: number;
  node: number;
  filters: bigint;
}

/** `offset`: index of the first node. */
export function buildTrie(binding: Binding, paths: readonly Path[], offset: number, predicates: Predicates): Trie {
  const tracks = paths.map((path) => trackOf(path, binding));
  const nodes: TrieNode[] = [];
  const bits = new Map<string, bigint>();

  const filterOf = (place: string, predicate: Predicate): Filter => {
    const name = `${place} ${JSON.stringify(predicate)}`;
    const bit = bits.get(name) ?? 1n << BigInt(bits.size);
    bits.set(name, bit);
    return { bit, test: predicates.test(predicate) };
  };

  const build = (
    node: Omit<TrieNode, 'index' | 'children' | 'filters' | 'anchors'>,
    level: number,
    through: readonly Track[],
  ): TrieNode => {
    const index = offset + nodes.length;
    const filters = new Map<bigint, Filter>();
    for (const track of through) {
      track.node = index;
      const predicate = level < 0 ? track.path.predicate : track.path.steps[level]?.predicate;
      if (!predicate || isCovered(predicate, node.key)) continue;
      const filter = filterOf(String(index), predicate);
      filters.set(filter.bit, filter);
      track.filters |= filter.bit;
    }
    const children: TrieNode[] = [];
    const made: TrieNode = {
      ...node,
      index,
      children,
      filters: [...filters.values()],
      anchors: [...new Set(through.filter(({ anchor }) => level >= anchor).map((track) => track.filters))],
    };
    nodes.push(made);
    const deeper = through.filter(({ last }) => last > level);
    for (const [attribute, sharing] of Map.groupBy(deeper, ({ path }) => path.steps[level + 1]?.attribute ?? '')) {
      const identity = ({ path }: Track): readonly Identity[] | undefined =>
        identitiesOf(path.steps[level + 1]?.predicate);
      const keyOf = cohesion(sharing.map(identity));
      for (const same of Map.groupBy(sharing, (track) => keyText(keyOf(identity(track)))).values()) {
        const key = same[0] && keyOf(identity(same[0]));
        const member = key && predicates.test(keyPredicate(key));
        const child = { parent: index, position: children.length, attribute, key, keyOf, member };
        children.push(build(child, level + 1, same));
      }
    }
    return made;
  };

  const top = { parent: -1, position: 0, attribute: '', key: undefined, keyOf: () => undefined, member: undefined };
  const root = build(top, -1, tracks);
  const readings = new Map(
    tracks.map(({ path, node, last, filters }): [Path, Reading] => [
      path,
      { node, filters, suffix: path.steps.slice(last + 1).map(({ attribute }) => attribute) },
    ]),
  );
  return { slot: binding.slot, root, nodes, reading: (path) => readings.get(path) };
}

function trackOf(path: Path, { rmType }: Binding): Track {
  let types = variableTypes(rmType);
  let last = -1;
  let anchor = -1;
  path.steps.forEach((step, index) => {
    types = stepTypes(types, step.attribute)?.types ?? [];
    const structure = types.some(isStructure);
    if (structure) anchor = index;
    if (structure || step.multiple || step.predicate) last = index;
  });
  return { path, last, anchor, node: -1, filters: 0n };
}

/** What a path must lead to for a row to exist, even when the data value below is missing. */
const isStructure = (type: string): boolean => isSubtype(type, 'PATHABLE') || type === 'FEEDER_AUDIT';

/** The child that a further path shares without being part of the trie: the only one, where the path tells none apart. */
export function sharedChild(node: TrieNode, step: Step): TrieNode | undefined {
  const children = node.children.filter(({ attribute }) => attribute === step.attribute);
  const identities = identitiesOf(step.predicate);
  if (!identities) return children.length === 1 ? children[0] : undefined;
  return children.find(({ key, keyOf }) => key === undefined || keyText(key) === keyText(keyOf(identities)));
}
