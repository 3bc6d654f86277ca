import { isJsonNumber, isJsonObject } from '../../json/value.ts';
import type { JsonValue } from '../../json/value.ts';
import { typeOf } from '../../rm/index.ts';
import { listText } from './bounds.ts';
import { nameKeys } from './name.ts';
import type { Node } from './node.ts';
import { isSpent } from './run.ts';
import type { Run } from './run.ts';

// Templates and data are both foreign input: many nodes for many members must not mean that each is compared with each.

const MOST_TYPES = 1000;

/** What `derive` makes of those of the nodes at `indexes` that accept a value: looked up once for each type of values. */
export function perType<T>(
  nodes: readonly Node[],
  indexes: readonly number[],
  declaredType: string,
  derive: (accepted: readonly number[]) => T,
): (value: JsonValue) => T {
  const known = new Map<string, T>();
  return (value) => {
    const type = typeKey(value, declaredType);
    let derived = known.get(type);
    if (derived === undefined) {
      derived = derive(indexes.filter((index) => nodes[index]?.accepts(value, declaredType)));
      if (known.size < MOST_TYPES) known.set(type, derived);
    }
    return derived;
  };
}

/** What decides whether a node accepts a value: its type, and of an interval those of its bounds. */
function typeKey(value: JsonValue, declaredType: string): string {
  if (!isJsonObject(value)) return isJsonNumber(value) ? 'number' : typeof value;
  const type = typeOf(value, declaredType);
  return type.startsWith('DV_INTERVAL') ? `${type}<${boundType(value['lower'])},${boundType(value['upper'])}>` : type;
}

const boundType = (bound: JsonValue | undefined): string => (isJsonObject(bound) ? typeOf(bound, '?') : typeof bound);

/** Nodes of one node id and type, by the names that they list. */
export interface NamedNodes {
  readonly all: readonly number[];
  readonly byKey: ReadonlyMap<string, readonly number[]>;
  /** Those that do not list their names. */
  readonly others: readonly number[];
  /** For messages. */
  readonly labels: string;
}

export function indexNames(nodes: readonly Node[], all: readonly number[]): NamedNodes {
  const byKey = new Map<string, number[]>();
  const others: number[] = [];
  for (const index of all) {
    const keys = nodes[index]?.name?.keys;
    if (keys === undefined) others.push(index);
    for (const key of new Set(keys)) {
      const listed = byKey.get(key);
      if (listed === undefined) byKey.set(key, [index]);
      else listed.push(index);
    }
  }
  return { all, byKey, others, labels: listText(all.map((index) => nodes[index]?.label ?? '')) };
}

/** The nodes that may allow a name, in the order of the template, as far as there is effort left to look at them. */
export function candidatesFor(
  { all, byKey, others }: NamedNodes,
  name: JsonValue | undefined,
  run: Run,
): readonly number[] {
  if (byKey.size === 0) return lookAt(all, run);
  const lists = [...nameKeys(name).map((key) => byKey.get(key) ?? []), others].filter((list) => list.length > 0);
  const [only = []] = lists;
  if (lists.length < 2) return lookAt(only, run);
  return [...new Set(lists.flatMap((list) => lookAt(list, run)))].sort((a, b) => a - b);
}

/** So few candidates are looked at without counting, and when the effort is spent. */
const FEW = 8;

/** The candidates that there is effort left to look at. */
export function lookAt(candidates: readonly number[], run: Run): readonly number[] {
  if (candidates.length <= FEW) return candidates;
  run.effort += candidates.length;
  return isSpent(run) ? candidates.slice(0, FEW) : candidates;
}

/** Whether some of the candidates may not have been looked at. */
export const isCutShort = (candidates: readonly number[], run: Run): boolean => candidates.length > FEW && isSpent(run);
