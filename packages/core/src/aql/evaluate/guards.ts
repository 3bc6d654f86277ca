/** Conditions of WHERE that a single variable decides: what breaks one need not be combined with anything. */
import type { BoundQuery, Condition, Containment } from '../model.ts';
import { visitCondition } from './visit.ts';

/** Operands of the outermost AND. */
export const conjunctsOf = (where: Condition | undefined): readonly Condition[] =>
  where?.kind === 'and' ? where.operands.flatMap(conjunctsOf) : where ? [where] : [];

/** By slot the conjuncts that speak of nothing else. Below an OR a variable may be absent, so nothing can be said early there. */
export function guardsOf({ where, from }: BoundQuery): ReadonlyMap<number, readonly Condition[]> {
  const always = alwaysBound(from);
  const guards = new Map<number, Condition[]>();
  for (const conjunct of conjunctsOf(where)) {
    const slot = onlySlot(conjunct);
    if (slot === undefined || !always.has(slot)) continue;
    const known = guards.get(slot);
    if (known) known.push(conjunct);
    else guards.set(slot, [conjunct]);
  }
  return guards;
}

function onlySlot(condition: Condition): number | undefined {
  const slots = new Set<number>();
  let waits = false;
  visitCondition(condition, {
    path: ({ slot }) => slots.add(slot),
    call: (call) => {
      waits ||= call.function === 'TERMINOLOGY';
    },
  });
  const [slot] = slots;
  return slots.size === 1 && !waits ? slot : undefined;
}

function alwaysBound(containment: Containment): ReadonlySet<number> {
  const slots = new Set<number>();
  const visit = (one: Containment): void => {
    if (one.kind === 'and') one.operands.forEach(visit);
    if (one.kind !== 'class') return;
    slots.add(one.slot);
    if (one.contains) visit(one.contains);
  };
  visit(containment);
  return slots;
}
