export { indexDocument } from './index-document.ts';
export { leafAttributes } from './leaf-attributes.ts';
export { codeKey, cutText, isPlainKey, secondsOf } from './leaf-value.ts';
export { pathMatcher, type StoredPath } from './path-matcher.ts';
export { reindexAll, verifyIndex, type IndexVerification, type ReindexReport } from './maintain.ts';
