import type { JsonValue } from '../../json/value.ts';
import type { Node } from './node.ts';
import { isSpent, tryCheck } from './run.ts';
import type { Run } from './run.ts';

/** Which node of an attribute each member of one container was given to. */
export interface Places {
  readonly nodes: readonly Node[];
  /** How many members each node has. */
  readonly counts: number[];
  /** By node, the members that another node might take over. */
  readonly movable: Map<number, Set<Movable>>;
  /** The slots that take an archetype, by class and archetype id. */
  readonly fills: Map<string, readonly number[]>;
  /** The effort was spent on the way, so that the counts mean nothing. */
  unsure: boolean;
}

interface Movable {
  readonly member: JsonValue;
  /** Where the member stands: the last segment of its trail. */
  readonly position: string | number;
  /** The nodes that may take it by id, type and name. */
  readonly candidates: readonly number[];
  /** Which of these take it without a finding, as far as they were tried. */
  readonly suits: Map<number, boolean>;
}

export const openPlaces = (nodes: readonly Node[]): Places => ({
  nodes,
  counts: nodes.map(() => 0),
  movable: new Map(),
  fills: new Map(),
  unsure: false,
});

/** Whether a node can take one more; always, where members are not counted. */
export function hasRoom(places: Places | undefined, index: number): boolean {
  const max = places?.nodes[index]?.occurrences.max;
  return max === undefined || (places?.counts[index] ?? 0) < max;
}

/** Notes that the member at the end of the trail, which the node at `index` took without a finding, might be moved. */
export function noteMovable(
  places: Places | undefined,
  index: number,
  member: JsonValue,
  candidates: readonly number[],
  run: Run,
): void {
  const position = run.trail.at(-1);
  if (places === undefined || candidates.length < 2 || position === undefined) return;
  put(places, index, { member, position, candidates, suits: new Map([[index, true]]) });
}

function put({ movable }: Places, index: number, member: Movable): void {
  const there = movable.get(index);
  if (there === undefined) movable.set(index, new Set([member]));
  else there.add(member);
}

function move(places: Places, member: Movable, from: number, to: number): void {
  places.movable.get(from)?.delete(member);
  put(places, to, member);
  places.counts[from] = (places.counts[from] ?? 0) - 1;
  places.counts[to] = (places.counts[to] ?? 0) + 1;
}

/**
 * Frees a place in one of these full nodes by moving members on, each to a node that takes it as well: an augmenting
 * path of bipartite matching, so that the order of members decides nothing. The node with the free place; -1 when there
 * is none.
 */
export function makeRoom(places: Places | undefined, full: readonly number[], run: Run): number {
  if (places === undefined || places.movable.size === 0) return -1;
  const reached = new Map<number, { readonly member: Movable; readonly from: number } | undefined>();
  for (const index of full) reached.set(index, undefined);
  // A Map goes on to what is added on the way: the search is breadth first.
  for (const from of reached.keys()) {
    for (const member of places.movable.get(from) ?? []) {
      for (const to of member.candidates) {
        run.effort += 1;
        if (isSpent(run)) {
          places.unsure = true;
          return -1;
        }
        if (reached.has(to) || !suits(places, member, to, run)) continue;
        reached.set(to, { member, from });
        if (!hasRoom(places, to)) continue;
        let free = to;
        for (let step = reached.get(free); step !== undefined; step = reached.get(free)) {
          move(places, step.member, step.from, free);
          free = step.from;
        }
        return free;
      }
    }
  }
  return -1;
}

/** Gives a node that must have more members those that others can do without. */
export function fillUp(places: Places, run: Run): void {
  if (places.movable.size === 0) return;
  places.nodes.forEach((_, to) => {
    if (surplus(places, to) >= 0) return;
    for (const [from, members] of places.movable) {
      for (const member of members) {
        if (surplus(places, to) >= 0 || surplus(places, from) <= 0) break;
        run.effort += member.candidates.length;
        if (isSpent(run)) {
          places.unsure = true;
          return;
        }
        if (member.candidates.includes(to) && suits(places, member, to, run)) move(places, member, from, to);
      }
    }
  });
}

/** How many members a node has more than it must have. */
const surplus = ({ nodes, counts }: Places, index: number): number =>
  (counts[index] ?? 0) - (nodes[index]?.occurrences.min ?? 0);

function suits({ nodes }: Places, { member, position, suits: known }: Movable, index: number, run: Run): boolean {
  let answer = known.get(index);
  if (answer === undefined) {
    const check = nodes[index]?.check;
    const here = run.trail.pop();
    run.trail.push(position);
    answer = check === undefined || tryCheck(run, check, member) === 0;
    run.trail.pop();
    if (here !== undefined) run.trail.push(here);
    known.set(index, answer);
  }
  return answer;
}
