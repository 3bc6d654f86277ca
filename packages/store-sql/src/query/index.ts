export { answerLater, answerNow, type Ask, type Asking } from './ask.ts';
export type { QueryDialect } from './dialect.ts';
export type { Dictionary, PathEntry } from './dictionary.ts';
export { openedDocument, type CompressedDocument } from './document.ts';
export { unpackedDocument, type Legend, type PackedDocument } from './packed-document.ts';
export type { ProjectedRows, RawRow } from './projection.ts';
export { indexAccess, type IndexAccess } from './index-access.ts';
export type { IndexState } from './index-state.ts';
export type { QueryTables } from './tables.ts';
