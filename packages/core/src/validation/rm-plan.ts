import { concreteSubtypes, isSubtype, rmClass, rmClasses } from '../rm/model.ts';
import type { RmAttribute } from '../rm/model.ts';
import type { PrimitiveForm } from './rm-primitives.ts';
import { primitiveFormOf } from './rm-primitives.ts';
import type { RmRule } from './rule.ts';

/** What a walk must know about a class, looked up once. */
export interface ClassPlan {
  readonly name: string;
  readonly abstract: boolean;
  /** LOCATABLE or a subtype: a node of its own right, not a part of the object that holds it. */
  readonly locatable: boolean;
  readonly attributes: ReadonlyMap<string, AttributePlan>;
  readonly mandatory: readonly AttributePlan[];
  /** Rules of the class and of its ancestors, but those of its attributes. */
  readonly rules: readonly RmRule[];
  /** Plans of the concrete classes that may stand where this one is declared, by name. */
  readonly subtypes: ReadonlyMap<string, ClassPlan>;
}

export interface AttributePlan {
  readonly name: string;
  readonly multiple: boolean;
  readonly mandatory: boolean;
  readonly type: PrimitiveForm | ClassPlan;
  /** Rules about this attribute. */
  readonly rules: readonly RmRule[];
}

interface Draft extends ClassPlan {
  readonly attributes: Map<string, AttributePlan>;
  readonly mandatory: AttributePlan[];
  readonly subtypes: Map<string, ClassPlan>;
}

/** Plans of all classes, by name. They refer to each other in circles, so each is drafted before any is filled in. */
export function planClasses(rules: readonly RmRule[]): ReadonlyMap<string, ClassPlan> {
  rules.forEach(refuseStray);
  const byAttribute = Map.groupBy(rules, ({ attribute }) => attribute);
  const rulesOf = (name: string, attribute?: string): readonly RmRule[] =>
    byAttribute.get(attribute)?.filter(({ rmClass: about }) => isSubtype(name, about)) ?? [];

  const drafts = new Map<string, Draft>();
  for (const { name, abstract } of rmClasses()) {
    drafts.set(name, {
      name,
      abstract,
      locatable: isSubtype(name, 'LOCATABLE'),
      attributes: new Map(),
      mandatory: [],
      rules: rulesOf(name),
      subtypes: new Map(),
    });
  }
  const planOf = (name: string): ClassPlan => drafts.get(name) ?? impossible(name);
  const planAttribute = (owner: string, { name, type, multiple, mandatory }: RmAttribute): AttributePlan => ({
    name,
    multiple,
    mandatory,
    type: primitiveFormOf(type) ?? planOf(type),
    rules: rulesOf(owner, name),
  });
  for (const draft of drafts.values()) {
    for (const attribute of rmClass(draft.name)?.attributes.values() ?? []) {
      const plan = planAttribute(draft.name, attribute);
      draft.attributes.set(plan.name, plan);
      if (plan.mandatory) draft.mandatory.push(plan);
    }
    for (const subtype of concreteSubtypes(draft.name)) draft.subtypes.set(subtype, planOf(subtype));
  }
  return drafts;
}

function refuseStray({ rmClass: name, attribute, code }: RmRule): void {
  const about = rmClass(name);
  if (about !== undefined && (attribute === undefined || about.attributes.has(attribute))) return;
  const subject = attribute === undefined ? name : `${name}.${attribute}`;
  throw new Error(`The rule ${code} is about ${subject}, which the reference model does not have.`);
}

function impossible(name: string): never {
  throw new Error(`The table of the reference model refers to ${name}, which it does not have.`);
}
