/** A root of a document as far as its index rows tell: canonical JSON with the nodes that lead to its leaves, and those leaves. */
import type { JsonObject, JsonValue } from '../../json/index.ts';
import type { ProjectedLeaf, ProjectedRoot } from '../../ports/query.ts';
import { leafObject } from './leaf-objects.ts';
import { stepsOf } from './stored-path.ts';

type ObjectInMaking = Record<string, JsonValue>;

/** Members of a list, ascending by the index that each has in the document. */
interface Listed {
  readonly indexes: number[];
  readonly members: ObjectInMaking[];
}

type Lists = Map<ObjectInMaking, Record<string, Listed>>;

export function sparseObject({ rmType, archetypeId, leaves }: Omit<ProjectedRoot, 'last' | 'number'>): JsonObject {
  const object: ObjectInMaking = { _type: rmType };
  if (archetypeId !== '') object['archetype_node_id'] = archetypeId;
  const lists: Lists = new Map();
  for (const leaf of leaves) addLeaf(object, leaf, lists);
  return object;
}

function addLeaf(root: ObjectInMaking, leaf: ProjectedLeaf, lists: Lists): void {
  const steps = stepsOf(leaf.path);
  const places = leaf.position === '' ? [] : leaf.position.split('.');
  let place = 0;
  let owner = root;
  for (let at = 0; at < steps.length - 1; at += 1) {
    const { attribute, nodeId, multiple } = steps[at] ?? { attribute: '', nodeId: undefined, multiple: false };
    if (multiple) {
      owner = memberOf(owner, attribute, nodeId, Number(places[place]), lists);
      place += 1;
    } else owner = valueOf(owner, attribute, nodeId);
  }
  const end = steps.at(-1);
  if (end && leaf.rmType !== '') owner[end.attribute] = leafObject(leaf);
}

const newNode = (nodeId: string | undefined): ObjectInMaking =>
  nodeId === undefined ? {} : { archetype_node_id: nodeId };

function valueOf(owner: ObjectInMaking, attribute: string, nodeId: string | undefined): ObjectInMaking {
  const known = owner[attribute] as ObjectInMaking | undefined;
  return known ?? (owner[attribute] = newNode(nodeId));
}

function memberOf(
  owner: ObjectInMaking,
  attribute: string,
  nodeId: string | undefined,
  index: number,
  lists: Lists,
): ObjectInMaking {
  const { indexes, members } = listOf(owner, attribute, lists);
  let at = indexes.length;
  while (at > 0 && (indexes[at - 1] ?? 0) > index) at -= 1;
  const known = indexes[at - 1] === index ? members[at - 1] : undefined;
  if (known) return known;
  const node = newNode(nodeId);
  indexes.splice(at, 0, index);
  members.splice(at, 0, node);
  return node;
}

function listOf(owner: ObjectInMaking, attribute: string, lists: Lists): Listed {
  let own = lists.get(owner);
  if (!own) lists.set(owner, (own = {}));
  const known = own[attribute];
  if (known) return known;
  const made: Listed = { indexes: [], members: [] };
  own[attribute] = made;
  owner[attribute] = made.members;
  return made;
}
