/** One EHR as the class expressions of a query see it. */
import type { ProjectedDocument, ProjectedEhr, QueryDocument } from '../../ports/query.ts';
import { createSparseTree } from './sparse-tree.ts';
import { createTree, isDeletion, type Search, type Tree } from './tree.ts';
import { bindEhr, bindVersion, type EhrBound, type VersionBound } from './views.ts';

export interface World {
  readonly ehr: () => EhrBound;
  /** Latest versions that are no deletions, in the order of the source. */
  readonly trees: readonly Tree[];
  /** The versions that a VERSION expression may be bound to; what is known by index rows alone is none. */
  readonly versions: (which: 'latest' | 'all') => readonly VersionBound[];
}

interface Whole {
  readonly version: QueryDocument;
  readonly tree: Tree;
}

export function createWorld(source: ProjectedEhr, search: Search): World {
  const trees: Tree[] = [];
  const whole: Whole[] = [];
  for (const version of source.documents) {
    const tree = isProjected(version) ? createSparseTree(version, search) : createTree(version, search);
    if (isProjected(version) || isCurrent(version)) trees.push(tree);
    if (!isProjected(version)) whole.push({ version, tree });
  }
  let ehr: EhrBound | undefined;
  let bound: ReadonlyMap<Whole, VersionBound> | undefined;
  return {
    trees,
    ehr: () => (ehr ??= bindEhr(source, trees, foldersOf(whole))),
    versions: (which) => {
      bound ??= new Map(whole.map((one) => [one, bindVersion(one.version, one.tree)]));
      const known = bound;
      return whole.flatMap((one) => (which === 'all' || isCurrent(one.version) ? (known.get(one) ?? []) : []));
    },
  };
}

const isProjected = (version: QueryDocument | ProjectedDocument): version is ProjectedDocument => 'roots' in version;

const isCurrent = (version: QueryDocument): boolean => version.latest && !isDeletion(version);

/** In the order of their creation. */
const foldersOf = (whole: readonly Whole[]): readonly Tree[] =>
  whole
    .filter(({ version }) => version.kind === 'FOLDER' && isCurrent(version))
    .toSorted((a, b) => a.version.objectCreated - b.version.objectCreated)
    .map(({ tree }) => tree);
