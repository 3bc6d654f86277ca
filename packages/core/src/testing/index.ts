export type { OpenedStore, OpenStore } from './opened-store.ts';
export { queryContract } from './query-contract.ts';
export { storeContract } from './store-contract.ts';
export {
  deletion,
  first,
  latestVersion,
  newContribution,
  newEhr,
  newSubject,
  newTemplate,
  next,
  planOn,
  tagPlanOn,
} from './plans.ts';
