import { isSubtype } from '../../rm/index.ts';
import type { Draft } from './draft.ts';

/** Attributes whose content says nothing without the content of another attribute of the same object. */
const DEPENDENCIES: readonly { readonly owner: string; readonly attribute: string; readonly on: string }[] = [
  { owner: 'EVENT', attribute: 'state', on: 'data' },
  { owner: 'OBSERVATION', attribute: 'state', on: 'data' },
  { owner: 'OBSERVATION', attribute: 'protocol', on: 'data' },
  { owner: 'EVALUATION', attribute: 'protocol', on: 'data' },
  { owner: 'INSTRUCTION', attribute: 'protocol', on: 'activities' },
  { owner: 'ACTION', attribute: 'protocol', on: 'instruction_details' },
];

/** Notes among the children of an object which depend on which. */
export function linkDependencies(rmType: string, children: readonly Draft[]): void {
  for (const { owner, attribute, on } of DEPENDENCIES) {
    if (!isSubtype(rmType, owner)) continue;
    const needed = children.filter((child) => child.attribute === on && !child.inContext);
    if (needed.length === 0) continue;
    for (const child of children) if (child.attribute === attribute) child.dependsOn = needed;
  }
}
