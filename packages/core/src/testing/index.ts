export type { OpenedStore, OpenStore } from './opened-store.ts';
export { queryContract } from './query-contract.ts';
export { newIndexedEhr, pressureIndex, pressurePath, pressures, pressuresFrom } from './pressures.ts';
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
