/**
 * Queries that index rows alone can answer: one chain EHR, COMPOSITION, entry of an archetype, and no more than one path to values
 * in it. Undefined for every other; what is covered gives exactly the rows that documents would give.
 */
import type { IndexQuery } from '../../ports/query.ts';
import { conjunctsOf } from '../evaluate/guards.ts';
import type { Binding, BoundQuery, Expression, Path } from '../model.ts';
import { MOST_IDS } from './conditions.ts';
import { conditionsOf, type ComparedEnd } from './cover-where.ts';
import { answerOf, type CoveredAnswer } from './cover-select.ts';
import { chainOf, rootsOf, type Chain } from './covered-chain.ts';
import { plainText, valuePath } from './covered-path.ts';
import { documentOrderOf, firstCounts } from './first-rows.ts';
import { indexedPath } from './indexed-path.ts';
import { namedEhrs } from './named-ehrs.ts';

export interface Covering {
  readonly query: IndexQuery;
  /** Asked for one after the other before all rows are: they make enough of them if they make as many as are wanted. */
  readonly firsts: readonly IndexQuery[];
  readonly answer: CoveredAnswer;
}

/** `ehrId`: only this EHR. */
export function coveringOf(query: BoundQuery, ehrId?: string): Covering | undefined {
  const chain = chainOf(query);
  if (!chain || query.window.last !== undefined) return undefined;
  const shape = shapeOf(query, chain);
  const answer = shape && answerOf(query, chain, shape.query, shape.suffixes);
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

interface Shape {
  readonly query: IndexQuery;
  /** From the data value on, what SELECT and ORDER BY read. */
  readonly suffixes: readonly string[];
}

function shapeOf(query: BoundQuery, chain: Chain): Shape | undefined {
  const { ehr, composition, entry } = chain;
  const ehrIds = namedEhrs(query);
  if (ehrIds && ehrIds.ids.length > MOST_IDS) return undefined;
  const where = conjunctsOf(query.where).filter((conjunct) => !ehrIds?.conditions.has(conjunct));
  if (ehr?.predicate && !ehrIds?.predicate) return undefined;
  if (ehrIds && ehrIds.conditions.size + Number(ehrIds.predicate) > 1) return undefined;

  const paths = entry ? pathsOf(query, entry) : { selected: [], compared: [], sorted: [] };
  const [first] = [...paths.selected, ...paths.compared];
  const stem = first && valuePath(first)?.stem;
  const pattern = first && entry && indexedPath(entry, first)?.pattern;
  if (first && (stem === undefined || !pattern)) return undefined;
  if (Object.values(paths).some((some) => some.some((path) => !first || valuePath(path)?.stem !== stem))) {
    return undefined;
  }
  const conditions = conditionsOf(where, (path) => leadsTo(path, composition, entry));
  if (!conditions) return undefined;
  const { start, ...ofValue } = conditions;
  const read = [...paths.selected, ...paths.sorted].flatMap((path) => valuePath(path)?.suffix ?? []);
  const suffixes = [...new Set(read)];
  return {
    suffixes,
    query: {
      wanted: wantedOf(query, suffixes),
      ...(ehrIds && { ehrIds: ehrIds.ids }),
      ...rootsOf(chain),
      ...(start && { start }),
      ...(pattern && { leaf: { path: pattern, ...ofValue } }),
    },
  };
}

function wantedOf({ columns, orderBy }: BoundQuery, suffixes: readonly string[]): IndexQuery['wanted'] {
  const ends = [...columns.map(({ value }) => value), ...orderBy.map(({ by }) => by)].map((one) =>
    one.kind === 'path' ? one.steps[0]?.attribute : undefined,
  );
  const wanted = new Set<'uid' | 'start-time' | 'text'>();
  if (ends.includes('uid')) wanted.add('uid');
  if (ends.includes('context')) wanted.add('start-time');
  if (suffixes.some((suffix) => suffix !== 'magnitude' && suffix !== 'units')) wanted.add('text');
  return wanted;
}

/** Paths of the entry in SELECT, in WHERE and in ORDER BY. */
function pathsOf({ columns, where, orderBy }: BoundQuery, { slot }: Binding) {
  const ofEntry = (expressions: readonly (Expression | undefined)[]): readonly Path[] =>
    expressions.flatMap((one) => (one?.kind === 'path' && one.slot === slot ? one : []));
  return {
    selected: ofEntry(columns.map(({ value }) => (value.kind === 'aggregate' ? value.operand : value))),
    compared: ofEntry(
      conjunctsOf(where).flatMap((condition) => [
        'left' in condition ? condition.left : undefined,
        'right' in condition ? condition.right : undefined,
      ]),
    ),
    sorted: ofEntry(orderBy.map(({ by }) => (by.kind === 'path' ? by : undefined))),
  };
}

function leadsTo(path: Path, composition: Binding | undefined, entry: Binding | undefined): ComparedEnd | undefined {
  if (path.slot === entry?.slot) return ENDS[valuePath(path)?.suffix ?? ''];
  return path.slot === composition?.slot && plainText(path) === 'context/start_time/value' ? 'start' : undefined;
}

const ENDS: Readonly<Partial<Record<string, ComparedEnd>>> = {
  magnitude: 'magnitude',
  value: 'text',
  'defining_code/code_string': 'code',
};
