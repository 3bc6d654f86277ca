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
  const inWhere = conjunctsOf(where).filter((conjunct) => slotOf(conjunct) === binding.slot);
  const demands = [...inPredicate, ...inWhere].flatMap((condition) => {
    const ids = ehrIdsOf(condition);
    return ids ? [{ condition, ids }] : [];
  });
  const hasOthers = binding.predicate?.alternatives.some((group) => group.some(({ kind }) => kind !== 'condition'));
  const [first] = demands;
  if (!first) return undefined;
  const demanding = new Set(demands.map(({ condition }) => condition));
  return {
    ids: first.ids,
    conditions: new Set(inWhere.filter((condition) => demanding.has(condition))),
    predicate: !hasOthers && inPredicate.length === 1 && inPredicate.every((condition) => demanding.has(condition)),
  };
}

/** What the predicate of an EHR says, part by part; alternatives are one part. */
function predicateOf({ predicate }: Binding): readonly Condition[] {
  const alternatives = (predicate?.alternatives ?? []).map((group) =>
    group.flatMap((one) => (one.kind === 'condition' ? [one.condition] : [])),
  );
  const [only = [], ...others] = alternatives;
  if (others.length === 0) return only;
  return [{ kind: 'or', operands: alternatives.map((operands) => ({ kind: 'and', operands })) }];
}

/** The variable that a condition is about, if it is one. */
function slotOf(condition: Condition): number | undefined {
  if (condition.kind === 'or') {
    const [first, ...others] = condition.operands.map(slotOf);
    return others.every((slot) => slot === first) ? first : undefined;
  }
  return (condition.kind === 'compare' || condition.kind === 'matches') && condition.left.kind === 'path'
    ? condition.left.slot
    : undefined;
}

function ehrIdsOf(condition: Condition): readonly string[] | undefined {
  switch (condition.kind) {
    case 'or':
      return allIds(condition.operands.map(ehrIdsOf));
    case 'and': {
      const [only, ...more] = condition.operands;
      return only && more.length === 0 ? ehrIdsOf(only) : undefined;
    }
    case 'compare':
      return condition.op === '=' && condition.right.kind === 'literal' && isEhrId(condition.left)
        ? idOf(condition.right.value)
        : undefined;
    case 'matches':
      return isEhrId(condition.left)
        ? allIds(condition.items.map((item) => (item.kind === 'value' ? idOf(item.value.value) : undefined)))
        : undefined;
    default:
      return undefined;
  }
}

const allIds = (each: readonly (readonly string[] | undefined)[]): readonly string[] | undefined =>
  each.every((ids) => ids !== undefined) ? [...new Set(each.flat())] : undefined;

/** None for what no EHR is called; undefined for what may name one in another way. */
function idOf(value: Literal['value']): readonly string[] | undefined {
  if (typeof value !== 'string') return [];
  const id = parseUuid(value);
  return id === undefined ? (value.includes('::') ? undefined : []) : [id];
}

function isEhrId(path: Expression): boolean {
  if (path.kind !== 'path' || path.predicate || path.steps.some(({ predicate }) => predicate)) return false;
  const attributes = path.steps.map(({ attribute }) => attribute).join('/');
  return attributes === 'ehr_id' || attributes === 'ehr_id/value';
}
