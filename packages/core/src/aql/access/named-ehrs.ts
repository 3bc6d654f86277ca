/** EHRs that a query names itself: these it may see whether they are queryable or not. */
import { parseUuid } from '../../change-control/version-uid.ts';
import { conjunctsOf } from '../evaluate/guards.ts';
import type { Binding, BoundQuery, Condition, Expression, Literal } from '../model.ts';

export interface NamedEhrs {
  /** All others have no rows. */
  readonly ids: readonly string[];
  /** Conditions of WHERE that say no more than that. */
  readonly conditions: ReadonlySet<Condition>;
  /** The predicate of the EHR says no more than that. */
  readonly predicate: boolean;
}

/** Undefined unless FROM or WHERE demands one of some EHR ids; with several demands, the first counts. */
export function namedEhrs({ bindings, from, where }: BoundQuery): NamedEhrs | undefined {
  const binding = from.kind === 'class' ? bindings[from.slot] : undefined;
  if (binding?.rmType !== 'EHR') return undefined;
  const inPredicate = predicateOf(binding);
  const inWhere = conjunctsOf(where);
  const named = [
    ...inPredicate.map((condition) => ({ condition, ids: ehrIdsOf(condition, RELATIVE) })),
    ...inWhere.map((condition) => ({ condition, ids: ehrIdsOf(condition, binding.slot) })),
  ];
  const ids = named.find((one) => one.ids)?.ids;
  if (!ids) return undefined;
  const whole = new Set(named.flatMap(({ condition, ids: own }) => (own && saysNoMore(condition) ? [condition] : [])));
  const hasOthers = binding.predicate?.alternatives.some((group) => group.some(({ kind }) => kind !== 'condition'));
  return {
    ids,
    conditions: new Set(inWhere.filter((condition) => whole.has(condition))),
    predicate: !hasOthers && inPredicate.length === 1 && inPredicate.every((condition) => whole.has(condition)),
  };
}

/** Slot of paths inside a predicate. */
const RELATIVE = -1;

/** What the predicate of an EHR says, part by part; alternatives are one part. */
function predicateOf({ predicate }: Binding): readonly Condition[] {
  const alternatives = (predicate?.alternatives ?? []).map((group) =>
    group.flatMap((one) => (one.kind === 'condition' ? [one.condition] : [])),
  );
  const [only = [], ...others] = alternatives;
  if (others.length === 0) return only;
  return [{ kind: 'or', operands: alternatives.map((operands) => ({ kind: 'and', operands })) }];
}

/** The ids of EHRs, of which a condition demands one whatever else it says. */
function ehrIdsOf(condition: Condition, slot: number): readonly string[] | undefined {
  switch (condition.kind) {
    case 'or':
      return allIds(condition.operands.map((operand) => ehrIdsOf(operand, slot)));
    case 'and':
      return condition.operands.map((operand) => ehrIdsOf(operand, slot)).find((ids) => ids !== undefined);
    case 'compare':
      return condition.op === '=' && condition.right.kind === 'literal' && isEhrId(condition.left, slot)
        ? idOf(condition.right.value)
        : undefined;
    case 'matches':
      return isEhrId(condition.left, slot)
        ? allIds(condition.items.map((item) => (item.kind === 'value' ? idOf(item.value.value) : undefined)))
        : undefined;
    default:
      return undefined;
  }
}

/** Of a condition that demands one of some ids: whether that is all it says. */
const saysNoMore = (condition: Condition): boolean =>
  condition.kind === 'and' || condition.kind === 'or'
    ? (condition.kind === 'or' || condition.operands.length === 1) && condition.operands.every(saysNoMore)
    : true;

const allIds = (each: readonly (readonly string[] | undefined)[]): readonly string[] | undefined =>
  each.every((ids) => ids !== undefined) ? [...new Set(each.flat())] : undefined;

/** None for what no EHR is called; undefined for what may name one in another way. */
function idOf(value: Literal['value']): readonly string[] | undefined {
  if (typeof value !== 'string') return [];
  const id = parseUuid(value);
  return id === undefined ? (value.includes('::') ? undefined : []) : [id];
}

function isEhrId(path: Expression, slot: number): boolean {
  if (path.kind !== 'path' || path.slot !== slot || path.predicate || path.steps.some(({ predicate }) => predicate))
    return false;
  const attributes = path.steps.map(({ attribute }) => attribute).join('/');
  return attributes === 'ehr_id' || attributes === 'ehr_id/value';
}
