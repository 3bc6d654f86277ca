/** Paths followed through RM objects, from one object to all that a path leads to. */
import { isJsonObject, type JsonValue } from '../../json/index.ts';
import { rmAttribute } from '../../rm/index.ts';
import type { Predicate, Step } from '../model.ts';

/** A value with the RM type that it has where it stands. */
export interface Located {
  readonly value: JsonValue;
  readonly type: string;
}

export type LocatedTest = (at: Located) => boolean;

/** Calls `visit` for each end of the path until one call gives true; gives whether one did. */
export type Walk = (from: Located, visit: (end: Located) => boolean) => boolean;

/** `first`: index of the step to begin with. */
export function compileWalk(
  steps: readonly Step[],
  predicateTest: (predicate: Predicate) => LocatedTest,
  first = 0,
): Walk {
  const step = steps[first];
  if (!step) return (from, visit) => visit(from);
  const { attribute, predicate } = step;
  const test = predicate && predicateTest(predicate);
  const onward = first + 1 < steps.length ? compileWalk(steps, predicateTest, first + 1) : undefined;
  return (from, visit) => {
    const found = attributeOf(from.value, attribute);
    if (found === undefined) return false;
    const enter = (value: JsonValue): boolean => {
      const at = { value, type: typeBelow(value, from.type, attribute) };
      if (test && !test(at)) return false;
      return onward ? onward(at, visit) : visit(at);
    };
    return Array.isArray(found) ? found.some(enter) : enter(found);
  };
}

/** The value at the end of attributes that are no lists, with its `_type`. */
export function compileSuffix(attributes: readonly string[]): (from: Located) => JsonValue | undefined {
  if (attributes.length === 0) return typed;
  return (from) => {
    let value: JsonValue | undefined = from.value;
    for (const attribute of attributes) value = attributeOf(value, attribute);
    if (value === undefined || typeof value !== 'object') return value;
    if (isJsonObject(value) && value['_type'] === undefined) return { _type: typeAt(from, attributes), ...value };
    return Array.isArray(value) ? undefined : value;
  };
}

/** Undefined for what has no attributes, and for null, which canonical JSON does not have. */
export function attributeOf(value: JsonValue | undefined, attribute: string): JsonValue | undefined {
  if (!isJsonObject(value)) return undefined;
  return value[attribute] ?? undefined;
}

/** The value with its `_type` filled in, as it goes into comparisons and cells. */
export function typed({ value, type }: Located): JsonValue {
  return isJsonObject(value) && value['_type'] === undefined ? { _type: type, ...value } : value;
}

/** What a value's `_type` says, else the type that the model declares for the attribute. */
export function typeBelow(value: JsonValue, ownerType: string, attribute: string): string {
  const own = isJsonObject(value) ? value['_type'] : undefined;
  return typeof own === 'string' ? own : (rmAttribute(ownerType, attribute)?.type ?? '');
}

function typeAt(from: Located, attributes: readonly string[]): string {
  let at: Located = from;
  for (const attribute of attributes) {
    const value = attributeOf(at.value, attribute) ?? null;
    at = { value, type: typeBelow(value, at.type, attribute) };
  }
  return at.type;
}
