/** Which EHRs and documents can have a part in the result of a query. */
import type { Narrowing, Need, QueryAccess } from '../../ports/query.ts';
import { conjunctsOf } from '../evaluate/guards.ts';
import { isRootOnly } from '../evaluate/holders.ts';
import { kindsSeenFromEhr } from '../evaluate/needs.ts';
import type { Binding, BoundQuery, Containment } from '../model.ts';
import { allOf, anyOf, MOST_IDS, needOfCondition } from './conditions.ts';
import { archetypeIdsOf } from './indexed-path.ts';
import { namedEhrs } from './named-ehrs.ts';
import { namedSubjects } from './named-subjects.ts';

/**
 * The same access, with what the query itself says about EHRs and documents. `further` is what the documents of the only branch of
 * FROM have to meet beside that.
 */
export function narrowAccess(query: BoundQuery, access: QueryAccess, further?: Need): QueryAccess {
  const named = namedEhrs(query)?.ids;
  const ehrIds = named && named.length <= MOST_IDS ? named : undefined;
  // Older versions are not indexed, and may name other subjects.
  if (access.allVersions) return ehrIds ? { ...access, narrowing: { ehrIds } } : access;
  const required = allOf([requiredDocument(query, query.from), further]);
  const branches = documentsOf(query, query.from).map((need) => allOf([need, further]));
  const referred = Array.from(kindsSeenFromEhr(query), (of): Need => ({ kind: 'kind', of }));
  const documents = anyOf([...branches, ...referred]);
  const subjects = namedSubjects(query);
  const narrowing: Narrowing = {
    ...(ehrIds && { ehrIds }),
    ...(subjects && subjects.length <= MOST_SUBJECTS && { subjects }),
    ...(required && { required }),
    ...(documents && { documents }),
  };
  return Object.keys(narrowing).length > 0 ? { ...access, narrowing } : access;
}

/** Each is a condition of its own. */
const MOST_SUBJECTS = 100;

// ---------------------------------------------------------------------------------------------------- documents

/** One need for each branch of FROM that looks into documents; undefined among them: into all. */
function documentsOf(query: BoundQuery, containment: Containment): readonly (Need | undefined)[] {
  switch (containment.kind) {
    case 'and':
    case 'or':
      return containment.operands.flatMap((operand) => documentsOf(query, operand));
    case 'not':
      return documentsOf(query, containment.operand);
    case 'class': {
      const binding = query.bindings[containment.slot];
      const { contains } = containment;
      if (!binding) return [undefined];
      if (binding.rmType === 'EHR') return contains ? documentsOf(query, contains) : [];
      if (binding.rmType === 'VERSION') return [contains && treeNeed(query, contains)];
      // What a FOLDER refers to are other documents.
      if (binding.rmType === 'FOLDER') {
        return [{ kind: 'kind', of: 'FOLDER' }, ...(contains ? documentsOf(query, contains) : [])];
      }
      return [treeNeed(query, containment)];
    }
  }
}

/** What a document must have for a containment to lie within it, and for WHERE to be true of it there. */
function treeNeed(query: BoundQuery, containment: Containment): Need | undefined {
  const slots = slotsOf(containment);
  if ([...slots].some((slot) => leavesDocument(query.bindings[slot]))) return undefined;
  const bindingOf = (slot: number): Binding | undefined => (slots.has(slot) ? query.bindings[slot] : undefined);
  const conditions = conjunctsOf(query.where).map((conjunct) => needOfCondition(conjunct, bindingOf));
  return allOf([structureNeed(query, containment), ...conditions]);
}

function structureNeed(query: BoundQuery, containment: Containment): Need | undefined {
  switch (containment.kind) {
    case 'and':
      return allOf(containment.operands.map((operand) => structureNeed(query, operand)));
    case 'or':
      return anyOf(containment.operands.map((operand) => structureNeed(query, operand)));
    case 'not':
      return undefined;
    case 'class': {
      const { contains } = containment;
      const binding = query.bindings[containment.slot];
      const archetypeIds = archetypeIdsOf(binding?.predicate);
      return allOf([
        archetypeIds && { kind: 'root', archetypeIds },
        contains && structureNeed(query, contains),
        contains?.kind === 'not' && binding && isRootOnly(binding) ? absenceNeed(query, contains.operand) : undefined,
      ]);
    }
  }
}

/** What a whole document must lack not to contain a class of which nothing is asked but an archetype. */
function absenceNeed({ bindings }: BoundQuery, containment: Containment): Need | undefined {
  if (containment.kind !== 'class' || containment.contains) return undefined;
  const { predicate, types } = bindings[containment.slot] ?? {};
  const archetypeIds = archetypeIdsOf(predicate);
  const isPlain = predicate?.alternatives.every((group) => group.length === 1);
  if (!archetypeIds || !isPlain || !types) return undefined;
  return { kind: 'no-root', archetypeIds, rmTypes: [...types] };
}

/** What it contains may be in another document. */
const leavesDocument = (binding: Binding | undefined): boolean =>
  !binding || binding.types.size === 0 || binding.types.has('FOLDER');

/** Variables of a containment that can be bound. */
function slotsOf(containment: Containment): ReadonlySet<number> {
  const slots = new Set<number>();
  const visit = (one: Containment): void => {
    if (one.kind === 'class') {
      slots.add(one.slot);
      if (one.contains) visit(one.contains);
    } else if (one.kind !== 'not') one.operands.forEach(visit);
  };
  visit(containment);
  return slots;
}

/** A document without which an EHR has no rows; undefined: it may have some without any. */
function requiredDocument(query: BoundQuery, containment: Containment): Need | undefined {
  switch (containment.kind) {
    case 'and':
      return containment.operands.map((operand) => requiredDocument(query, operand)).find((need) => need !== undefined);
    case 'or':
      return anyOf(containment.operands.map((operand) => requiredDocument(query, operand)));
    case 'not':
      return undefined;
    case 'class': {
      const { rmType } = query.bindings[containment.slot] ?? {};
      const { contains } = containment;
      if (rmType === 'EHR' || rmType === 'FOLDER') return contains && requiredDocument(query, contains);
      if (rmType === 'VERSION') return contains && treeNeed(query, contains);
      return treeNeed(query, containment);
    }
  }
}
