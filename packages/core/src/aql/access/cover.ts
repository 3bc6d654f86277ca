/**
 * Queries that index rows alone can answer: one chain EHR, COMPOSITION, entry of an archetype, and no more than one path to
 * numbers in it. Undefined for every other; what is covered gives exactly the rows that documents would give.
 */
import { compareNumbers, isJsonNumber, toNumber, type JsonValue } from '../../json/index.ts';
import type { IndexedRow, IndexQuery, NumberRange } from '../../ports/query.ts';
import { conjunctsOf } from '../evaluate/guards.ts';
import type { Aggregate, Binding, BoundQuery, Comparison, Condition, Expression, Path, Predicate } from '../model.ts';
import { mirrored } from '../values/index.ts';
import { archetypeIdsOf, indexedPath, nodeIdsOf } from './indexed-path.ts';
import { MOST_IDS } from './conditions.ts';
import { namedEhrs } from './named-ehrs.ts';

export interface Covering {
  readonly query: IndexQuery;
  readonly answer: CoveredAnswer;
}

export type CoveredAnswer =
  | { readonly kind: 'count' }
  | { readonly kind: 'numbers'; readonly aggregates: readonly Aggregate[] }
  | { readonly kind: 'rows'; readonly columns: readonly CellReader[]; readonly order: readonly CoveredOrder[] };

export type CellReader = (row: IndexedRow) => JsonValue | undefined;

export interface CoveredOrder {
  readonly read: CellReader;
  readonly descending: boolean;
}

const ENTRIES = ['OBSERVATION', 'EVALUATION', 'INSTRUCTION', 'ACTION', 'ADMIN_ENTRY'];

interface Chain {
  readonly ehr: Binding | undefined;
  readonly composition: Binding | undefined;
  readonly entry: Binding | undefined;
}

export function coveringOf(query: BoundQuery): Covering | undefined {
  const chain = chainOf(query);
  if (!chain || query.window.last !== undefined) return undefined;
  const shape = shapeOf(query, chain);
  if (!shape) return undefined;
  const answer = answerOf(query, chain, shape);
  return answer && { query: shape.query, answer };
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
  const range = conditions.length === 0 ? undefined : rangeOf(conditions, entry);
  if (conditions.length > 0 && !range) return undefined;
  const archetypeId = nodeIdsOf(entry?.predicate)?.[0];
  const compositionArchetypeIds = archetypeIdsOf(composition?.predicate);
  return {
    leaf: stem,
    query: {
      wanted: wantedOf(query),
      ...(ehrIds && { ehrIds: ehrIds.ids }),
      ...(compositionArchetypeIds && { compositionArchetypeIds }),
      ...(entry && archetypeId !== undefined && { entry: { rmType: entry.rmType, archetypeId } }),
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

const isMagnitude = ({ steps }: Path): boolean => steps.at(-1)?.attribute === 'magnitude';

function rangeOf(conditions: readonly Condition[], entry: Binding | undefined): NumberRange | undefined {
  let range: NumberRange | undefined = { lowerIncluded: true, upperIncluded: true };
  for (const condition of conditions) {
    if (condition.kind !== 'compare') return undefined;
    const [path, literal, op] =
      condition.left.kind === 'path'
        ? [condition.left, condition.right, condition.op]
        : [condition.right, condition.left, mirrored(condition.op)];
    if (path.kind !== 'path' || path.slot !== entry?.slot || !isMagnitude(path) || literal.kind !== 'literal')
      return undefined;
    const { value } = literal;
    if (!isJsonNumber(value) || compareNumbers(value, toNumber(value)) !== 0) return undefined;
    range = narrowed(range, op, toNumber(value));
    if (!range) return undefined;
  }
  return range;
}

function narrowed(range: NumberRange, op: Comparison, value: number): NumberRange | undefined {
  switch (op) {
    case '=':
      return range.lower === undefined && range.upper === undefined
        ? { ...range, lower: value, upper: value }
        : undefined;
    case '>':
    case '>=':
      return range.lower === undefined ? { ...range, lower: value, lowerIncluded: op === '>=' } : undefined;
    case '<':
    case '<=':
      return range.upper === undefined ? { ...range, upper: value, upperIncluded: op === '<=' } : undefined;
    case '!=':
      return undefined;
  }
}

// ------------------------------------------------------------------------------------------------------ SELECT

function answerOf(query: BoundQuery, chain: Chain, { leaf, query: asked }: Shape): CoveredAnswer | undefined {
  const { columns, orderBy, distinct } = query;
  const aggregates = columns.flatMap(({ value }) => (value.kind === 'aggregate' ? [value] : []));
  if (aggregates.length > 0) {
    if (aggregates.length < columns.length || orderBy.length > 0 || distinct) return undefined;
    if (leaf === undefined) return aggregates.every(({ operand }) => !operand) ? { kind: 'count' } : undefined;
    // COUNT(*) counts rows without a value as well, unless WHERE has left none.
    const counted = aggregates.every(({ operand }) =>
      operand
        ? operand.kind === 'path' && operand.slot === chain.entry?.slot && isMagnitude(operand)
        : asked.leaf?.range,
    );
    return counted ? { kind: 'numbers', aggregates } : undefined;
  }
  const readers = columns.map(({ value }) => (value.kind === 'path' ? readerOf(value, chain, leaf) : undefined));
  const order = orderBy.map(({ by, descending }) => {
    const read = by.kind === 'path' ? orderReader(by, chain, leaf) : readers[by.index];
    return read && { read, descending };
  });
  if (!readers.every((one) => one !== undefined) || !order.every((one) => one !== undefined)) return undefined;
  return { kind: 'rows', columns: readers, order };
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
