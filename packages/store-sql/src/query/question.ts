/** A question to the index in the index's own terms: keys of archetypes and of paths, and the EHRs that may answer. */
import { hasNumber, passingPaths, type IndexQuery, type PathPattern } from '@cairn/core';
import { and, sql, type Column, type SQL } from '../drizzle.ts';
import { recentlyUsed } from '../recently-used.ts';
import type { Asking } from './ask.ts';
import { inKeys, isAmong, isComposition, type Bounds } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import type { PathEntry } from './dictionary.ts';
import { textsIn } from './given-texts.ts';
import { finding, type IndexState, type IndexStateReader } from './index-state.ts';

export interface Question {
  readonly query: IndexQuery;
  readonly state: IndexState;
  /** Of statements that depend on nothing else but its values. */
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The EHRs that are asked about; undefined: all. */
  readonly ehrIds: readonly string[] | undefined;
  /** Keys of archetypes: of the entry, and of the composition. */
  readonly entries: readonly number[];
  readonly compositions: readonly number[];
  /** And of what no composition may contain. */
  readonly excluded: readonly number[];
  /** All paths to values that are asked for, or to none, and those of them that lead to a DV_QUANTITY or DV_COUNT. */
  readonly paths: readonly PathEntry[];
  readonly numbers: readonly PathEntry[];
  /** Those to values that may meet the conditions; undefined: there are none. */
  readonly passing: readonly PathEntry[] | undefined;
  /** Some values are of classes of which rows don't say what is compared. */
  readonly untold: boolean;
  /** Some of the objects that are asked for a value are CLUSTERs, which have rows of values inside them only. */
  readonly ofClusters: boolean;
  /** Paths to the start of a composition: where it has one, and where it has none. */
  readonly starts: readonly PathEntry[];
  readonly startless: readonly PathEntry[];
}

/** Undefined when rows are missing or don't say what is compared, or some number is none that a double can be. */
export function questionReader(
  dialect: QueryDialect,
  readState: IndexStateReader,
): (query: IndexQuery) => Asking<Question | undefined> {
  const { leaf } = dialect.tables;
  const isMissing = unindexedIn(dialect);
  const questionOf = questionMaker();

  return function* read(query) {
    const state = yield* readState(ehrIdsOf(query));
    const question = questionOf(query, state);
    if (state.anyUnindexed && (yield* isMissing(question))) return undefined;
    // Where there are conditions nothing counts that has no value.
    if (question.untold || (question.ofClusters && !question.passing)) return undefined;
    if (question.numbers.length === 0 || (question.passing && !query.leaf?.range)) return question;
    const keys = pathKeys(question.numbers);
    const its = leaf.ehrId && isAmong(dialect, leaf.ehrId, question.ehrIds);
    const isStrange = (): SQL | undefined => and(inKeys(leaf.pathKey, keys), sql`${leaf.text} is not null`, its);
    const key = its ? `strange ${question.name}` : `strange ${keys.join()}`;
    return (yield* finding(state, key, leaf, isStrange, its && question.values)) ? undefined : question;
  };
}

/** Whether there are compositions without index rows among those that are asked about. */
function unindexedIn({ tables, isFalse, given }: QueryDialect): (question: Question) => Asking<boolean> {
  const { document, ehr } = tables;
  return function* isMissing({ state, ehrIds, values }) {
    const [only, ...more] = ehrIds ?? [];
    const one = only !== undefined && more.length === 0;
    const hidden = sql`${document.ehrId} not in (select ${ehr.ehrId} from ${ehr} where ${isFalse(ehr.queryable)})`;
    const conditions = and(
      isFalse(document.indexed),
      isComposition(document.kind),
      one ? sql`${document.ehrId} = ${given(ehr.ehrId, 'ehrId')}` : undefined,
      ehrIds ? undefined : hidden,
    );
    const key = `unindexed ${ehrIds === undefined} ${one}`;
    return yield* finding(state, key, document, () => conditions, one ? { ehrId: values['ehrId'] } : {});
  };
}

type Terms = Omit<Question, 'state'>;

/** So many questions have a name at a time; one that gets another has its statements made anew. */
const NAMED = 1_000;

type Names = (what: string) => string;

function shortNames(): Names {
  const known = recentlyUsed<string>(NAMED);
  let named = 0;
  return (what) => known(what, () => `question ${(named += 1)}`);
}

/** The terms of a query are the same until there are new archetypes or paths. */
function questionMaker(): (query: IndexQuery, state: IndexState) => Question {
  const known = new WeakMap<IndexQuery, { readonly of: string; readonly terms: Terms }>();
  const nameOf = shortNames();
  return (query, state) => {
    const of = `${state.dictionary.state()} ${state.anyHidden}`;
    const last = known.get(query);
    const terms = last?.of === of ? last.terms : termsOf(query, state, of, nameOf);
    if (last?.of !== of) known.set(query, { of, terms });
    return { ...terms, state };
  };
}

const START: PathPattern = { steps: [{ attribute: 'context' }, { attribute: 'start_time' }] };

function termsOf(query: IndexQuery, { dictionary }: IndexState, of: string, nameOf: Names): Terms {
  const { ehrId, entry, without, leaf, compositionArchetypeIds, start, first, wanted } = query;
  const paths = leaf ? dictionary.paths(leaf.path) : [];
  const starts = start || first || wanted.has('start-time') ? dictionary.paths(START) : [];
  const isFiltered = (leaf?.range ?? leaf?.texts ?? leaf?.codes) !== undefined;
  const passing = leaf && isFiltered ? passingPaths(paths, leaf) : undefined;
  const ehrIds = ehrIdsOf(query);
  const [only, ...more] = ehrIds ?? [];
  const isOne = only !== undefined && more.length === 0;
  const ranges = [leaf?.range, start].map(
    (range) =>
      range && [range.lower !== undefined, range.lowerIncluded, range.upper !== undefined, range.upperIncluded],
  );
  const scope = [ehrId === undefined, isOne ? 1 : ehrIds];
  const asked = [entry, without, leaf?.path, leaf?.texts?.length, leaf?.codes?.length, compositionArchetypeIds];
  return {
    query,
    name: nameOf(`${of} ${JSON.stringify([scope, asked, ranges, first, [...wanted]])}`),
    values: {
      ...(isOne && { ehrId: only }),
      ...boundsIn('number', leaf?.range),
      ...boundsIn('start', start),
      ...(leaf && textsIn(leaf)),
    },
    ehrIds,
    entries: entry ? dictionary.archetypeKeys([entry.archetypeId], entry.rmType) : [],
    compositions: compositionArchetypeIds ? dictionary.archetypeKeys(compositionArchetypeIds, 'COMPOSITION') : [],
    excluded: without ? dictionary.archetypeKeys([without.archetypeId], without.rmType) : [],
    paths,
    numbers: paths.filter(({ rmType }) => hasNumber(rmType)),
    passing,
    untold: isFiltered && !passing,
    ofClusters: leaf !== undefined && dictionary.goesOn(insideClusters(leaf.path)),
    starts: starts.filter(({ rmType }) => rmType !== ''),
    startless: starts.filter(({ rmType }) => rmType === ''),
  };
}

/** Where the members of CLUSTERs are, if they stand where ELEMENTs could. */
const insideClusters = ({ steps, ...path }: PathPattern): PathPattern => ({
  ...path,
  steps: [...steps.slice(0, -1), { attribute: 'items' }],
});

const ehrIdsOf = ({ ehrId, ehrIds }: IndexQuery): readonly string[] | undefined =>
  ehrId === undefined ? ehrIds : ehrIds && !ehrIds.includes(ehrId) ? [] : [ehrId];

type Ranged = 'number' | 'start';

const boundsIn = (
  of: Ranged,
  { lower, upper }: { readonly lower?: unknown; readonly upper?: unknown } = {},
): Readonly<Record<string, unknown>> => ({
  ...(lower !== undefined && { [`${of}Lower`]: lower }),
  ...(upper !== undefined && { [`${of}Upper`]: upper }),
});

/** Where the statements of a question have the bounds of a range. */
export const boundsOf = ({ given }: QueryDialect, of: Ranged, column: Column): Bounds => ({
  lower: given(column, `${of}Lower`),
  upper: given(column, `${of}Upper`),
});

export const pathKeys = (paths: readonly PathEntry[]): readonly number[] => paths.map(({ pathKey }) => pathKey);
