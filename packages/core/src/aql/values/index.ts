export { compareValues, literalTest, mirrored, valueTextTest, type Truth, type ValueTest } from './compare.ts';
export { add, decimalOf, jsonNumber, multiply, quotient, round, ZERO, type Decimal } from './decimal.ts';
export { scalarFunctions } from './functions.ts';
export { valueKey } from './key.ts';
export { compileLike, type TextTest } from './like.ts';
export { compareNullable, compareSortKeys, isOrdered, sortKey, type SortKey } from './order.ts';
export { codeText, magnitudeOf, temporalFamily, temporalKind, textOf } from './scalar.ts';
export type { Moment } from './temporal.ts';
export { versionUidTest } from './version-uid.ts';
