export { isReadable, leafChooser, type LeafChoice, type StoredLeafPath } from './choose-leaves.ts';
export { projectionOf } from './project.ts';
