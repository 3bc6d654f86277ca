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
  /** Names of the mandatory attributes. */
  readonly mandatory: readonly string[];
  /** Rules of the class and of its ancestors. */
  readonly rules: readonly RmRule[];
  /** Plans of the concrete classes that may stand where this one is declared, by name. */
  readonly subtypes: ReadonlyMap<string, ClassPlan>;
}

export interface AttributePlan {
  readonly name: string;
  readonly multiple: boolean;
  readonly mandatory: boolean;
  readonly type: PrimitiveForm | ClassPlan;
}

type Draft = ClassPlan & { readonly attributes: Map<string, AttributePlan>; readonly subtypes: Map<string, ClassPlan> };

/** Plans of all classes, by name. They refer to each other in circles, so each is drafted before any is filled in. */
export function planClasses(rules: readonly RmRule[]): ReadonlyMap<string, ClassPlan> {
  const stray = rules.find((rule) => rmClass(rule.rmClass) === undefined);
  if (stray)
    throw new Error(`The rule ${stray.code} is about ${stray.rmClass}, which is no class of the reference model.`);

  const drafts = new Map<string, Draft>();
  for (const { name, abstract, attributes } of rmClasses()) {
    drafts.set(name, {
      name,
      abstract,
      locatable: isSubtype(name, 'LOCATABLE'),
      attributes: new Map(),
      mandatory: [...attributes.values()].filter(({ mandatory }) => mandatory).map((attribute) => attribute.name),
      rules: rules.filter((rule) => isSubtype(name, rule.rmClass)),
      subtypes: new Map(),
    });
  }
  const planOf = (name: string): ClassPlan => drafts.get(name) ?? impossible(name);
  for (const { name, attributes, subtypes } of drafts.values()) {
    for (const attribute of rmClass(name)?.attributes.values() ?? [])
      attributes.set(attribute.name, planAttribute(attribute, planOf));
    for (const subtype of concreteSubtypes(name)) subtypes.set(subtype, planOf(subtype));
  }
  return drafts;
}

function planAttribute(
  { name, type, multiple, mandatory }: RmAttribute,
  planOf: (name: string) => ClassPlan,
): AttributePlan {
  return { name, multiple, mandatory, type: primitiveFormOf(type) ?? planOf(type) };
}

function impossible(name: string): never {
  throw new Error(`The table of the reference model refers to ${name}, which it does not have.`);
}
