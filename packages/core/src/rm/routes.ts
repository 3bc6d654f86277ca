/** Which attributes of which class can lead to an object of wanted classes; nothing else of a document is walked. */
import { concreteSubtypes, rmClass, rmClasses } from './model.ts';

export interface Routes {
  attributesOf(type: string): readonly Route[];
  /** Whether an object of this class can be, or hold at some depth, an object of a wanted class. */
  reaches(type: string): boolean;
}

export interface Route {
  readonly attribute: string;
  /** Declared type of the value. */
  readonly type: string;
}

export function createRoutes(wanted: ReadonlySet<string>): Routes {
  const reaching = reachingTypes(wanted);
  const known = new Map<string, readonly Route[]>();
  return {
    reaches: (type) => reaching.has(type),
    attributesOf: (type) => {
      const found = known.get(type);
      if (found) return found;
      const attributes = [...(rmClass(type)?.attributes.values() ?? [])];
      const routes = attributes
        .filter((attribute) => concreteSubtypes(attribute.type).some((name) => reaching.has(name)))
        .map((attribute) => ({ attribute: attribute.name, type: attribute.type }));
      known.set(type, routes);
      return routes;
    },
  };
}

/** The wanted classes, and all that hold one of them at some depth. */
function reachingTypes(wanted: ReadonlySet<string>): ReadonlySet<string> {
  const holders = holdersByType();
  const reaching = new Set<string>();
  const open = [...wanted];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reaching.has(name)) continue;
    reaching.add(name);
    open.push(...(holders.get(name) ?? []));
  }
  return reaching;
}

let holdersOfTypes: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** For each concrete class the concrete classes that have an attribute of it. */
function holdersByType(): ReadonlyMap<string, ReadonlySet<string>> {
  if (holdersOfTypes) return holdersOfTypes;
  const holders = new Map<string, Set<string>>();
  for (const { name, abstract, attributes } of rmClasses()) {
    if (abstract) continue;
    for (const type of new Set(Array.from(attributes.values(), (attribute) => attribute.type))) {
      for (const inner of concreteSubtypes(type)) {
        const found = holders.get(inner);
        if (found) found.add(name);
        else holders.set(inner, new Set([name]));
      }
    }
  }
  holdersOfTypes = holders;
  return holders;
}
