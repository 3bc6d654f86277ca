/**
 * Types along paths. An EHR and a VERSION are no nodes of a document: what they refer to in the reference model, AQL reaches
 * as the objects themselves (`e/ehr_status/subject`, `v/data`).
 */
import { concreteSubtypes, createRoutes, rmAttribute, rmClass } from '../../rm/index.ts';

interface Typed {
  readonly types: readonly string[];
  readonly multiple: boolean;
}

const ANY_VERSIONED = ['COMPOSITION', 'EHR_STATUS', 'FOLDER'];

const EHR_ATTRIBUTES: Readonly<Record<string, Typed>> = {
  ehr_id: { types: ['HIER_OBJECT_ID'], multiple: false },
  system_id: { types: ['HIER_OBJECT_ID'], multiple: false },
  time_created: { types: ['DV_DATE_TIME'], multiple: false },
  ehr_status: { types: ['EHR_STATUS'], multiple: false },
  ehr_access: { types: ['OBJECT_REF'], multiple: false },
  directory: { types: ['FOLDER'], multiple: false },
  folders: { types: ['FOLDER'], multiple: true },
  compositions: { types: ['COMPOSITION'], multiple: true },
};

/** The classes that a class expression of FROM may be bound to; undefined when there is no such class. */
export function boundTypes(rmType: string): readonly string[] | undefined {
  if (rmType === 'EHR' || rmType === 'VERSION') return [];
  return rmClass(rmType) && concreteSubtypes(rmType);
}

const held = new Map<string, boolean>();

/** Whether some document of an EHR can be an object of this class, or hold one. */
export function isHeld(rmType: string): boolean {
  const found = held.get(rmType);
  if (found !== undefined) return found;
  const types = boundTypes(rmType) ?? [];
  const isIt = types.length === 0 || ANY_VERSIONED.some(createRoutes(new Set(types)).reaches);
  held.set(rmType, isIt);
  return isIt;
}

const EHR_TYPES = ['EHR'];
const VERSION_TYPES = ['ORIGINAL_VERSION'];

/** Types of the object that a variable stands for. */
export function variableTypes(rmType: string): readonly string[] {
  if (rmType === 'EHR') return EHR_TYPES;
  return rmType === 'VERSION' ? VERSION_TYPES : concreteSubtypes(rmType);
}

/** Steps that were asked for before: there are only so many in the model, and all queries take the same ones. */
const known = new WeakMap<readonly string[], Map<string, Typed>>();

/** One step along an attribute, from any of the given types; undefined when none of them has it. */
export function stepTypes(owners: readonly string[], attribute: string): Typed | undefined {
  const steps = known.get(owners) ?? new Map<string, Typed>();
  const step = steps.get(attribute) ?? findStep(owners, attribute);
  if (step) known.set(owners, steps.set(attribute, step));
  return step;
}

function findStep(owners: readonly string[], attribute: string): Typed | undefined {
  const found = owners.flatMap((owner) => attributeOf(owner, attribute) ?? []);
  if (found.length === 0) return undefined;
  return {
    types: [...new Set(found.flatMap(({ types }) => types))],
    multiple: found.some(({ multiple }) => multiple),
  };
}

/** Whether objects of a class have an attribute. */
export const hasAttribute = (owner: string, attribute: string): boolean => attributeOf(owner, attribute) !== undefined;

function attributeOf(owner: string, attribute: string): Typed | undefined {
  if (owner === 'EHR') return EHR_ATTRIBUTES[attribute];
  if (owner === 'ORIGINAL_VERSION' && attribute === 'data') return { types: ANY_VERSIONED, multiple: false };
  const fact = rmAttribute(owner, attribute);
  if (!fact) return undefined;
  const concrete = concreteSubtypes(fact.type);
  return { types: concrete.length > 0 ? concrete : [fact.type], multiple: fact.multiple };
}

/** All attribute names that some of the types have, for "did you mean". */
export const attributesOf = (owners: readonly string[]): readonly string[] =>
  owners.flatMap((owner) =>
    owner === 'EHR' ? Object.keys(EHR_ATTRIBUTES) : [...(rmClass(owner)?.attributes.keys() ?? [])],
  );
