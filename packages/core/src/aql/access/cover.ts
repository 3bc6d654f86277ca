/**
 * Queries that index rows alone can answer: one chain EHR, COMPOSITION, entry of an archetype, and no more than one path to
 * numbers in it. Undefined for every other; what is covered gives exactly the rows that documents would give.
 */
import type { JsonValue } from '../../json/index.ts';
import type { IndexedRow, IndexQuery } from '../../ports/query.ts';
import { conjunctsOf } from '../evaluate/guards.ts';
import type { Aggregate, Binding, BoundQuery, Expression, Path, Predicate } from '../model.ts';
import { rangesOf, type ComparedEnd } from './cover-where.ts';
import { archetypeIdsOf, indexedPath, nodeIdsOf } from './indexed-path.ts';
import { MOST_IDS } from './conditions.ts';
import { documentOrderOf, firstCounts } from './first-rows.ts';
import { namedEhrs } from './named-ehrs.ts';

export interface Covering {
  readonly query: IndexQuery;
  /** Asked for one after the other before all rows are: they make enough of them if they make as many as are wanted. */
  readonly firsts: readonly IndexQuery[];
  readonly answer: CoveredAnswer;
}

export type CoveredAnswer =
  | { readonly kind: 'count' }
  | { readonly kind: 'numbers'; readonly aggregates: readonly Aggregate[] }
  /** The different values, in the order of numbers. */
  | { readonly kind: 'values'; readonly descending: boolean }
  /** `ehr`: the id of the EHR. */
  | {
      readonly kind: 'groups';
      readonly columns: readonly (Aggregate | 'ehr')[];
      readonly order: readonly ColumnOrder[];
    }
  | { readonly kind: 'rows'; readonly columns: readonly CellReader[]; readonly order: readonly CoveredOrder[] };

export type CellReader = (row: IndexedRow) => JsonValue | undefined;

export interface CoveredOrder {
  readonly read: CellReader;
  readonly descending: boolean;
}

export interface ColumnOrder {
  readonly column: number;
  readonly descending: boolean;
}

const ENTRIES = ['OBSERVATION', 'EVALUATION', 'INSTRUCTION', 'ACTION', 'ADMIN_ENTRY'];

interface Chain {
  readonly ehr: Binding | undefined;
  readonly composition: Binding | undefined;
  readonly entry: Binding | undefined;
}

/** `ehrId`: only this EHR. */
export function coveringOf(query: BoundQuery, ehrId?: string): Covering | undefined {
  const chain = chainOf(query);
  if (!chain || query.window.last !== undefined) return undefined;
  const shape = shapeOf(query, chain);
  if (!shape) return undefined;
  const answer = answerOf(query, chain, shape);
  if (!answer) return undefined;
  const asked = { ...shape.query, ...(ehrId !== undefined && { ehrId }) };
  return { query: asked, firsts: answer.kind === 'rows' ? firstsOf(query, asked) : [], answer };
}

/** When rows are sorted by the start of their compositions, and an EHR's are not all that there are. */
function firstsOf(query: BoundQuery, asked: IndexQuery): readonly IndexQuery[] {
  const order = documentOrderOf(query);
  if (!order || asked.ehrId !== undefined || asked.ehrIds) return [];
  const { column, descending } = order;
  return firstCounts(query.window).map((count) => ({ ...asked, first: { column, descending, count } }));
}

// -------------------------------------------------------------------------------------------------------- FROM

function chainOf({ bindings, from }: BoundQuery): Chain | undefined {
  const chain: Binding[] = [];
  for (let at = from; ;) {
    const binding = at.kind === 'class' ? bindings[at.slot] : undefined;
    if (at.kind !== 'class' || !binding) return undefined;
    chain.push(binding);
    if (!at.contains) break;
    at = at.contains;
  }
  if (chain.length !== bindings.length) return undefined;
  const ehr = chain[0]?.rmType === 'EHR' ? chain.shift() : undefined;
  const composition = chain[0]?.rmType === 'COMPOSITION' ? chain.shift() : undefined;
  const entry = chain.shift();
  if (chain.length > 0 || (!composition && !entry)) return undefined;
  if (composition && !isPlain(composition.predicate)) return undefined;
  if (entry && (!ENTRIES.includes(entry.rmType) || !entry.predicate || !isPlain(entry.predicate))) return undefined;
  return { ehr, composition, entry };
}

/** No predicate, or nothing but one archetype id. */
function isPlain(predicate: Predicate | undefined): boolean {
  if (!predicate) return true;
  return (
    predicate.alternatives.length === 1 &&
    predicate.alternatives[0]?.length === 1 &&
    archetypeIdsOf(predicate) !== undefined
  );
}

// ------------------------------------------------------------------------------------------------------- WHERE

interface Shape {
  readonly query: IndexQuery;
  /** The path, as text, that all numbers come from. */
  readonly leaf: string | undefined;
}

function shapeOf(query: BoundQuery, { ehr, composition, entry }: Chain): Shape | undefined {
  const ehrIds = namedEhrs(query);
  if (ehrIds && ehrIds.ids.length > MOST_IDS) return undefined;
  const conditions = conjunctsOf(query.where).filter((conjunct) => !ehrIds?.conditions.has(conjunct));
  if (ehr?.predicate && !ehrIds?.predicate) return undefined;
  if (ehrIds && ehrIds.conditions.size + Number(ehrIds.predicate) > 1) return undefined;

  const numbers = entry ? numberPaths(query, entry) : [];
  const [leaf, ...others] = numbers;
  const stem = leaf && stemOf(leaf);
  const pattern = leaf && entry && indexedPath(entry, leaf)?.pattern;
  if (leaf && (stem === undefined || !pattern || others.some((other) => stemOf(other) !== stem))) return undefined;
  const ranges = rangesOf(conditions, (path) => leadsTo(path, composition, entry));
  if (!ranges) return undefined;
  const { magnitude: range, start } = ranges;
  const archetypeId = nodeIdsOf(entry?.predicate)?.[0];
  const compositionArchetypeIds = archetypeIdsOf(composition?.predicate);
  return {
    leaf: stem,
    query: {
      wanted: wantedOf(query),
      ...(ehrIds && { ehrIds: ehrIds.ids }),
      ...(compositionArchetypeIds && { compositionArchetypeIds }),
      ...(entry && archetypeId !== undefined && { entry: { rmType: entry.rmType, archetypeId } }),
      ...(start && { start }),
      ...(pattern && { leaf: { path: pattern, ...(range && { range }) } }),
    },
  };
}

function wantedOf({ columns, orderBy }: BoundQuery): IndexQuery['wanted'] {
  const ends = [...columns.map(({ value }) => value), ...orderBy.map(({ by }) => by)].map((one) =>
    one.kind === 'path' ? one.steps[0]?.attribute : undefined,
  );
  const wanted = new Set<'uid' | 'start-time'>();
  if (ends.includes('uid')) wanted.add('uid');
  if (ends.includes('context')) wanted.add('start-time');
  return wanted;
}

/** Paths of the entry in SELECT and WHERE. */
function numberPaths(query: BoundQuery, { slot }: Binding): readonly Path[] {
  const found: Path[] = [];
  const see = (expression: Expression | undefined): void => {
    if (expression?.kind === 'path' && expression.slot === slot) found.push(expression);
  };
  for (const { value } of query.columns) see(value.kind === 'aggregate' ? value.operand : value);
  for (const condition of conjunctsOf(query.where)) {
    if (condition.kind !== 'compare') continue;
    see(condition.left);
    see(condition.right);
  }
  return found;
}

/** The path to the data value, when it leads to the same instances in every row: an at-code at each step. */
function stemOf({ predicate, steps }: Path): string | undefined {
  const value = steps.at(-2);
  const end = steps.at(-1);
  if (predicate || value?.attribute !== 'value' || value.predicate || end?.predicate) return undefined;
  if (end?.attribute !== 'magnitude' && end?.attribute !== 'units') return undefined;
  const nodes = steps.slice(0, -2).map((step) => {
    const [group, ...more] = step.predicate?.alternatives ?? [];
    const [criterion, ...rest] = group ?? [];
    return criterion?.kind === 'node-id' && /^at\d/.test(criterion.nodeId) && more.length + rest.length === 0
      ? `${step.attribute}[${criterion.nodeId}]`
      : undefined;
  });
  return nodes.every((node) => node !== undefined) ? nodes.join('/') : undefined;
}

function leadsTo(path: Path, composition: Binding | undefined, entry: Binding | undefined): ComparedEnd | undefined {
  if (path.slot === entry?.slot) return isMagnitude(path) ? 'magnitude' : undefined;
  return path.slot === composition?.slot && plainText(path) === 'context/start_time/value' ? 'start' : undefined;
}

const isMagnitude = ({ steps }: Path): boolean => steps.at(-1)?.attribute === 'magnitude';

// ------------------------------------------------------------------------------------------------------ SELECT

function answerOf(query: BoundQuery, chain: Chain, { leaf, query: asked }: Shape): CoveredAnswer | undefined {
  const { columns, orderBy, distinct } = query;
  const aggregates = columns.flatMap(({ value }) => (value.kind === 'aggregate' ? [value] : []));
  if (aggregates.length > 0) {
    const ofNumbers = aggregates.every(
      ({ operand }) =>
        !operand || (operand.kind === 'path' && operand.slot === chain.entry?.slot && isMagnitude(operand)),
    );
    if (!ofNumbers) return undefined;
    if (aggregates.length < columns.length) return groupsOf(query, chain);
    if (orderBy.length > 0 || distinct) return undefined;
    if (leaf === undefined) return { kind: 'count' };
    if (asked.leaf?.range && aggregates.every((one) => one.function === 'COUNT' && !one.distinct))
      return { kind: 'count' };
    // COUNT(*) counts rows without a value as well, unless WHERE has left none.
    return asked.leaf?.range || aggregates.every(({ operand }) => operand)
      ? { kind: 'numbers', aggregates }
      : undefined;
  }
  const readers = columns.map(({ value }) => (value.kind === 'path' ? readerOf(value, chain, leaf) : undefined));
  const order = orderBy.map(({ by, descending }) => {
    const read = by.kind === 'path' ? orderReader(by, chain, leaf) : readers[by.index];
    return read && { read, descending };
  });
  if (!readers.every((one) => one !== undefined) || !order.every((one) => one !== undefined)) return undefined;
  return valuesOf(query, chain, asked) ?? { kind: 'rows', columns: readers, order };
}

/** DISTINCT numbers sorted by themselves; WHERE has left no row without. */
function valuesOf(
  { distinct, columns, orderBy }: BoundQuery,
  { entry }: Chain,
  asked: IndexQuery,
): CoveredAnswer | undefined {
  const [key, ...more] = orderBy;
  const ofNumbers = columns.every(
    ({ value }) => value.kind === 'path' && value.slot === entry?.slot && isMagnitude(value),
  );
  if (!distinct || !ofNumbers || !asked.leaf?.range || key?.by.kind !== 'column' || more.length > 0) return undefined;
  return { kind: 'values', descending: key.descending };
}

/** Aggregates by EHR; sorted, if at all, by what is selected. */
function groupsOf({ columns, orderBy }: BoundQuery, { ehr }: Chain): CoveredAnswer | undefined {
  const shown = columns.map(({ value }) => {
    if (value.kind === 'aggregate') return value;
    return value.kind === 'path' && value.slot === ehr?.slot && plainText(value) === 'ehr_id/value' ? 'ehr' : undefined;
  });
  const order = orderBy.map(({ by, descending }) =>
    by.kind === 'column' ? { column: by.index, descending } : undefined,
  );
  if (!shown.every((one) => one !== undefined) || !order.every((one) => one !== undefined)) return undefined;
  return { kind: 'groups', columns: shown, order };
}

function readerOf(path: Path, { ehr, composition, entry }: Chain, leaf: string | undefined): CellReader | undefined {
  if (path.slot === entry?.slot) {
    if (leaf === undefined || stemOf(path) !== leaf) return undefined;
    return isMagnitude(path) ? ({ magnitude }) => magnitude : ({ units }) => units;
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
function orderReader(path: Path, chain: Chain, leaf: string | undefined): CellReader | undefined {
  if (path.slot === chain.composition?.slot && plainText(path) === 'context/start_time') {
    return ({ startTime }) => (startTime === undefined ? undefined : { _type: 'DV_DATE_TIME', value: startTime });
  }
  return readerOf(path, chain, leaf);
}

const plainText = ({ predicate, steps }: Path): string | undefined =>
  predicate || steps.some((step) => step.predicate) ? undefined : steps.map(({ attribute }) => attribute).join('/');
