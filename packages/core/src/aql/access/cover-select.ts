/** What rows of a covered query are made of, from SELECT, DISTINCT and ORDER BY. */
import type { JsonValue } from '../../json/index.ts';
import type { IndexedRow, IndexQuery } from '../../ports/query.ts';
import type { Aggregate, Binding, BoundQuery, Column, Path } from '../model.ts';
import { valueReader, type ValueReader } from '../projection/index.ts';
import type { Chain } from './covered-chain.ts';
import { plainText, valuePath } from './covered-path.ts';

export type CoveredAnswer =
  | { readonly kind: 'count' }
  /** How many rows there are, or how many EHRs have some. */
  | { readonly kind: 'ehrs'; readonly columns: readonly ('rows' | 'ehrs')[] }
  | { readonly kind: 'numbers'; readonly aggregates: readonly Aggregate[] }
  /** The different values, in the order of numbers. */
  | { readonly kind: 'values'; readonly descending: boolean }
  /** `ehr`: the id of the EHR. */
  | {
      readonly kind: 'groups';
      readonly columns: readonly (Aggregate | 'ehr')[];
      readonly order: readonly ColumnOrder[];
    }
  | {
      readonly kind: 'rows';
      readonly columns: readonly CellReader[];
      readonly order: readonly CoveredOrder[];
      /** All that is read of values. */
      readonly values: readonly ValueReader[];
    };

export type CellReader = (row: IndexedRow) => JsonValue | undefined;

export interface CoveredOrder {
  readonly read: CellReader;
  readonly descending: boolean;
}

export interface ColumnOrder {
  readonly column: number;
  readonly descending: boolean;
}

/** All values come from one path. Undefined when there is something that index rows don't tell. */
export function answerOf(
  query: BoundQuery,
  chain: Chain,
  { leaf }: IndexQuery,
  suffixes: readonly string[],
): CoveredAnswer | undefined {
  const { columns, orderBy, distinct } = query;
  const aggregates = columns.flatMap(({ value }) => (value.kind === 'aggregate' ? [value] : []));
  if (aggregates.length > 0) {
    const counts = countsOf(query, chain);
    if (counts) return counts;
    if (!aggregates.every((one) => isCovered(one, chain.entry, leaf))) return undefined;
    if (aggregates.length < columns.length) return groupsOf(query, chain);
    if (orderBy.length > 0 || distinct) return undefined;
    const isCount = aggregates.every((one) => one.function === 'COUNT' && !one.distinct);
    if (!leaf || (isFiltered(leaf) && isCount)) return { kind: 'count' };
    // COUNT(*) counts rows without a value as well, unless WHERE has left none.
    return leaf.range || aggregates.every(({ operand }) => operand) ? { kind: 'numbers', aggregates } : undefined;
  }
  const readers = columns.map(({ value }) => (value.kind === 'path' ? readerOf(value, chain) : undefined));
  const order = orderBy.map(({ by, descending }) => {
    const read = by.kind === 'path' ? orderReader(by, chain) : readers[by.index];
    return read && { read, descending };
  });
  if (!readers.every((one) => one !== undefined) || !order.every((one) => one !== undefined)) return undefined;
  return valuesOf(query, chain, leaf) ?? { kind: 'rows', columns: readers, order, values: suffixes.map(valueReader) };
}

type Leaf = IndexQuery['leaf'];

const isFiltered = ({ range, texts, codes }: NonNullable<Leaf>): boolean => (range ?? texts ?? codes) !== undefined;

/** Its operand is a number, and no text or code is compared; or it counts all values that are left by that. */
function isCovered({ function: name, distinct, operand }: Aggregate, entry: Binding | undefined, leaf: Leaf): boolean {
  if (!operand) return true;
  const suffix = operand.kind === 'path' && operand.slot === entry?.slot ? valuePath(operand)?.suffix : undefined;
  if (!leaf?.texts && !leaf?.codes) return suffix === 'magnitude';
  const compared = { value: leaf.texts, 'defining_code/code_string': leaf.codes }[suffix ?? ''];
  return name === 'COUNT' && !distinct && compared !== undefined;
}

/** Numbers of rows, or of EHRs. */
function countsOf({ columns, orderBy, distinct }: BoundQuery, { ehr }: Chain): CoveredAnswer | undefined {
  if (orderBy.length > 0 || distinct) return undefined;
  const counted = columns.map(({ value }: Column) => {
    if (value.kind !== 'aggregate' || value.function !== 'COUNT') return undefined;
    if (!value.operand) return 'rows';
    const isEhr = value.operand.kind === 'path' && isEhrId(value.operand, ehr);
    return isEhr ? (value.distinct ? 'ehrs' : 'rows') : undefined;
  });
  if (!counted.every((one) => one !== undefined)) return undefined;
  return counted.includes('ehrs') ? { kind: 'ehrs', columns: counted } : { kind: 'count' };
}

/** DISTINCT numbers sorted by themselves; WHERE has left no row without. */
function valuesOf({ distinct, columns, orderBy }: BoundQuery, { entry }: Chain, leaf: Leaf): CoveredAnswer | undefined {
  const [key, ...more] = orderBy;
  const ofNumbers = columns.every(
    ({ value }) => value.kind === 'path' && value.slot === entry?.slot && valuePath(value)?.suffix === 'magnitude',
  );
  if (!distinct || !ofNumbers || !leaf?.range || key?.by.kind !== 'column' || more.length > 0) return undefined;
  return { kind: 'values', descending: key.descending };
}

/** Aggregates by EHR; sorted, if at all, by what is selected. */
function groupsOf({ columns, orderBy }: BoundQuery, { ehr }: Chain): CoveredAnswer | undefined {
  const shown = columns.map(({ value }) => {
    if (value.kind === 'aggregate') return value;
    return value.kind === 'path' && isEhrId(value, ehr) ? 'ehr' : undefined;
  });
  const order = orderBy.map(({ by, descending }) =>
    by.kind === 'column' ? { column: by.index, descending } : undefined,
  );
  if (!shown.every((one) => one !== undefined) || !order.every((one) => one !== undefined)) return undefined;
  return { kind: 'groups', columns: shown, order };
}

const isEhrId = (path: Path, ehr: Binding | undefined): boolean =>
  path.slot === ehr?.slot && plainText(path) === 'ehr_id/value';

function readerOf(path: Path, { ehr, composition, entry }: Chain): CellReader | undefined {
  if (path.slot === entry?.slot) {
    const suffix = valuePath(path)?.suffix;
    const reader = suffix === undefined ? undefined : valueReader(suffix);
    return reader && (({ value }) => value && reader.read(value));
  }
  switch (plainText(path)) {
    case 'ehr_id/value':
      return path.slot === ehr?.slot ? ({ ehrId }) => ehrId : undefined;
    case 'uid/value':
      return path.slot === composition?.slot ? ({ uid }) => uid : undefined;
    case 'context/start_time/value':
      return path.slot === composition?.slot ? ({ startTime }) => startTime : undefined;
    default:
      return undefined;
  }
}

/** Sorting by a whole DV_DATE_TIME is sorting by the moment that it is. */
function orderReader(path: Path, chain: Chain): CellReader | undefined {
  if (path.slot === chain.composition?.slot && plainText(path) === 'context/start_time') {
    return ({ startTime }) => (startTime === undefined ? undefined : { _type: 'DV_DATE_TIME', value: startTime });
  }
  return readerOf(path, chain);
}
