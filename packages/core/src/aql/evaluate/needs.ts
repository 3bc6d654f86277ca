/** What a query has to see of the store: which kinds of documents, and whether old versions too. */
import type { QueryAccess } from '../../ports/query.ts';
import type { VersionedKind } from '../../ports/store.ts';
import type { BoundQuery, Containment, Path } from '../model.ts';
import { KINDS, kindsHolding } from './holders.ts';
import { visitPredicate, visitQuery } from './visit.ts';

export function accessOf(query: BoundQuery, ehrId?: string): QueryAccess {
  const kinds = new Set<VersionedKind>(kindsSeenFromEhr(query));
  addContained(query, query.from, new Set(KINDS), kinds);
  const allVersions = query.bindings.some(({ versions }) => versions === 'all');
  return { ...(ehrId !== undefined && { ehrId }), allVersions, kinds };
}

/** Kinds of documents that the paths of an EHR lead to, whatever FROM says. */
export function kindsSeenFromEhr(query: BoundQuery): ReadonlySet<VersionedKind> {
  const kinds = new Set<VersionedKind>();
  const seesEhr = ({ steps }: Path): void => {
    for (const kind of kindsOfEhrPath(steps[0]?.attribute)) kinds.add(kind);
  };
  visitQuery(query, {
    path: (path) => {
      if (query.bindings[path.slot]?.rmType !== 'EHR') return;
      seesEhr(path);
      visitPredicate(path.predicate, { predicates: true, path: seesEhr });
    },
  });
  for (const { rmType, predicate } of query.bindings) {
    if (rmType === 'EHR') visitPredicate(predicate, { predicates: true, path: seesEhr });
  }
  return kinds;
}

/** Without an attribute: the EHR as a whole, which refers to its EHR_STATUS and folders. */
function kindsOfEhrPath(attribute: string | undefined): readonly VersionedKind[] {
  switch (attribute) {
    case undefined:
      return ['EHR_STATUS', 'FOLDER'];
    case 'ehr_status':
      return ['EHR_STATUS'];
    case 'directory':
    case 'folders':
      return ['FOLDER'];
    case 'compositions':
      return ['COMPOSITION'];
    default:
      return [];
  }
}

function addContained(
  query: BoundQuery,
  containment: Containment,
  scope: ReadonlySet<VersionedKind>,
  kinds: Set<VersionedKind>,
): void {
  if (containment.kind === 'not') addContained(query, containment.operand, scope, kinds);
  else if (containment.kind !== 'class') {
    for (const operand of containment.operands) addContained(query, operand, scope, kinds);
  } else {
    const binding = query.bindings[containment.slot];
    if (!binding) return;
    const { contains } = containment;
    const inner = binding.types.size === 0 ? scope : scope.intersection(kindsHolding(binding));
    // Versions are seen by what they contain, unless that must be absent.
    const whole = binding.rmType === 'VERSION' && contains?.kind === 'not';
    if (binding.types.size > 0 || whole) for (const kind of inner) kinds.add(kind);
    if (contains) addContained(query, contains, binding.types.has('FOLDER') ? new Set(KINDS) : inner, kinds);
  }
}
