export { binder, type NamedValues } from './binder.ts';
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
export { recentTexts, type RecentTexts } from './recent-texts.ts';
export { recentlyUsed } from './recently-used.ts';
export { ehrRecord, storedTag, versionedObjectRecord, versionRecord, WHOLE_OBJECT } from './records.ts';
export {
  answerLater,
  answerNow,
  ask,
  indexAccess,
  openedDocument,
  selection,
  unpackedDocument,
  type Ask,
  type Asking,
  type ChosenRows,
  type CompressedDocument,
  type Dictionary,
  type IndexAccess,
  type IndexState,
  type Legend,
  type PackedDocument,
  type PathEntry,
  type ProjectedRows,
  type QueryDialect,
  type QueryTables,
  type RawRow,
  type RowChoice,
} from './query/index.ts';
