export type * from './ast.ts';
export { parseQuery } from './query.ts';
export { didYouMean, queryError } from './syntax-error.ts';
