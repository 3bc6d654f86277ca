export { changeTypes, lifecycleStates, versionedKinds, type CodeTable } from './codes.ts';
export { compress, decompress, decompressNow, decompressText } from './codec.ts';
export { compareMigrations, migrationLabel, refuseUnknown, type Migration, type MigrationState } from './migrations.ts';
export {
  assertValidPlan,
  encodePlan,
  impliedExpectations,
  invalidPlan,
  statusObjectId,
  type EncodedPlan,
} from './plan.ts';
export { ehrRecord, storedTag, versionedObjectRecord, versionRecord, WHOLE_OBJECT } from './records.ts';
