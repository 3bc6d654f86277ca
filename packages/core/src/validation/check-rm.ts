import type { CheckRm } from './contract.ts';
import { createRmCheck } from './rm-walk.ts';
import { rmRules } from './rules/index.ts';

/** Checks an object against the whole reference model: its form by the table, its meaning by the RM rules. */
export const checkRm: CheckRm = createRmCheck(rmRules);
