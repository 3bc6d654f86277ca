export { isReadable, leafChooser, type LeafChoice, type StoredLeafPath } from './choose-leaves.ts';
export { hasNumber, isTold, passingPaths, readValue } from './indexed-values.ts';
export { projectionOf } from './project.ts';
