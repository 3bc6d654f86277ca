import type { Issue } from '../errors.ts';

/** More findings of one kind than this are not kept. */
export const MAX_FINDINGS = 100;

/** Says as the last finding that there were more. */
export const furtherFindings: Issue = {
  path: '/',
  code: 'further_findings',
  message: `There are more than these ${MAX_FINDINGS} findings.`,
};

/** Attribute names and list indexes from the root of an object to a place in it. */
export type Trail = readonly (string | number)[];

/** `/content[0]/data/events[1]`; `/` for the root. `below` is text that goes on from there. */
export function renderPath(trail: Trail, below = ''): string {
  let path = '';
  for (const step of trail) path += typeof step === 'number' ? `[${step}]` : `/${step}`;
  return path + below || '/';
}
