/** What a class expression can be bound to, where its parent says that it is looked for. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/index.ts';
import { parseUidBasedId } from '../../change-control/version-uid.ts';
import type { Binding } from '../model.ts';
import type { Budget } from './budget.ts';
import { kindsHolding } from './holders.ts';
import { nodesWithin, type Node, type Tree } from './tree.ts';
import type { EhrBound, VersionBound } from './views.ts';
import { attributeOf, type Located } from './walk.ts';
import type { World } from './world.ts';

/** Each is also where its CONTAINS looks. */
export type Candidate = EhrBound | VersionBound | Node;

/**
 * Where a class expression is looked for: in all of an EHR; in a version, its root included; below a node, and below a FOLDER also
 * in what it refers to.
 */
export type Scope = Pick<EhrBound, 'kind'> | VersionBound | Node;

export interface Place {
  readonly world: World;
  readonly scope: Scope;
  /** The node of the class expression around, when its predicate names an archetype or a node of one. */
  readonly within: Node | undefined;
}

/** Between documents others may have their turn. */
export type Candidates = (place: Place) => Iterable<Candidate | 'turn'>;

export interface CandidateDeps {
  /** Whether the predicate of a slot of EHR or VERSION holds. */
  readonly fits: (slot: number, at: Located) => boolean;
  readonly budget: Budget;
  /** No document is ever asked for again, so that each can be forgotten when its nodes have been used. */
  readonly once: boolean;
}

/** In the order of documents, then in document order. */
export function compileCandidates(binding: Binding, deps: CandidateDeps): Candidates {
  switch (binding.rmType) {
    case 'EHR':
      return ehrCandidates(binding, deps);
    case 'VERSION':
      return versionCandidates(binding, deps);
    default:
      return nodeCandidates(binding, deps);
  }
}

function ehrCandidates({ slot }: Binding, { fits }: CandidateDeps): Candidates {
  return ({ world, scope }) => (scope.kind === 'ehr' && fits(slot, world.ehr()) ? [world.ehr()] : []);
}

function versionCandidates({ slot, versions = 'latest' }: Binding, { fits, budget, once }: CandidateDeps): Candidates {
  return function* candidates({ world, scope }) {
    for (const bound of world.versions(versions)) {
      if (isVersionIn(scope, bound.tree) && fits(slot, bound)) yield bound;
      budget.look();
      if (budget.wantsTurn()) yield 'turn';
      if (!once) continue;
      bound.tree.release();
      bound.occurrence = undefined;
    }
  };
}

function isVersionIn(scope: Scope, { version }: Tree): boolean {
  if (scope.kind === 'ehr') return true;
  return scope.kind === 'node' && (referencesOf(scope)?.has(version.objectId) ?? false);
}

function nodeCandidates(binding: Binding, { budget, once }: CandidateDeps): Candidates {
  const { slot } = binding;
  const kinds = kindsHolding(binding);

  const nodesIn = function* nodesIn({ world, scope }: Place): Generator<Node | 'turn'> {
    if (scope.kind === 'version') {
      if (kinds.has(scope.tree.version.kind)) yield* scope.tree.nodes(slot);
      return;
    }
    const references = scope.kind === 'node' ? referencesOf(scope) : undefined;
    if (scope.kind === 'node' && (!references || !world.trees.includes(scope.tree))) {
      yield* nodesWithin(scope.tree.nodes(slot), scope);
      if (!references) return;
    }
    for (const tree of world.trees) {
      if (!kinds.has(tree.version.kind)) continue;
      if (scope.kind === 'ehr' || references?.has(tree.version.objectId)) yield* tree.nodes(slot);
      else if (scope.tree === tree) yield* nodesWithin(tree.nodes(slot), scope);
      if (once) tree.release();
      budget.look();
      if (budget.wantsTurn()) yield 'turn';
    }
  };

  if (!binding.predicate) return nodesIn;
  return function* candidates(place) {
    for (const node of nodesIn(place)) {
      if (node === 'turn' || !node.local || !place.within || isSameArchetype(node, place.within)) yield node;
    }
  };
}

/** At-codes mean something only within one archetype: the nearest root of both must be the same node. */
const isSameArchetype = (a: Node, b: Node): boolean => a.tree === b.tree && a.archetypeRoot === b.archetypeRoot;

/** Object ids that the `items` of a FOLDER and of its sub-folders refer to; undefined for what is no FOLDER. */
function referencesOf(node: Node): ReadonlySet<string> | undefined {
  return node.type === 'FOLDER' ? (node.references ??= referencedObjects(node.value)) : undefined;
}

function referencedObjects(root: JsonObject): ReadonlySet<string> {
  const objectIds = new Set<string>();
  const visit = (folder: JsonObject): void => {
    for (const item of listOf(folder['items'])) {
      const id = attributeOf(attributeOf(item, 'id'), 'value');
      const uid = typeof id === 'string' ? parseUidBasedId(id) : undefined;
      if (uid) objectIds.add(uid.kind === 'object' ? uid.objectId : uid.versionUid.objectId);
    }
    for (const inner of listOf(folder['folders'])) if (isJsonObject(inner)) visit(inner);
  };
  visit(root);
  return objectIds;
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);
