/** Which kinds of documents can hold what a class expression is bound to. */
import type { VersionedKind } from '../../ports/store.ts';
import { createRoutes } from '../../rm/index.ts';
import type { Binding } from '../model.ts';

export const KINDS: readonly VersionedKind[] = ['COMPOSITION', 'EHR_STATUS', 'FOLDER'];

const known = new Map<string, ReadonlySet<VersionedKind>>();

export function kindsHolding({ rmType, types }: Binding): ReadonlySet<VersionedKind> {
  const found = known.get(rmType);
  if (found) return found;
  const routes = createRoutes(types);
  const kinds = new Set(KINDS.filter((kind) => routes.reaches(kind)));
  known.set(rmType, kinds);
  return kinds;
}

/** Only the root of a document can be one: a COMPOSITION or EHR_STATUS is never inside another object. */
export const isRootOnly = ({ types }: Binding): boolean =>
  types.size > 0 && [...types].every((type) => type === 'COMPOSITION' || type === 'EHR_STATUS');
