/** For stores: which rows of `leaf` a projection wants, and which of them say enough. */
import { INDEX_TEXT_LIMIT } from '../../ports/document-index.ts';
import type { IndexedValue, ProjectedLeaf, ProjectedPath } from '../../ports/query.ts';
import { isPlainKey, type StoredPath } from '../indexing/index.ts';
import { temporalFamily } from '../values/index.ts';
import { isComplete, tells } from './leaf-objects.ts';
import { stepsOf, type StoredStep } from './stored-path.ts';

/** `whole`: a document that has such a row must be given whole. */
export type LeafChoice = 'row' | 'whole';

export interface StoredLeafPath extends StoredPath {
  readonly rmType: string;
  readonly units: string;
}

/**
 * What to do with rows at a stored path; undefined: they are not wanted. Beside the values themselves those are wanted that tell of
 * a CLUSTER where an ELEMENT could be.
 */
export function leafChooser(paths: readonly ProjectedPath[]): (stored: StoredLeafPath) => LeafChoice | undefined {
  return (stored) => {
    const steps = stepsOf(stored.path);
    let choice: LeafChoice | undefined;
    for (const path of paths) {
      if (path.nodeIds && !path.nodeIds.includes(stored.archetypeId)) continue;
      const fit = fitOf(path, steps);
      if (fit === 'value' && !tells(stored.rmType, stored.units, path.suffix)) return 'whole';
      if (fit) choice = 'row';
    }
    return choice;
  };
}

function fitOf({ steps: wanted }: ProjectedPath, steps: readonly StoredStep[]): 'value' | 'cluster' | undefined {
  const owners = wanted.slice(0, -1);
  const fits = owners.every(({ attribute, nodeIds }, index) => {
    const step = steps[index];
    return step?.attribute === attribute && (!nodeIds || (step.nodeId !== undefined && nodeIds.includes(step.nodeId)));
  });
  if (!fits) return undefined;
  const end = wanted.at(-1)?.attribute;
  if (steps.length === wanted.length && steps.at(-1)?.attribute === end) return 'value';
  return end === 'value' && owners.length > 0 && steps.length > wanted.length ? 'cluster' : undefined;
}

/** Whether the row says all of its value that rows of its class can say. */
export const isReadable = (leaf: ProjectedLeaf): boolean =>
  saysValue(leaf) && saysCode(leaf) && partsIn(leaf.position) === listsIn(leaf.path);

/** Whether it does, but for a code. */
export function saysValue(leaf: IndexedValue): boolean {
  const { rmType, number, text } = leaf;
  if (!isComplete(leaf)) return false;
  if (text !== undefined && text.length >= INDEX_TEXT_LIMIT - 1) return false;
  // Digits, of a number that no double is.
  return number === undefined || text === undefined || temporalFamily({ _type: rmType }) !== undefined;
}

export const saysCode = ({ rmType, code }: IndexedValue): boolean =>
  code === undefined ? rmType !== 'DV_CODED_TEXT' : isPlainKey(code);

const partsIn = (position: string): number => (position === '' ? 0 : position.split('.').length);

const listsIn = (path: string): number => stepsOf(path).reduce((count, { multiple }) => count + Number(multiple), 0);
