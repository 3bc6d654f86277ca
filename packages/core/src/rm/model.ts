import type { JsonObject } from '../json/value.ts';
import type { ClassFact } from './table/index.ts';
import { rmTable } from './table/index.ts';
import type { RmClassName, RmPrimitives } from './derive.ts';

/** A class of the reference model. */
export interface RmClass {
  readonly name: RmClassName;
  readonly abstract: boolean;
  readonly parent: RmClassName | undefined;
  /** Own and inherited ones, by name, in the order of the XML schemas: superclass first. */
  readonly attributes: ReadonlyMap<string, RmAttribute>;
}

export interface RmAttribute {
  readonly name: string;
  /** Declared type: a class or a primitive; of each member where the attribute is a list. */
  readonly type: RmClassName | RmPrimitiveName;
  /** A list; sets are lists too. */
  readonly multiple: boolean;
  /** A mandatory list has at least one member. */
  readonly mandatory: boolean;
  /** An attribute in canonical XML too, where all others are elements. */
  readonly xmlAttribute: boolean;
}

export type RmPrimitiveName = keyof RmPrimitives;

const facts: ReadonlyMap<string, ClassFact> = new Map<string, ClassFact>(Object.entries(rmTable));

const isClassName = (name: string): name is RmClassName => facts.has(name);

const attributeNotation = /^(?<at>@?)(?<type>\w+)(?<multiplicity>[?*+]?)$/;

function attributeOf(name: string, notation: string): RmAttribute {
  const { at, type = '', multiplicity } = attributeNotation.exec(notation)?.groups ?? {};
  return {
    name,
    type: isClassName(type) ? type : (type as RmPrimitiveName),
    multiple: multiplicity === '*' || multiplicity === '+',
    mandatory: multiplicity === '' || multiplicity === '+',
    xmlAttribute: at === '@',
  };
}

const parentOf = (name: string): RmClassName | undefined => {
  const parent = facts.get(name)?.is;
  return parent !== undefined && isClassName(parent) ? parent : undefined;
};

function* lineageOf(name: string): Iterable<string> {
  for (let next: string | undefined = name; next !== undefined; next = parentOf(next)) yield next;
}

/** Each class with itself and its ancestors, nearest first. */
const lineages: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Array.from(facts.keys(), (name) => [name, new Set(lineageOf(name))]),
);

const ownAttributes: ReadonlyMap<string, readonly RmAttribute[]> = new Map(
  Array.from(facts, ([name, { attributes = {} }]) => [
    name,
    Object.entries(attributes).map(([key, notation]) => attributeOf(key, notation)),
  ]),
);

function classOf(name: RmClassName): RmClass {
  const lineage = [...(lineages.get(name) ?? [])].toReversed();
  const attributes = lineage.flatMap((ancestor) => ownAttributes.get(ancestor) ?? []);
  return {
    name,
    abstract: facts.get(name)?.abstract ?? false,
    parent: parentOf(name),
    attributes: new Map(attributes.map((attribute) => [attribute.name, attribute])),
  };
}

const classes: ReadonlyMap<string, RmClass> = new Map(
  [...facts.keys()].filter(isClassName).map((name) => [name, classOf(name)]),
);

const subtypes: ReadonlyMap<string, readonly RmClassName[]> = (() => {
  const concrete = new Map<string, RmClassName[]>(Array.from(classes.keys(), (name) => [name, []]));
  for (const { name, abstract } of classes.values()) {
    if (!abstract) for (const ancestor of lineages.get(name) ?? []) concrete.get(ancestor)?.push(name);
  }
  return concrete;
})();

/** The class of this name; generic types are known by their plain name (`DV_INTERVAL`). */
export const rmClass = (name: string): RmClass | undefined => classes.get(name);

/** All classes, the abstract ones included. */
export const rmClasses = (): Iterable<RmClass> => classes.values();

/** An attribute of a class, own or inherited. */
export const rmAttribute = (type: string, name: string): RmAttribute | undefined =>
  classes.get(type)?.attributes.get(name);

/** Whether `type` is `ancestor` or inherits from it. False for what is no class. */
export function isSubtype(type: string, ancestor: string): boolean {
  return lineages.get(type)?.has(ancestor) ?? false;
}

/** The concrete classes among `type` and its subtypes; empty for what is no class. */
export const concreteSubtypes = (type: string): readonly RmClassName[] => subtypes.get(type) ?? [];

/** The class of an object of sound form: what its `_type` says, else the type that is declared where it stands. */
export function typeOf(value: JsonObject, declaredType: string): string {
  const type = value['_type'];
  return typeof type === 'string' ? type : declaredType;
}
