export { createCdr, type AdminService, type Cdr, type CdrOptions } from './cdr.ts';
export type * from './change-control/contract.ts';
export { parseCode } from './change-control/codes.ts';
export {
  parseUidBasedId,
  parseUuid,
  parseVersionUid,
  type UidBasedId,
  type VersionUid,
} from './change-control/version-uid.ts';
export {
  isPlainKey,
  pathMatcher,
  reindexAll,
  verifyIndex,
  type IndexVerification,
  type ReindexReport,
  type StoredPath,
} from './aql/indexing/index.ts';
export {
  hasNumber,
  isReadable,
  leafChooser,
  passingPaths,
  type LeafChoice,
  type StoredLeafPath,
} from './aql/projection/index.ts';
export type { CompositionService } from './composition/service.ts';
export type {
  CommittedContribution,
  ContributionDefaults,
  ContributionRow,
  ContributionService,
  ContributionWindow,
} from './contribution/service.ts';
export type { TemplateService, TemplateSummary, UploadedTemplate } from './definition/service.ts';
export type { DirectoryService, FolderPath } from './directory/service.ts';
export type { CreatedEhr, EhrService, EhrStatusService, NewEhr } from './ehr/service.ts';
export { CdrError, queryCancelled, queryTooLong, type ErrorCode, type ErrorFields, type Issue } from './errors.ts';
export { readCanonicalJson, readCanonicalXml, writeCanonicalXml } from './formats/index.ts';
export { decodeUtf8, parseJson, stringifyJson } from './json/index.ts';
export { isJsonObject, LexicalNumber, type JsonNumber, type JsonObject, type JsonValue } from './json/value.ts';
export { INDEX_TEXT_LIMIT, type DocumentIndex, type IndexLeaf, type IndexRoot } from './ports/document-index.ts';
export type * from './ports/query.ts';
export type * from './ports/runtime.ts';
export type * from './ports/store.ts';
export type * from './ports/terminology.ts';
export type {
  Explanation,
  Queries,
  QueryLimits,
  QueryOptions,
  QueryService,
  ResultSet,
  ResultSetMeta,
  StoredQuery,
  StoredQueryService,
  TextParameters,
} from './query/index.ts';
export type * from './rm/types.ts';
export type { TagFilter, TagService } from './tags/service.ts';
export type { WebTemplate } from './template/index.ts';
export { formatInstant, parseRequestTime } from './time/index.ts';
export type { ValidationProfile } from './validation/profile.ts';
