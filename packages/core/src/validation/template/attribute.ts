import type { JsonObject, JsonValue } from '../../json/value.ts';
import { rmAttribute } from '../../rm/index.ts';
import type { CAttribute, Multiplicity } from '../../template/model.ts';
import { multiplicityText } from './bounds.ts';
import { compileExistence } from './existence.ts';
import { compileIsmTransition } from './ism.ts';
import { compileAlternatives } from './alternatives.ts';
import { compileMatching } from './matching.ts';
import type { Assign } from './matching.ts';
import { fillUp, openPlaces } from './places.ts';
import { checkBelow, report } from './run.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import { compileActionArchetypeId } from './string.ts';
import { bareType, isLocatable } from './types.ts';

/** Checks one attribute of an object that stands at the end of the run's trail. */
export type AttributeCheck = (object: JsonObject, run: Run) => void;

/**
 * C_SINGLE_ATTRIBUTE and C_MULTIPLE_ATTRIBUTE: existence, cardinality, the occurrences of every child, and the children
 * themselves. Whether there are several members is the reference model's word, not the template's. Undefined when
 * nothing is constrained.
 */
export function compileAttribute(c: CAttribute, ownerType: string, scope: Scope): AttributeCheck | undefined {
  const declared = rmAttribute(ownerType, c.name);
  const declaredType = declared?.type ?? bareType(c.children[0]?.rmType ?? '');
  const compileChild = c.name === 'action_archetype_id' ? compileActionArchetypeId : scope.compile;
  const nodes = c.children.map((child) => compileChild(child, scope));
  const locatable = isLocatable(declared === undefined ? (nodes[0]?.rmType ?? '') : declaredType);
  const assign = assignment();
  const existence = compileExistence(c, ownerType, declared !== undefined);
  return (declared?.multiple ?? c.multiple) ? container() : single();

  function assignment(): Assign | undefined {
    if (nodes.length === 0) return undefined;
    if (c.name === 'ism_transition') return compileIsmTransition(c.children, nodes, scope);
    return locatable ? compileMatching(nodes, declaredType) : compileAlternatives(nodes, declaredType);
  }

  function single(): AttributeCheck | undefined {
    if (assign === undefined) {
      return existence === undefined ? undefined : (object, run) => existence(object, object[c.name], run);
    }
    const check = (value: JsonValue, run: Run): void => {
      const index = assign(value, undefined, run);
      if (index >= 0 && nodes[index]?.occurrences.max === 0) {
        report(run, 'occurrences', `${nodes[index].label} must not occur.`);
      }
    };
    return (object, run) => {
      const value = object[c.name];
      existence?.(object, value, run);
      if (value !== undefined && value !== null) checkBelow(run, c.name, check, value);
    };
  }

  function container(): AttributeCheck | undefined {
    const cardinality = compileCardinality(c, ownerType, scope);
    // Where the template does not say it, the reference model does.
    const mayBeAbsent = c.existence === undefined ? declared?.mandatory !== true : c.existence.min === 0;
    if (assign === undefined && cardinality === undefined) {
      return existence === undefined
        ? undefined
        : (object, run) => existence(object, membersOf(object[c.name])[0], run);
    }
    return (object, run) => {
      const members = membersOf(object[c.name]);
      if (existence?.(object, members[0], run)) return;
      run.trail.push(c.name);
      if (
        cardinality !== undefined &&
        !(members.length === 0 && mayBeAbsent) &&
        !within(members.length, cardinality, run)
      ) {
        report(
          run,
          'cardinality',
          `There must be ${multiplicityText(cardinality)} members, there are ${members.length}.`,
        );
      }
      if (assign !== undefined) {
        const places = openPlaces(nodes);
        for (let i = 0; i < members.length; i++) {
          run.trail.push(i);
          const index = assign(members[i] ?? null, places, run);
          run.trail.pop();
          if (index >= 0) places.counts[index] = (places.counts[index] ?? 0) + 1;
        }
        if (!run.relaxMinimums) fillUp(places, run);
        for (let i = 0; i < nodes.length && !places.unsure; i++) {
          const node = nodes[i];
          const count = places.counts[i] ?? 0;
          if (node === undefined || within(count, node.occurrences, run)) continue;
          const bounds = multiplicityText(node.occurrences);
          report(run, 'occurrences', `${node.label} must occur ${bounds} times, occurs ${count} times.`);
        }
      }
      run.trail.pop();
    };
  }
}

const within = (count: number, bounds: Multiplicity, run: Run): boolean =>
  (count >= bounds.min || run.relaxMinimums) && (bounds.max === undefined || count <= bounds.max);

/**
 * The cardinality, unless its upper bound contradicts the members that must occur: then no data could satisfy the
 * template.
 */
function compileCardinality(
  { name, cardinality, children }: CAttribute,
  ownerType: string,
  scope: Scope,
): Multiplicity | undefined {
  const least = children.reduce((sum, { occurrences }) => sum + occurrences.min, 0);
  if (cardinality?.max === undefined || cardinality.max >= least) return cardinality;
  scope.warn(
    `the cardinality ${multiplicityText(cardinality)} of ${ownerType}.${name} is not checked: its members must occur ${least} times`,
  );
  return undefined;
}

const NONE: readonly JsonValue[] = [];
const membersOf = (value: JsonValue | undefined): readonly JsonValue[] => {
  if (Array.isArray(value)) return value as readonly JsonValue[];
  return value === undefined || value === null ? NONE : [value];
};
