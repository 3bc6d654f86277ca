/** Index rows of a composition with one observation, whose values are at one path; and what is asked about them. */
import type { DocumentIndex, IndexLeaf } from '../ports/document-index.ts';
import type { IndexQuery, PathPattern } from '../ports/query.ts';
import type { CommitPlan } from '../ports/store.ts';
import { newEhr } from './plans.ts';

const archetypeId = 'openEHR-EHR-OBSERVATION.pressure.v1';
const entry = { rmType: 'OBSERVATION', archetypeId };

export const pressurePath: PathPattern = {
  nodeIds: [archetypeId],
  steps: [{ attribute: 'data', nodeIds: ['at0004'] }],
};

/** All values, and observations without any. */
export const pressures: IndexQuery = { entry, leaf: { path: pressurePath }, wanted: new Set() };

export const pressuresFrom = (lower: number): IndexQuery => ({
  ...pressures,
  leaf: { path: pressurePath, range: { lower, lowerIncluded: true, upperIncluded: false } },
});

/** A text in place of a number: it is one that no double holds. Other leaves may stand beside it. */
export function pressureIndex(value: number | string, ...others: readonly Partial<IndexLeaf>[]): DocumentIndex {
  const plain = { root: 1, path: '/data[at0004]', rmType: 'DV_QUANTITY', units: 'mm[Hg]', position: '' };
  const leaf = { ...plain, ...(typeof value === 'number' ? { number: value } : { text: value }) };
  const root = { rmType: 'COMPOSITION', archetypeId: 'openEHR-EHR-COMPOSITION.encounter.v1', parent: -1, last: 1 };
  return {
    roots: [root, { ...entry, parent: 0, last: 1 }],
    leaves: [leaf, ...others.map((other) => ({ ...plain, ...other }))],
  };
}

/** A new EHR whose EHR_STATUS has index rows: none. */
export function newIndexedEhr(options: Parameters<typeof newEhr>[0] = {}): CommitPlan {
  const { versions, ...created } = newEhr(options);
  return { ...created, versions: versions.map((status) => ({ ...status, index: { roots: [], leaves: [] } })) };
}
