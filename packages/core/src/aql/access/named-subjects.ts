/** Which subjects a query names, and so the EHRs of which persons it asks for. */
import type { NamedSubject } from '../../ports/query.ts';
import { conjunctsOf } from '../evaluate/guards.ts';
import type { BoundQuery, Condition } from '../model.ts';

/** By the way from an EHR to its EHR_STATUS. */
const FROM_STATUS: Readonly<Partial<Record<string, string>>> = { EHR: 'ehr_status/', EHR_STATUS: '' };

const ID = 'subject/external_ref/id/value';
const NAMESPACE = 'subject/external_ref/namespace';

/** Undefined unless FROM or WHERE demands one of some ids; of several demands, the first counts. */
export function namedSubjects(query: BoundQuery): readonly NamedSubject[] | undefined {
  const { bindings, where } = query;
  const ofSlot = (slot: number): string | undefined => bindings[slot]?.rmType;
  const demanded = (end: string): readonly string[] | undefined =>
    conditionsOnEhr(query)
      .map((condition) => valuesOf(condition, () => 'EHR', end))
      .concat(conjunctsOf(where).map((condition) => valuesOf(condition, ofSlot, end)))
      .find((values) => values !== undefined);
  const namespaces = demanded(NAMESPACE);
  const [namespace] = namespaces?.length === 1 ? namespaces : [];
  return demanded(ID)?.map((id) => ({ id, ...(namespace !== undefined && { namespace }) }));
}

/** Those of its predicate that always have to be true. */
function conditionsOnEhr({ bindings, from }: BoundQuery): readonly Condition[] {
  const binding = from.kind === 'class' ? bindings[from.slot] : undefined;
  const [group = [], ...others] = binding?.predicate?.alternatives ?? [];
  if (binding?.rmType !== 'EHR' || others.length > 0) return [];
  return group.flatMap((criterion) => (criterion.kind === 'condition' ? conjunctsOf(criterion.condition) : []));
}

/** The texts of which the end of such a path has to be one. */
function valuesOf(
  condition: Condition,
  classOf: (slot: number) => string | undefined,
  end: string,
): readonly string[] | undefined {
  if (condition.kind !== 'compare' && condition.kind !== 'matches') return undefined;
  const { left } = condition;
  if (left.kind !== 'path' || left.predicate || left.steps.some(({ predicate }) => predicate)) return undefined;
  const way = FROM_STATUS[classOf(left.slot) ?? ''];
  if (way === undefined || left.steps.map(({ attribute }) => attribute).join('/') !== `${way}${end}`) return undefined;
  const values =
    condition.kind === 'matches'
      ? condition.items.map((item) => (item.kind === 'value' ? item.value.value : undefined))
      : [condition.op === '=' && condition.right.kind === 'literal' ? condition.right.value : undefined];
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === values.length && texts.every(isStorable) ? texts : undefined;
}

/** A database may take no other text, and has none. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
