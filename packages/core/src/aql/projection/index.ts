export { isReadable, leafChooser, type LeafChoice, type StoredLeafPath } from './choose-leaves.ts';
export { hasNumber, passingPaths, valueReader, type ValueReader } from './indexed-values.ts';
export { projectionOf } from './project.ts';
