/** One EHR as the class expressions of a query see it. */
import type { QueryEhr } from '../../ports/query.ts';
import { createTree, type Search, type Tree } from './tree.ts';
import { bindEhr, bindVersion, type EhrBound, type VersionBound } from './views.ts';

export interface World {
  readonly ehr: () => EhrBound;
  /** Latest versions that are no deletions, in the order of the source. */
  readonly trees: readonly Tree[];
  /** The versions that a VERSION expression may be bound to. */
  readonly versions: (which: 'latest' | 'all') => readonly VersionBound[];
}

export function createWorld(source: QueryEhr, search: Search): World {
  const all = source.documents.map((version) => createTree(version, search));
  const trees = all.filter(({ version }) => version.latest && version.document !== undefined);
  let ehr: EhrBound | undefined;
  let bound: ReadonlyMap<Tree, VersionBound> | undefined;
  return {
    trees,
    ehr: () => (ehr ??= bindEhr(source, trees)),
    versions: (which) => {
      bound ??= new Map(all.map((tree) => [tree, bindVersion(tree)]));
      const known = bound;
      return (which === 'all' ? all : trees).flatMap((tree) => known.get(tree) ?? []);
    },
  };
}
