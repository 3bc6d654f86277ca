import { isJsonNumber, isJsonObject } from '../../json/value.ts';
import type { JsonValue } from '../../json/value.ts';
import { rmClass } from '../../rm/index.ts';
import type { CComplexObject, CObject, CPrimitive } from '../../template/model.ts';
import { compileAttribute } from './attribute.ts';
import type { AttributeCheck } from './attribute.ts';
import { compileBoolean } from './boolean.ts';
import { compileCodePhrase } from './code-phrase.ts';
import { compileComputed } from './computed.ts';
import { compileDuration } from './duration.ts';
import { compileInternalRef } from './internal-ref.ts';
import { compileName } from './name.ts';
import type { Node } from './node.ts';
import { compileNumber } from './number.ts';
import { compileOrdinal } from './ordinal.ts';
import { compileQuantity } from './quantity.ts';
import type { Check } from './run.ts';
import { termsOf } from './scope.ts';
import type { Scope } from './scope.ts';
import { compileSlot } from './slot.ts';
import { compileState } from './state.ts';
import { compileString } from './string.ts';
import { compileTemporal } from './temporal.ts';
import { bareType, isLocatable, typeTest } from './types.ts';

/** Compiles a C_OBJECT of any kind. */
export function compileObject(c: CObject, scope: Scope): Node {
  switch (c.kind) {
    case 'complex':
      return compileComplex(c, scope);
    case 'slot':
      return {
        ...nodeOf(c, undefined),
        label: `${c.rmType} slot${c.nodeId === '' ? '' : ` ${c.nodeId}`}`,
        slot: compileSlot(c, scope.warn),
      };
    case 'internal-ref':
      return compileInternalRef(c, scope);
    case 'constraint-ref':
      return nodeOf(c, undefined);
    case 'code-phrase':
      return nodeOf(c, compileCodePhrase(c));
    case 'quantity':
      return nodeOf(c, compileQuantity(c));
    case 'ordinal':
    case 'scale':
      return nodeOf(c, compileOrdinal(c));
    case 'state':
      return nodeOf(c, compileState(c));
    case 'primitive':
      return { ...nodeOf(c, compilePrimitive(c, scope)), accepts: PRIMITIVE_TESTS[c.item.kind] };
  }
}

/** C_COMPLEX_OBJECT and C_ARCHETYPE_ROOT: an archetype root opens a scope of terms of its own. */
function compileComplex(c: CComplexObject, outer: Scope): Node {
  const scope =
    c.archetype === undefined ? outer : { ...outer, root: c, terms: termsOf(c.archetype), targets: new Map() };
  const rmType = bareType(c.rmType);
  if (rmClass(rmType) === undefined) scope.warn(`the reference model has no class ${rmType}; its type is not checked`);
  const locatable = isLocatable(rmType);
  const checks: AttributeCheck[] = [];
  for (const attribute of c.attributes) {
    if (locatable && attribute.name === 'name') continue;
    const computed = compileComputed(attribute, rmType, scope);
    const check = computed === undefined ? compileAttribute(attribute, rmType, scope) : undefined;
    checks.push(...(computed ?? []), ...(check === undefined ? [] : [check]));
  }

  const name = locatable ? compileName(c, scope) : undefined;
  const node = nodeOf(c, allOf(checks));
  const nodeId = c.archetype?.archetypeId ?? node.nodeId;
  return { ...node, nodeId, name, label: labelOf(c.rmType, nodeId, name?.only) };
}

function nodeOf(c: CObject, check: Check | undefined): Node {
  return {
    label: labelOf(c.rmType, c.nodeId, undefined),
    rmType: c.rmType,
    accepts: typeTest(c.rmType),
    nodeId: c.nodeId,
    name: undefined,
    occurrences: c.occurrences,
    slot: undefined,
    check,
  };
}

function labelOf(rmType: string, nodeId: string, name: string | undefined): string {
  const predicate = [nodeId, ...(name === undefined ? [] : [`'${name}'`])].filter((part) => part !== '').join(', ');
  return predicate === '' ? rmType : `${rmType}[${predicate}]`;
}

function allOf(checks: readonly AttributeCheck[]): Check | undefined {
  const [only] = checks;
  if (only === undefined) return undefined;
  return (value, run) => {
    if (!isJsonObject(value)) return;
    for (let i = 0; i < checks.length; i++) checks[i]?.(value, run);
  };
}

/** C_PRIMITIVE_OBJECT, by its item. */
function compilePrimitive({ item }: CPrimitive, scope: Scope): Check | undefined {
  switch (item.kind) {
    case 'string':
      return compileString(item, scope.warn);
    case 'boolean':
      return compileBoolean(item);
    case 'integer':
    case 'real':
      return compileNumber(item);
    case 'date':
    case 'time':
    case 'date-time':
      return compileTemporal(item, scope.warn);
    case 'duration':
      return compileDuration(item, scope.warn);
  }
}

const isText = (value: JsonValue): boolean => typeof value === 'string';

/** The JSON type that an item is about: templates spell the RM type beside it in too many ways. */
const PRIMITIVE_TESTS: Readonly<Record<CPrimitive['item']['kind'], (value: JsonValue) => boolean>> = {
  string: isText,
  boolean: (value) => typeof value === 'boolean',
  integer: isJsonNumber,
  real: isJsonNumber,
  date: isText,
  time: isText,
  'date-time': isText,
  duration: isText,
};
