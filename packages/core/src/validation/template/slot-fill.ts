import type { JsonObject } from '../../json/value.ts';
import { isSubtype, typeOf } from '../../rm/index.ts';
import { isCutShort, lookAt, perType } from './candidates.ts';
import type { Node } from './node.ts';
import type { Places } from './places.ts';
import { report } from './run.ts';
import type { Run } from './run.ts';
import { classOf, isArchetypeId, shownId } from './slot.ts';
import { bareType } from './types.ts';

/** The slots of one attribute. */
export interface SlotFills {
  /** The slots that a member may fill, in the order of the template. */
  readonly takers: (member: JsonObject, nodeId: string, places: Places | undefined, run: Run) => readonly number[];
  /** Reports why no slot takes a member; false: there is no slot for its type. */
  readonly refuse: (member: JsonObject, nodeId: string, run: Run) => boolean;
}

/** A slot takes archetype roots whose archetype is about their own class, and is one that it includes. */
export function compileSlotFills(nodes: readonly Node[], declaredType: string): SlotFills {
  const slots = [...nodes.keys()].filter((index) => nodes[index]?.slot !== undefined);
  const slotsOf = perType(nodes, slots, declaredType, (accepted) => accepted);
  const typeName = (member: JsonObject): string => bareType(typeOf(member, declaredType));
  const isOfClass = (member: JsonObject, nodeId: string): boolean => isSubtype(typeName(member), classOf(nodeId));

  return {
    takers: (member, nodeId, places, run) => {
      if (slots.length === 0 || !isArchetypeId(nodeId)) return NONE;
      const ofType = slotsOf(member);
      if (ofType.length === 0 || !isOfClass(member, nodeId)) return NONE;
      // What is filled into one slot is often the same archetype again and again.
      const key = `${typeName(member)} ${nodeId}`;
      const known = places?.fills.get(key);
      if (known !== undefined) return lookAt(known, run);
      const takers = lookAt(ofType, run).filter((index) => nodes[index]?.slot?.(nodeId, run.patience));
      if (takers.length === 0 && isCutShort(ofType, run)) {
        if (places !== undefined) places.unsure = true;
        return ofType.slice(0, 1);
      }
      places?.fills.set(key, takers);
      return takers;
    },
    refuse: (member, nodeId, run) => {
      if (slots.length === 0 || slotsOf(member).length === 0) return false;
      if (!isArchetypeId(nodeId)) report(run, 'slot_not_archetype_root', 'The slot takes archetype roots only.');
      else if (isOfClass(member, nodeId))
        report(run, 'slot_archetype', `The slot does not include the archetype ${shownId(nodeId)}.`);
      else report(run, 'slot_archetype', `The archetype ${shownId(nodeId)} is not one of ${typeName(member)}.`);
      return true;
    },
  };
}

const NONE: readonly number[] = [];
