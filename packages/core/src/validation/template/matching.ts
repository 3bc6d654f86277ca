import { isJsonObject } from '../../json/value.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import { listText } from './bounds.ts';
import { candidatesFor, indexNames, isCutShort, perType } from './candidates.ts';
import type { NamedNodes } from './candidates.ts';
import type { Node } from './node.ts';
import { hasRoom, makeRoom, noteMovable } from './places.ts';
import type { Places } from './places.ts';
import { checkTried, findingCount, isSpent, REFUSAL, report, tryCheck } from './run.ts';
import type { Run } from './run.ts';
import { isArchetypeId, majorVersionOf, shownId } from './slot.ts';
import { compileSlotFills } from './slot-fill.ts';

/**
 * Finds the node of an attribute that a value is meant by, checks the value against it, and returns the node's index;
 * -1 after a finding that there is none. `places` are those of the other members, in a container.
 */
export type Assign = (value: JsonValue, places: Places | undefined, run: Run) => number;

/** The nodes of one node id. */
interface SameId {
  /** For messages; empty where there are no nodes. */
  readonly types: string;
  readonly ofType: (member: JsonValue) => NamedNodes;
}

/** The nodes that fit a member by id, type and name. */
interface Fit {
  /** All that have been looked at. */
  readonly all: readonly number[];
  /** Of those with room the ones to be preferred: with a name constraint, or else without. */
  readonly best: readonly number[];
  /** Those without room. */
  readonly full: readonly number[];
}

const NONE: readonly number[] = [];
const NO_FIT: Fit = { all: NONE, best: NONE, full: NONE };

/**
 * Matching of LOCATABLEs: by archetype node id, then by type, then by name. Among same-id siblings one whose name
 * constraint allows the name comes before one without a name constraint; slots come after archetype roots. Where what
 * fits is full, other members make room if they can. What matches nothing is a finding: containers with children
 * constraints are a closed world.
 */
export function compileMatching(nodes: readonly Node[], declaredType: string): Assign {
  const slotFills = compileSlotFills(nodes, declaredType);
  const sameId = (indexes: readonly number[]): SameId => ({
    types: [...new Set(indexes.map((index) => nodes[index]?.rmType))].join(' or '),
    ofType: perType(nodes, indexes, declaredType, (accepted) => indexNames(nodes, accepted)),
  });
  const indexesById = Map.groupBy(nodes.keys(), (index) => groupOf(nodes[index]));
  const anonymous = sameId(indexesById.get('') ?? []);
  const byId = new Map<string, SameId>();
  for (const [id, indexes] of indexesById) if (id !== undefined && id !== '') byId.set(id, sameId(indexes));
  const expected = listText([...new Set(nodes.map(({ label }) => label))]);

  const isNamed = (index: number): boolean => nodes[index]?.name !== undefined;

  const namedFirst = (indexes: readonly number[]): readonly number[] => {
    const named = indexes.filter(isNamed);
    return named.length > 0 ? named : indexes;
  };

  const fitting = (member: JsonObject, candidates: readonly number[], places: Places | undefined, run: Run): Fit => {
    const all = candidates.filter((index) => nodes[index]?.name?.allows(member['name'], run.patience) !== false);
    if (all.length === 0) return NO_FIT;
    const roomy = all.filter((index) => hasRoom(places, index));
    return {
      all,
      best: namedFirst(roomy),
      full: roomy.length === all.length ? NONE : all.filter((index) => !hasRoom(places, index)),
    };
  };

  const check = (member: JsonObject, index: number, run: Run): number => {
    nodes[index]?.check?.(member, run);
    return index;
  };

  /** Those that find nothing that must refuse the member; all of them once nothing is tried any more. */
  const satisfied = (member: JsonObject, indexes: readonly number[], run: Run): readonly number[] =>
    indexes.filter((index) => {
      const test = nodes[index]?.check;
      return test === undefined || isSpent(run) || tryCheck(run, test, member) < REFUSAL;
    });

  /** Checks the member against the candidate that finds the least, each tried just once if one finds nothing. */
  const checkBest = (member: JsonObject, fit: Fit, places: Places | undefined, run: Run): number => {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const index of fit.best.length > 0 ? fit.best : namedFirst(fit.full)) {
      if (isSpent(run)) {
        if (places !== undefined) places.unsure = true;
        return check(member, index, run);
      }
      const test = nodes[index]?.check;
      const weight = test === undefined ? 0 : tryCheck(run, test, member);
      if (weight < least) [best, least] = [index, weight];
      if (weight === 0) break;
    }
    if (least >= REFUSAL && fit.best.length > 0) {
      const free = fit.full.length === 0 ? -1 : makeRoom(places, satisfied(member, fit.full, run), run);
      if (free >= 0) return check(member, free, run);
    }
    if (least === 0) noteMovable(places, best, member, fit.all, run);
    checkTried(run, nodes[best]?.check, member, least);
    return best;
  };

  const matchWithRoom = (member: JsonObject, fit: Fit, places: Places | undefined, run: Run): number => {
    const [only = -1] = fit.best;
    if (fit.best.length > 1 || fit.full.length > 0) return checkBest(member, fit, places, run);
    const before = findingCount(run);
    check(member, only, run);
    if (findingCount(run) === before) noteMovable(places, only, member, fit.all, run);
    return only;
  };

  const matchWithoutRoom = (
    member: JsonObject,
    fit: Fit,
    slots: readonly number[],
    places: Places | undefined,
    run: Run,
  ): number => {
    const [first = slots[0] ?? -1] = fit.full;
    const several = fit.full.length + slots.length > 1;
    // Another may have room that was not looked at.
    if (places !== undefined && several && isSpent(run)) places.unsure = true;
    if (!several) makeRoom(places, [first], run);
    else if (places !== undefined && places.movable.size > 0) {
      const free = makeRoom(places, [...satisfied(member, fit.full, run), ...slots], run);
      if (free >= 0) return check(member, free, run);
    }
    return fit.full.length > 1 ? checkBest(member, fit, places, run) : check(member, first, run);
  };

  const match = (member: JsonObject, nodeId: string, places: Places | undefined, run: Run): number => {
    const group = byId.get(nodeId) ?? byId.get(majorVersionOf(nodeId)) ?? anonymous;
    const typed = group.ofType(member);
    const fit = fitting(member, candidatesFor(typed, member['name'], run), places, run);
    if (fit.best.length > 0) return matchWithRoom(member, fit, places, run);

    const slots = slotFills.takers(member, nodeId, places, run);
    const slot = slots.find((index) => hasRoom(places, index));
    if (slot !== undefined) {
      noteMovable(places, slot, member, [...fit.full, ...slots], run);
      return slot;
    }
    if (fit.full.length + slots.length > 0) return matchWithoutRoom(member, fit, slots, places, run);
    if (isCutShort(typed.all, run)) {
      if (places !== undefined) places.unsure = true;
      return -1;
    }
    return refuse(member, nodeId, group, typed, run);
  };

  const refuse = (member: JsonObject, nodeId: string, group: SameId, typed: NamedNodes, run: Run): number => {
    const [only] = typed.all;
    if (only !== undefined) {
      report(run, 'name_not_allowed', `The template does not allow this name here; it has ${typed.labels}.`, 'name');
      return typed.all.length === 1 ? check(member, only, run) : -1;
    }
    if (group.types !== '') report(run, 'wrong_type', `The type of node ${shownId(nodeId)} must be ${group.types}.`);
    else if (!slotFills.refuse(member, nodeId, run))
      report(run, 'unexpected_node', `The template has no node ${shownId(nodeId)} here; it has ${expected}.`);
    return -1;
  };

  return (member, places, run) => {
    if (run.trials > 0) run.effort += 1;
    if (!isJsonObject(member)) return -1;
    const nodeId = member['archetype_node_id'];
    return typeof nodeId === 'string' ? match(member, nodeId, places, run) : -1;
  };
}

/** What the nodes of one node id have in common; a slot has none, and an empty one is any. */
function groupOf(node: Node | undefined): string | undefined {
  if (node === undefined || node.slot !== undefined) return undefined;
  const { nodeId } = node;
  return isArchetypeId(nodeId) ? majorVersionOf(nodeId) : nodeId;
}
