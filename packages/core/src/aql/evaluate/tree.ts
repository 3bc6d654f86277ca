/** A document as nodes that class expressions can be bound to. Pre-order numbers make "contained in" two comparisons. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/index.ts';
import type { ProjectedDocument, QueryDocument } from '../../ports/query.ts';
import type { Routes } from '../../rm/index.ts';
import { parseDocument } from './document.ts';
import { isAtCodeText, type Fit } from './predicate.ts';
import type { Bound } from './row.ts';
import type { Located } from './walk.ts';

/** An RM object of a document that fits a class expression. */
export interface Node extends Bound {
  readonly kind: 'node';
  readonly tree: Tree;
  readonly number: number;
  /** Number of the last descendant; its own when it has none. */
  readonly last: number;
  /** Number of the nearest archetype root, itself included; -1: none. */
  readonly archetypeRoot: number;
  /** It fits by an at-code, which counts only within one archetype. */
  readonly local: boolean;
  /** What a FOLDER refers to, once that was asked for. */
  references?: ReadonlySet<string>;
}

/** A version with its document, or with the rows that stand for it (`sparse-tree.ts`). */
export interface Tree {
  readonly version: QueryDocument | ProjectedDocument;
  /** Parsed when it is first asked for; with its `_type`. */
  readonly root: () => JsonObject;
  /** What fits the class expression of a slot, in document order. */
  readonly nodes: (slot: number) => readonly Node[];
  /** Forgets what was parsed; it is parsed again if it is asked for again. */
  readonly release: () => void;
}

/** How documents are searched for the class expressions of a query. */
export interface Search {
  readonly routes: Routes;
  /** Slots by the concrete classes that they may be bound to. */
  readonly slotsOf: ReadonlyMap<string, readonly number[]>;
  readonly fit: (slot: number, at: Located) => Fit;
  /** Slots that only the root of a document can fit. */
  readonly rootOnly: ReadonlySet<number>;
  /** Some slot is told by an at-code, so that it matters which archetype a node belongs to. */
  readonly local: boolean;
}

const NONE: readonly Node[] = [];

/** A deletion is a tree without nodes. */
export function createTree(version: QueryDocument, search: Search): Tree {
  const { kind } = version;
  let parsed: JsonObject | undefined;
  let collected: ReadonlyMap<number, readonly Node[]> | undefined;
  let roots = new Map<number, readonly Node[]>();

  const root = (): JsonObject => {
    if (!parsed) {
      // A store may have to unpack it, and need not keep it.
      const { document } = version;
      const object: JsonObject = document ? parseDocument(document) : {};
      parsed = object['_type'] === undefined ? { _type: kind, ...object } : object;
    }
    return parsed;
  };

  const rootNodes = (slot: number): readonly Node[] => {
    const known = roots.get(slot);
    if (known) return known;
    const value = root();
    const fit = search.slotsOf.get(kind)?.includes(slot) ? search.fit(slot, { value, type: kind }) : 'none';
    const node: Node = {
      kind: 'node',
      value,
      type: kind,
      tree,
      number: 0,
      last: Infinity,
      archetypeRoot: 0,
      local: fit === 'local',
    };
    const nodes = fit === 'none' ? NONE : [node];
    roots.set(slot, nodes);
    return nodes;
  };

  const tree: Tree = {
    version,
    root,
    nodes: (slot) => {
      if (isDeletion(version)) return NONE;
      if (search.rootOnly.has(slot)) return rootNodes(slot);
      collected ??= collect(tree, search);
      return collected.get(slot) ?? NONE;
    },
    release: () => {
      parsed = undefined;
      collected = undefined;
      roots = new Map();
    },
  };
  return tree;
}

/** Told without unpacking the document. */
export const isDeletion = ({ lifecycleState }: QueryDocument): boolean => lifecycleState === '523';

type NodeInMaking = { -readonly [K in keyof Node]: Node[K] };

function collect(tree: Tree, { routes, slotsOf, fit, rootOnly, local }: Search): ReadonlyMap<number, readonly Node[]> {
  const nodes = new Map<number, NodeInMaking[]>();
  let count = 0;

  const visit = (value: JsonObject, declared: string, above: number): void => {
    const own = value['_type'];
    const type = typeof own === 'string' ? own : declared;
    const number = count;
    count += 1;
    const archetypeRoot = local && isArchetypeRoot(value) ? number : above;
    const made = nodesFor(value, type, number, archetypeRoot);
    for (const { attribute, type: next } of routes.attributesOf(type)) {
      const found = value[attribute];
      if (found !== undefined) each(found, next, archetypeRoot);
    }
    for (const node of made) node.last = count - 1;
  };

  const nodesFor = (
    value: JsonObject,
    type: string,
    number: number,
    archetypeRoot: number,
  ): readonly NodeInMaking[] => {
    const slots = slotsOf.get(type);
    if (!slots) return NONE;
    const made: NodeInMaking[] = [];
    for (const slot of slots) {
      const fits = rootOnly.has(slot) ? 'none' : fit(slot, { value, type });
      if (fits === 'none') continue;
      const node: NodeInMaking = {
        kind: 'node',
        value,
        type,
        tree,
        number,
        last: number,
        archetypeRoot,
        local: fits === 'local',
      };
      made.push(node);
      const list = nodes.get(slot);
      if (list) list.push(node);
      else nodes.set(slot, [node]);
    }
    return made;
  };

  const each = (value: JsonValue, type: string, above: number): void => {
    if (Array.isArray(value)) {
      for (const member of value as readonly JsonValue[]) if (isJsonObject(member)) visit(member, type, above);
    } else if (isJsonObject(value)) visit(value, type, above);
  };

  visit(tree.root(), tree.version.kind, -1);
  return nodes;
}

function isArchetypeRoot({ archetype_node_id: nodeId }: JsonObject): boolean {
  return typeof nodeId === 'string' && !isAtCodeText(nodeId);
}

/** The nodes of a list that lie strictly below a node of the same document. */
export function* nodesWithin(nodes: readonly Node[], { number, last }: Node): Generator<Node> {
  for (let at = firstBehind(nodes, number); at < nodes.length; at += 1) {
    const node = nodes[at];
    if (!node || node.number > last) return;
    yield node;
  }
}

function firstBehind(nodes: readonly Node[], number: number): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.number ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
