import { isJsonObject } from '../../json/value.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import { typeOf } from '../../rm/index.ts';
import { listText } from './bounds.ts';
import type { Node } from './node.ts';
import { report, tryCheck } from './run.ts';
import type { Run } from './run.ts';
import { isArchetypeId, majorVersionOf, shownId } from './slot.ts';

/**
 * Finds the node of an attribute that a value is meant by, checks the value against it, and returns the node's index;
 * -1 after a finding that there is none. `counts` are the members that each node already has, in a container.
 */
export type Assign = (value: JsonValue, counts: readonly number[] | undefined, run: Run) => number;

/**
 * Matching of LOCATABLEs: by archetype node id, then by type, then by name. Among same-id siblings one whose name
 * constraint allows the name comes before one without a name constraint; slots come after archetype roots. What matches
 * nothing is a finding: containers with children constraints are a closed world.
 */
export function compileMatching(nodes: readonly Node[], declaredType: string): Assign {
  const slots = nodes.flatMap((node, index) => (node.slot === undefined ? [] : [index]));
  const anonymous = nodes.flatMap((node, index) => (node.slot === undefined && node.nodeId === '' ? [index] : []));
  const byId = new Map<string, number[]>();
  nodes.forEach((node, index) => {
    if (node.slot !== undefined || node.nodeId === '') return;
    const key = isArchetypeId(node.nodeId) ? majorVersionOf(node.nodeId) : node.nodeId;
    const group = byId.get(key);
    if (group === undefined) byId.set(key, [index]);
    else group.push(index);
  });
  const expected = listText([...new Set(nodes.map(({ label }) => label))]);

  /** The candidates that fit best, in one rank: named before unnamed, with room before full. */
  const fitting = (member: JsonObject, candidates: readonly number[], counts: readonly number[] | undefined): Fit => {
    let best: Fit = { rank: NO_FIT, indexes: [] };
    for (const index of candidates) {
      const node = nodes[index];
      if (node === undefined || !node.accepts(member, declaredType)) continue;
      if (node.name !== undefined && !node.name.allows(member['name'])) continue;
      const rank = (hasRoom(nodes[index], counts?.[index]) ? 0 : FULL) + (node.name === undefined ? 1 : 0);
      if (rank < best.rank) best = { rank, indexes: [index] };
      else if (rank === best.rank) best.indexes.push(index);
    }
    return best;
  };

  const slotFor = (member: JsonObject, nodeId: string, counts: readonly number[] | undefined): number => {
    if (!isArchetypeId(nodeId)) return -1;
    const takers = slots.filter((i) => nodes[i]?.accepts(member, declaredType) && nodes[i]?.slot?.(nodeId));
    return takers.find((i) => hasRoom(nodes[i], counts?.[i])) ?? takers[0] ?? -1;
  };

  const check = (member: JsonObject, index: number, run: Run): number => {
    nodes[index]?.check?.(member, run);
    return index;
  };

  /** Checks the member against the candidate that finds the least, each tried just once if one finds nothing. */
  const checkBest = (member: JsonObject, indexes: readonly number[], run: Run): number => {
    let best = indexes[0] ?? -1;
    let fewest = Number.POSITIVE_INFINITY;
    for (const index of indexes) {
      const test = nodes[index]?.check;
      const failures = test === undefined ? 0 : tryCheck(run, test, member);
      if (failures === 0) return index;
      if (failures < fewest) {
        best = index;
        fewest = failures;
      }
    }
    if (run.trials === 0) return check(member, best, run);
    run.failures += fewest;
    return best;
  };

  const match = (member: JsonObject, nodeId: string, counts: readonly number[] | undefined, run: Run): number => {
    const candidates = byId.get(nodeId) ?? byId.get(majorVersionOf(nodeId)) ?? anonymous;
    const fit = fitting(member, candidates, counts);
    if (fit.rank < FULL) {
      const [only = -1] = fit.indexes;
      return fit.indexes.length === 1 ? check(member, only, run) : checkBest(member, fit.indexes, run);
    }
    const slot = slotFor(member, nodeId, counts);
    if (slot >= 0 && (fit.rank === NO_FIT || hasRoom(nodes[slot], counts?.[slot]))) return check(member, slot, run);
    if (fit.rank !== NO_FIT) return checkBest(member, fit.indexes, run);

    const typed = candidates.filter((i) => nodes[i]?.accepts(member, declaredType));
    if (typed.length > 0) {
      const names = listText(typed.map((i) => nodes[i]?.label ?? ''));
      report(run, 'name_not_allowed', `The template does not allow this name here; it has ${names}.`, 'name');
      const [only = -1] = typed;
      return typed.length === 1 ? check(member, only, run) : -1;
    }
    if (candidates.length > 0) {
      const types = [...new Set(candidates.map((i) => nodes[i]?.rmType))].join(' or ');
      report(run, 'wrong_type', `The type of node ${shownId(nodeId)} must be ${types}.`);
    } else if (slots.some((i) => nodes[i]?.accepts(member, declaredType))) {
      if (isArchetypeId(nodeId)) {
        report(run, 'slot_archetype', `The slot does not include the archetype ${shownId(nodeId)}.`);
      } else report(run, 'slot_not_archetype_root', 'The slot takes archetype roots only.');
    } else {
      report(run, 'unexpected_node', `The template has no node ${shownId(nodeId)} here; it has ${expected}.`);
    }
    return -1;
  };

  return (member, counts, run) => {
    if (run.trials > 0) run.effort += 1;
    if (!isJsonObject(member)) return -1;
    const nodeId = member['archetype_node_id'];
    return typeof nodeId === 'string' ? match(member, nodeId, counts, run) : -1;
  };
}

const hasRoom = (node: Node | undefined, count = 0): boolean =>
  node?.occurrences.max === undefined || count < node.occurrences.max;

interface Fit {
  readonly rank: number;
  readonly indexes: number[];
}
const FULL = 2;
const NO_FIT = 4;

const isPlainText = (value: JsonValue, declaredType: string): boolean =>
  isJsonObject(value) && typeOf(value, declaredType) === 'DV_TEXT';

/**
 * Matching of everything that has no node id of its own (data values, code phrases, parties, primitives): the
 * alternatives of the value's type, and of these one that the value satisfies. A node id in the template means nothing
 * here.
 */
export function compileAlternatives(nodes: readonly Node[], declaredType: string): Assign {
  const types = [...new Set(nodes.map(({ rmType }) => rmType))].join(' or ');

  return (value, counts, run) => {
    let first = -1;
    let several = false;
    for (let index = 0; index < nodes.length; index++) {
      if (!nodes[index]?.accepts(value, declaredType)) continue;
      if (first < 0) first = index;
      else several = true;
    }
    if (first < 0) {
      const code = types === 'DV_URI' && isPlainText(value, declaredType) ? 'text_for_uri' : 'wrong_type';
      report(run, code, `The type must be ${types}.`);
      return -1;
    }
    if (!several) {
      nodes[first]?.check?.(value, run);
      return first;
    }
    return choose(value, counts, run);
  };

  function choose(value: JsonValue, counts: readonly number[] | undefined, run: Run): number {
    const candidates = nodes.flatMap((node, index) => (node.accepts(value, declaredType) ? [{ node, index }] : []));
    let satisfied = -1;
    for (const { node, index } of candidates) {
      if (node.check !== undefined && tryCheck(run, node.check, value) > 0) continue;
      if (hasRoom(node, counts?.[index])) return index;
      if (satisfied < 0) satisfied = index;
    }
    if (satisfied >= 0) return satisfied;
    const type = isJsonObject(value) ? typeOf(value, declaredType) : undefined;
    const sameType = candidates.filter(({ node }) => node.rmType === type);
    const [meant] = sameType;
    if (meant !== undefined && sameType.length === 1) {
      meant.node.check?.(value, run);
      return meant.index;
    }
    report(run, 'no_alternative', `The value satisfies none of the ${candidates.length} alternatives of the template.`);
    return -1;
  }
}
