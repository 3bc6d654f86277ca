export { compilePattern, tolerantPattern } from './automaton.ts';
export { PatternError } from './syntax.ts';
