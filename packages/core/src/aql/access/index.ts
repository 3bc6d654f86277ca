export { planQuery, runPlan, type IndexUse, type QueryPlan } from './plan.ts';
