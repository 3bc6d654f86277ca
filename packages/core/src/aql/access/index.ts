export { explainPlan, type Explanation } from './explain.ts';
export { planQuery, runPlan, type IndexUse, type QueryPlan } from './plan.ts';
