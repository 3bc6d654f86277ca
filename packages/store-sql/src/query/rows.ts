/** Rows of a question, in the order of candidates. */
import { isPlainKey, type IndexedRow, type IndexedValue, type IndexQuery } from '@cairn/core';
import { and, sql, type SQL } from '../drizzle.ts';
import { ask, type Asking } from './ask.ts';
import { inKeys, rowCount } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import type { PathEntry } from './dictionary.ts';
import { sizeEstimate, type Estimates } from './estimates.ts';
import { pathKeys, type Question } from './question.ts';
import { inPositionOrder, ofOneRoot, type Placed } from './row-order.ts';
import { rowStatements, type RawRow, type Source } from './row-statement.ts';
import { scopeOf } from './scope.ts';
import { selection } from './selection.ts';
import { valueConditions } from './value-conditions.ts';

/** Up to so many values are looked for by their index; beyond, EHR after EHR is looked through. */
const SOURCE_LIMIT = 2_000;

/** More rows than that, if all are wanted, are better streamed. */
const MOST_ROWS = 10_000;

/** So many rows are read beyond the limit, since the last root may have been cut; more when it has been the only one. */
const MARGINS = [5, 100, 2_000];

/** A text as long as that may have been cut. */
const TEXT_LIMIT = 47;

/** So many EHRs are looked through in hardly any time, if they are like most. */
const FEW_EHRS = 500;

/** How rows are found. */
interface Collecting {
  /** Of EHRs: the rows of others are not wanted. */
  readonly ehrs: SQL | undefined;
  readonly source: Source;
  /** Of the statement, with the source and the name of the question. */
  readonly key: 'few' | 'first' | 'all';
  readonly values?: Readonly<Record<string, unknown>>;
}

/** In the order of EHRs. */
interface Position {
  readonly time: number;
  readonly lastId: string;
}

type FoundRow = IndexedRow & Placed;

export interface RowReader {
  rows(query: IndexQuery, limit?: number): Asking<readonly IndexedRow[] | undefined>;
  /** The same, if it is soon found; undefined: it may take a while. */
  soonRows(query: IndexQuery, limit?: number): Asking<{ readonly rows: readonly IndexedRow[] | undefined } | undefined>;
}

export function rowReader(
  dialect: QueryDialect,
  read: (query: IndexQuery) => Asking<Question | undefined>,
  estimate: Estimates,
): RowReader {
  const { tables, given, isTrue } = dialect;
  const { document, ehr, leaf } = tables;
  const scope = scopeOf(dialect);
  const statements = rowStatements(dialect);
  const passes = valueConditions(dialect);
  const sizeOf = sizeEstimate(dialect, estimate);
  const positions = selection<Position>({ time: ehr.timeCreated, lastId: ehr.ehrId });
  const upToLast = sql`(${ehr.timeCreated}, ${ehr.ehrId}) <= (${given(ehr.timeCreated, 'time')}, ${given(ehr.ehrId, 'lastId')})`;

  /** How rows are best collected; undefined when there may be too many. */
  function* wayTo(question: Question, limit: number | undefined): Asking<Collecting | undefined> {
    const { query, ehrIds, state } = question;
    const visible = query.ehrId === undefined && state.anyHidden ? isTrue(ehr.queryable) : undefined;
    if (ehrIds) return { ehrs: and(scope.asked(ehr.ehrId, question), visible), source: 'ehrs', key: 'few' };
    if (query.first) return { ehrs: visible, source: visible ? 'first' : 'starts', key: 'all' };
    if (yield* isSparse(question, limit)) return { ehrs: visible, source: 'values', key: 'all' };
    return limit === undefined ? undefined : { ehrs: visible, source: 'ehrs', key: 'all' };
  }

  /** Whether all values that pass are put in order sooner than the first ones are met on the way through the EHRs. */
  function* isSparse(question: Question, limit: number | undefined): Asking<boolean> {
    const { passing, name, values } = question;
    if (!passing) return false;
    const doesPass = and(inKeys(leaf.pathKey, pathKeys(passing)), passes(leaf, question, false));
    const counted = (): SQL<{ readonly count: number }> =>
      sql`select count(*) as "count" from (select 1 from ${leaf} where ${doesPass} limit ${rowCount(SOURCE_LIMIT)}) as k`;
    const { count: hits = 0 } = (yield* estimate(`hits ${name}`, counted, values)) ?? {};
    if (hits >= SOURCE_LIMIT || limit === undefined) return hits < SOURCE_LIMIT;
    return hits * hits <= limit * (yield* sizeOf());
  }

  const objectIdOf = ({ objectId }: RawRow): string => document.objectId.mapFromDriverValue(objectId) as string;

  const isEmpty = ({ query, ehrIds, starts }: Question): boolean =>
    ehrIds?.length === 0 || (query.first !== undefined && !ehrIds && starts.length === 0);

  /** Some EHR that few come before; undefined when all are few. */
  function* fewEhrs(): Asking<Position | undefined> {
    const found = yield* estimate(
      'few EHRs',
      (): SQL =>
        sql`select ${positions.list} from ${ehr} order by ${ehr.timeCreated}, ${ehr.ehrId} limit 1 offset ${rowCount(FEW_EHRS)}`,
    );
    return found === undefined ? undefined : positions.read(found);
  }

  return {
    *rows(query, limit) {
      const question = yield* read(query);
      if (!question) return undefined;
      if (isEmpty(question)) return [];
      const way = yield* wayTo(question, limit);
      return way && (yield* collect(question, way, limit));
    },
    *soonRows(query, limit) {
      const question = yield* read(query);
      if (!question) return { rows: undefined };
      if (isEmpty(question)) return { rows: [] };
      const way = yield* wayTo(question, limit);
      const last = way?.source === 'ehrs' && way.key === 'all' ? yield* fewEhrs() : undefined;
      if (!way || !last) return { rows: way && (yield* collect(question, way, limit)) };
      const rows = yield* collect(
        question,
        { ...way, ehrs: and(way.ehrs, upToLast), key: 'first', values: { ...last } },
        limit,
      );
      return rows && rows.length >= (limit ?? Infinity) ? { rows } : undefined;
    },
  };

  /** All rows of these EHRs, or, with a limit, so many at least. */
  function* collect(
    question: Question,
    { ehrs, source, key, values }: Collecting,
    limit: number | undefined,
  ): Asking<readonly IndexedRow[] | undefined> {
    for (const margin of MARGINS) {
      const most = (limit ?? MOST_ROWS) + margin;
      const build = (): SQL<RawRow> => statements.rows(question, { ehrs, source, most });
      const raw = yield* ask(`${key} ${source} ${most} ${question.name}`, build, { ...question.values, ...values });
      if (source === 'starts' && hasTies(raw)) return yield* collect(question, { ehrs, source: 'first', key }, limit);
      const found = rowsFrom(question, raw);
      if (!found || found.length < most) return found && inPositionOrder(found);
      if (limit === undefined) return undefined;
      const cut = found.at(-1);
      const whole = found.filter((row) => !ofOneRoot(row, cut));
      if (whole.length >= limit) return inPositionOrder(whole);
    }
    return undefined;
  }

  /** Undefined when some of them don't say all. */
  function rowsFrom({ query, paths }: Question, raw: readonly RawRow[]): FoundRow[] | undefined {
    const known = new Map(paths.map((path) => [path.pathKey, path]));
    const found: FoundRow[] = [];
    for (const row of raw) {
      const { documentKey, root, position, pathKey, system, version, startTime } = row;
      const path = typeof pathKey === 'number' ? known.get(pathKey) : undefined;
      if (query.leaf?.codes && !isPlainKey(row.code ?? '')) return undefined;
      if (startTime && startTime.length >= TEXT_LIMIT) return undefined;
      found.push({
        documentKey,
        root,
        position: position ?? '',
        ehrId: ehr.ehrId.mapFromDriverValue(row.ehrId) as string,
        uid: system === undefined ? undefined : `${objectIdOf(row)}::${system}::${version}`,
        value: path && valueOf(row, path),
        startTime: startTime ?? undefined,
      });
    }
    return found;
  }
}

/** Compositions that start at the same time come in the order of their EHRs. */
const hasTies = (sorted: readonly RawRow[]): boolean =>
  sorted.some(({ sortedBy, documentKey, ehrId }, index) => {
    const last = sorted[index - 1];
    if (index === 0 || last?.sortedBy !== sortedBy) return false;
    return last?.documentKey !== documentKey || !isSame(last.ehrId, ehrId);
  });

/** Ids as drivers give them. */
const isSame = (a: unknown, b: unknown): boolean => String(a) === String(b);

/** There are many. */
function valueOf({ number, text, code }: RawRow, { rmType, units }: PathEntry): IndexedValue {
  const value: { -readonly [Name in keyof IndexedValue]: IndexedValue[Name] } = { rmType };
  if (units !== '') value.units = units;
  if (typeof number === 'number') value.number = number;
  if (typeof text === 'string') value.text = text;
  if (typeof code === 'string') value.code = code;
  return value;
}
