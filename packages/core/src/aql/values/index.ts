export { compareValues, literalTest, mirrored, valueTextTest, type Truth, type ValueTest } from './compare.ts';
export {
  add,
  decimalOf,
  floor,
  jsonNumber,
  multiply,
  negate,
  quotient,
  remainder,
  round,
  ZERO,
  type Decimal,
} from './decimal.ts';
export { valueKey } from './key.ts';
export { compileLike, type TextTest } from './like.ts';
export { compareNullable, compareSortKeys, sortKey, type SortKey } from './order.ts';
export { codeText, magnitudeOf, scalarOf, temporalFamily, textOf } from './scalar.ts';
export { areComparable, type Moment } from './temporal.ts';
export { versionUidTest } from './version-uid.ts';
