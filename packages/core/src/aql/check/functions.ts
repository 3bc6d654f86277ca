import type { ArithmeticOperator } from '../language/index.ts';
import type { FunctionName } from '../model.ts';

/** Least and most number of arguments: AQL 1.1 "Functions". */
export const FUNCTIONS: Readonly<Record<FunctionName, readonly [number, number]>> = {
  LENGTH: [1, 1],
  CONTAINS: [2, 2],
  POSITION: [2, 2],
  SUBSTRING: [2, 3],
  CONCAT: [1, Infinity],
  CONCAT_WS: [2, Infinity],
  ABS: [1, 1],
  MOD: [2, 2],
  CEIL: [1, 1],
  FLOOR: [1, 1],
  ROUND: [1, 2],
  CURRENT_DATE: [0, 0],
  CURRENT_TIME: [0, 0],
  CURRENT_DATE_TIME: [0, 0],
  CURRENT_TIMEZONE: [0, 0],
  TERMINOLOGY: [3, 3],
  ADD: [2, 2],
  SUBTRACT: [2, 2],
  MULTIPLY: [2, 2],
  DIVIDE: [2, 2],
  POWER: [2, 2],
};

/** Other names for the same; operators are functions with a spelling of their own. */
const ALIASES: Readonly<Record<string, FunctionName>> = {
  NOW: 'CURRENT_DATE_TIME',
  SUBSTR: 'SUBSTRING',
  CONTAINS_STR: 'CONTAINS',
};

export const OPERATORS: Readonly<Record<ArithmeticOperator, FunctionName>> = {
  '+': 'ADD',
  '-': 'SUBTRACT',
  '*': 'MULTIPLY',
  '/': 'DIVIDE',
  '%': 'MOD',
  '^': 'POWER',
};

const isFunction = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name);

/** The function of a name as written, in upper case. */
export const functionOf = (name: string): FunctionName | undefined => (isFunction(name) ? name : ALIASES[name]);
