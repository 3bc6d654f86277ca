export { storeContract, type OpenedStore, type OpenStore } from './store-contract.ts';
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
