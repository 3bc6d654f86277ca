export { compilePattern, tolerantPattern, type Patience } from './automaton.ts';
export { PatternError } from './syntax.ts';
