export type * from './ast.ts';
export { parseNumber } from './number.ts';
export { parseQuery } from './query.ts';
export { didYouMean, queryError } from './syntax-error.ts';
