/** EHRs that a query names itself. */
import { parseUuid } from '../../change-control/version-uid.ts';
import { conjunctsOf } from '../evaluate/guards.ts';
import type { BoundQuery, Condition, Path } from '../model.ts';

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
  const [group = [], ...others] = binding.predicate?.alternatives ?? [];
  const inPredicate =
    others.length > 0 ? [] : group.flatMap((one) => (one.kind === 'condition' ? [one.condition] : []));
  const inWhere = conjunctsOf(where).filter((conjunct) => slotOf(conjunct) === binding.slot);
  const demands = [...inPredicate, ...inWhere].flatMap((condition) => {
    const ids = ehrIdsOf(condition);
    return ids ? [{ condition, ids }] : [];
  });
  const [first] = demands;
  if (!first) return undefined;
  const demanding = new Set(demands.map(({ condition }) => condition));
  return {
    ids: first.ids,
    conditions: new Set(inWhere.filter((condition) => demanding.has(condition))),
    predicate:
      group.length === 1 && inPredicate.length === 1 && inPredicate.every((condition) => demanding.has(condition)),
  };
}

function slotOf(condition: Condition): number | undefined {
  return (condition.kind === 'compare' || condition.kind === 'matches') && condition.left.kind === 'path'
    ? condition.left.slot
    : undefined;
}

function ehrIdsOf(condition: Condition): readonly string[] | undefined {
  if (condition.kind !== 'compare' && condition.kind !== 'matches') return undefined;
  const { left } = condition;
  if (left.kind !== 'path' || !isEhrId(left)) return undefined;
  const values =
    condition.kind === 'matches'
      ? condition.items.map((item) => (item.kind === 'value' ? item.value.value : undefined))
      : [condition.op === '=' && condition.right.kind === 'literal' ? condition.right.value : undefined];
  const ids = values.map((value) => (typeof value === 'string' ? parseUuid(value) : undefined));
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined;
}

const isEhrId = ({ predicate, steps }: Path): boolean =>
  !predicate &&
  steps.length === 2 &&
  steps[0]?.attribute === 'ehr_id' &&
  steps[1]?.attribute === 'value' &&
  steps.every((step) => !step.predicate);
