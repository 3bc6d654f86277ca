import type { Issue } from '../errors.ts';
import { furtherFindings, MAX_FINDINGS } from './findings.ts';

/** What a walk has found, in the order of discovery. */
export interface FindingList {
  /** `position` is the number of the object that the finding is about, in document order. */
  readonly found: { readonly position: number; readonly issue: Issue }[];
  leftOut: boolean;
}

export const createFindingList = (): FindingList => ({ found: [], leftOut: false });

export function addFinding(list: FindingList, position: number, issue: Issue): void {
  if (list.found.length < MAX_FINDINGS) list.found.push({ position, issue });
  else list.leftOut = true;
}

const none: readonly Issue[] = [];

/** The findings by the position of their objects: the walk comes back to an object after its parts. */
export function inDocumentOrder({ found, leftOut }: FindingList): readonly Issue[] {
  if (found.length === 0) return none;
  const issues = found.toSorted((a, b) => a.position - b.position).map(({ issue }) => issue);
  return leftOut ? [...issues, furtherFindings] : issues;
}
