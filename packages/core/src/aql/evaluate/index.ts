export { accessOf } from './needs.ts';
export { runQuery, type Environment, type QueryRows } from './run.ts';
export { visitQuery } from './visit.ts';
