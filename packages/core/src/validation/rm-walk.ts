import type { JsonObject, JsonValue } from '../json/value.ts';
import { isJsonObject } from '../json/value.ts';
import { rmClass } from '../rm/model.ts';
import type { CheckRm } from './contract.ts';
import { renderPath } from './findings.ts';
import type { FindingList } from './rm-findings.ts';
import { addFinding, createFindingList, inDocumentOrder } from './rm-findings.ts';
import type { AttributePlan, ClassPlan } from './rm-plan.ts';
import { planClasses } from './rm-plan.ts';
import { hasInvalidCharacter } from './rm-primitives.ts';
import type { PrimitiveForm } from './rm-primitives.ts';
import type { Report, RmRule } from './rule.ts';

/** Objects nested deeper than any reader of Cairn lets through: only a program can have made them. */
const MAX_DEPTH = 1000;
/** Of an attribute name that the model does not have, a path shows so much. */
const SHOWN_NAME = 60;

interface Walk {
  /** From the root to where the walk is. */
  readonly trail: (string | number)[];
  readonly structural: FindingList;
  readonly invariants: FindingList;
  /** How many objects the walk has come to. */
  objects: number;
  /** Position of the object that rules are checked on. */
  position: number;
  readonly report: Report;
}

/**
 * A check against the table of the reference model and these rules, in one walk over the object.
 *
 * The rules of an object are checked when its own attributes and the data values in them are of sound form; a fault
 * within a LOCATABLE below it is that one's own.
 */
export function createRmCheck(rules: readonly RmRule[]): CheckRm {
  const plans = planClasses(rules);
  return (value, rmType) => {
    const declared = plans.get(rmType);
    if (declared === undefined) throw new Error(`There is no class ${rmType} in the reference model.`);
    const walk = startWalk();
    if (isJsonObject(value)) checkObject(walk, value, declared);
    else refuseNoObject(walk, 0, declared);
    return { structural: inDocumentOrder(walk.structural), invariants: inDocumentOrder(walk.invariants) };
  };
}

function startWalk(): Walk {
  const walk: Walk = {
    trail: [],
    structural: createFindingList(),
    invariants: createFindingList(),
    objects: 0,
    position: 0,
    report: (code, message, at = '') =>
      addFinding(walk.invariants, walk.position, { path: renderPath(walk.trail, at), code, message }),
  };
  return walk;
}

/** Whether the form of the object is sound, and that of its data. */
function checkObject(walk: Walk, value: JsonObject, declared: ClassPlan): boolean {
  const position = walk.objects++;
  if (walk.trail.length > MAX_DEPTH) return refuse(walk, position, 'too_deep', 'Objects are nested too deep.');
  const plan = planOf(walk, position, value, declared);
  if (plan === undefined) return false;

  let sound = true;
  let mandatory = 0;
  for (const name in value) {
    const member = value[name];
    if (member === undefined || name === '_type') continue;
    const attribute = plan.attributes.get(name);
    if (attribute === undefined) {
      sound = refuse(walk, position, 'unknown_attribute', `${plan.name} has no such attribute.`, shown(name));
      continue;
    }
    if (attribute.mandatory && !isEmptyList(member, attribute)) mandatory++;
    if (!checkAttribute(walk, position, member, attribute)) sound = false;
    else if (attribute.rules.length > 0) checkRules(walk, position, value, attribute.rules);
  }
  if (mandatory < plan.mandatory.length) sound = refuseMissing(walk, position, value, plan);
  if (sound && plan.rules.length > 0) checkRules(walk, position, value, plan.rules);
  return sound;
}

/** The class that the object says it has, when that may stand here. */
function planOf(walk: Walk, position: number, value: JsonObject, declared: ClassPlan): ClassPlan | undefined {
  const type = value['_type'];
  if (type === undefined && !declared.abstract) return declared;
  const plan = typeof type === 'string' ? declared.subtypes.get(type) : undefined;
  if (plan === undefined) refuseType(walk, position, type, declared);
  return plan;
}

function checkAttribute(walk: Walk, position: number, value: JsonValue, attribute: AttributePlan): boolean {
  // Most attributes are a text or a number: those need no place on the path unless they are refused.
  if (!attribute.multiple && 'accepts' in attribute.type && attribute.type.accepts(value)) return true;
  walk.trail.push(attribute.name);
  const sound = attribute.multiple
    ? checkMembers(walk, position, value, attribute)
    : checkValue(walk, position, value, attribute);
  walk.trail.pop();
  return sound;
}

function checkMembers(walk: Walk, position: number, value: JsonValue, attribute: AttributePlan): boolean {
  if (value === null) return refuseNull(walk, position);
  if (!Array.isArray(value)) return refuse(walk, position, 'list_expected', 'Expected is a list.');
  let sound = true;
  for (let index = 0; index < value.length; index++) {
    walk.trail.push(index);
    if (!checkValue(walk, position, value[index], attribute)) sound = false;
    walk.trail.pop();
  }
  return sound;
}

function checkValue(walk: Walk, position: number, value: JsonValue, { type, multiple }: AttributePlan): boolean {
  if (value === null) return refuseNull(walk, position);
  if (Array.isArray(value) && !multiple)
    return refuse(walk, position, 'single_value_expected', 'Expected is a single value, not a list.');
  if ('accepts' in type) return type.accepts(value) || refusePrimitive(walk, position, value, type);
  if (!isJsonObject(value)) return refuseNoObject(walk, position, type);
  return checkObject(walk, value, type) || type.locatable;
}

function checkRules(walk: Walk, position: number, value: JsonObject, rules: readonly RmRule[]): void {
  walk.position = position;
  for (const rule of rules) rule.check(value, walk.report);
}

// ---------------------------------------------------------------------------------------------- findings of form

/** Adds a finding about what is `at` below the trail's end; always false. */
function refuse(walk: Walk, position: number, code: string, message: string, at = ''): false {
  addFinding(walk.structural, position, { path: renderPath(walk.trail, at), code, message });
  return false;
}

const refuseNull = (walk: Walk, position: number): false =>
  refuse(walk, position, 'null_value', 'Canonical JSON has no null: leave the attribute out.');

function refusePrimitive(walk: Walk, position: number, value: JsonValue, { expected }: PrimitiveForm): false {
  if (!hasInvalidCharacter(value)) return refuse(walk, position, 'wrong_primitive', `Expected is ${expected}.`);
  return refuse(walk, position, 'invalid_character', 'The text holds U+0000 or half of a surrogate pair.');
}

const refuseNoObject = (walk: Walk, position: number, { name }: ClassPlan): false =>
  refuse(walk, position, 'object_expected', `Expected is an object of type ${name}.`);

function refuseMissing(walk: Walk, position: number, value: JsonObject, plan: ClassPlan): false {
  for (const attribute of plan.mandatory) {
    const member = value[attribute.name];
    if (member !== undefined && !isEmptyList(member, attribute)) continue;
    const message = `${plan.name} must have this attribute${member === undefined ? '' : ', with at least one member'}.`;
    refuse(walk, position, 'missing_attribute', message, `/${attribute.name}`);
  }
  return false;
}

function refuseType(walk: Walk, position: number, type: JsonValue | undefined, declared: ClassPlan): false {
  const expected = `_type must name ${choices(declared)}.`;
  const named = typeof type === 'string' ? rmClass(type) : undefined;
  if (type === undefined)
    return refuse(walk, position, 'type_missing', `${declared.name} is abstract: ${expected}`, '/_type');
  if (named === undefined)
    return refuse(walk, position, 'type_unknown', `This is no class of the reference model: ${expected}`, '/_type');
  if (named.abstract)
    return refuse(walk, position, 'type_abstract', `${named.name} is abstract: ${expected}`, '/_type');
  return refuse(walk, position, 'type_mismatch', `${named.name} is not allowed here: ${expected}`, '/_type');
}

/** The concrete classes that a value may have, or, where they are many, the declared one. */
function choices({ name, subtypes }: ClassPlan): string {
  if (subtypes.size > 6) return `a subtype of ${name}`;
  return [...subtypes.keys()].join(' or ');
}

const isEmptyList = (value: JsonValue, { multiple }: AttributePlan): boolean =>
  multiple && Array.isArray(value) && value.length === 0;

const shown = (name: string): string => `/${name.length > SHOWN_NAME ? `${name.slice(0, SHOWN_NAME)}…` : name}`;
