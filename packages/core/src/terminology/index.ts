export { stateAfter } from './instruction-states.ts';
export { type OpenehrGroup, codeOf, rubric, rubricLanguages } from './openehr-groups.ts';
export { isUnitOf, unitsOf } from './property-units.ts';
export { type CodeSet, codeSetTerminology, codesOf, isMember } from './terminology.ts';
