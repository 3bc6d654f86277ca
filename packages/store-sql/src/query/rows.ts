/** Rows of a question, in the order of candidates. */
import { isPlainKey, type IndexedRow, type IndexedValue, type IndexQuery } from '@cairn/core';
import { and, sql, type SQL } from '../drizzle.ts';
import { ask, type Asking } from './ask.ts';
import { inKeys } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import type { PathEntry } from './dictionary.ts';
import { finding } from './index-state.ts';
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

interface Collecting {
  /** Of EHRs; their rows are wanted. */
  readonly ehrs: SQL;
  readonly limit: number | undefined;
  readonly source: Source;
  /** Of the statement, with the source and the name of the question. */
  readonly key: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

interface Position {
  readonly time: number;
  readonly ehrId: string;
}

const BEFORE_ALL: Position = { time: -1, ehrId: '00000000-0000-0000-0000-000000000000' };

type FoundRow = IndexedRow & Placed;

export function rowReader(
  dialect: QueryDialect,
  read: (query: IndexQuery) => Asking<Question | undefined>,
): (query: IndexQuery, limit?: number) => Asking<readonly IndexedRow[] | undefined> {
  const { tables, given, isTrue, size, ehrPage } = dialect;
  const { ehr, leaf } = tables;
  const scope = scopeOf(dialect);
  const statements = rowStatements(dialect);
  const visible = isTrue(ehr.queryable);
  const positions = selection<Position>({ time: ehr.timeCreated, ehrId: ehr.ehrId });
  const passes = valueConditions(dialect);
  const position = sql`(${ehr.timeCreated}, ${ehr.ehrId})`;
  const behind = sql`${position} > (${given(ehr.timeCreated, 'time')}, ${given(ehr.ehrId, 'afterId')}) and ${visible}`;

  return function* rows(query, limit) {
    const question = yield* read(query);
    if (!question) return undefined;
    const { ehrIds } = question;
    if (ehrIds) {
      if (ehrIds.length === 0) return [];
      const ehrs = and(scope.asked(ehr.ehrId, question), query.ehrId === undefined ? visible : undefined) ?? visible;
      return yield* collect(question, { ehrs, limit, source: 'ehrs', key: 'few' });
    }
    if (query.first && question.starts.length === 0) return [];
    if (query.first) return yield* collect(question, { ehrs: visible, limit, source: 'first', key: 'all' });
    if (yield* isSparse(question, limit)) {
      return yield* collect(question, { ehrs: visible, limit, source: 'values', key: 'all' });
    }
    return limit === undefined ? undefined : yield* firstRows(question, limit);
  };

  /** Whether all values that pass are put in order sooner than the first ones are met on the way through the EHRs. */
  function* isSparse(question: Question, limit: number | undefined): Asking<boolean> {
    const { passing, name, state, values } = question;
    if (!passing) return false;
    const doesPass = and(inKeys(leaf.pathKey, pathKeys(passing)), passes(leaf, question, false));
    const counted = (): SQL<{ readonly count: number }> =>
      sql`select count(*) as "count" from (select 1 from ${leaf} where ${doesPass} limit ${SOURCE_LIMIT}) as k`;
    const hits = yield* finding(state, `hits ${name}`, counted, values);
    if (hits >= SOURCE_LIMIT || limit === undefined) return hits < SOURCE_LIMIT;
    const documents = yield* finding(state, 'size', () => sql`select ${size} as "count"`);
    return hits * hits <= limit * documents;
  }

  /** EHR after EHR in their order, until there are enough. */
  function* firstRows(question: Question, limit: number): Asking<readonly IndexedRow[] | undefined> {
    const start = { time: BEFORE_ALL.time, afterId: BEFORE_ALL.ehrId };
    if (ehrPage === undefined) {
      return yield* collect(question, { ehrs: behind, limit, source: 'ehrs', key: 'walk', values: start });
    }
    const page = (): SQL =>
      sql`select ${positions.list} from ${ehr} where ${behind}
        order by ${ehr.timeCreated}, ${ehr.ehrId} limit ${ehrPage}`;
    const upToLast = sql`${position} <= (${given(ehr.timeCreated, 'lastTime')}, ${given(ehr.ehrId, 'lastId')})`;
    const ehrs = sql`${behind} and ${upToLast}`;
    const found: IndexedRow[] = [];
    let after = start;
    while (found.length < limit) {
      const last = (yield* ask('page', page, after)).at(-1);
      if (last === undefined) break;
      const { time, ehrId } = positions.read(last);
      const values = { ...after, lastTime: time, lastId: ehrId };
      const rowsOfPage = yield* collect(question, { ehrs, limit, source: 'ehrs', key: 'page', values });
      if (!rowsOfPage) return undefined;
      found.push(...rowsOfPage);
      after = { time, afterId: ehrId };
    }
    return found;
  }

  /** All rows of these EHRs, or, with a limit, so many at least. */
  function* collect(
    question: Question,
    { ehrs, limit, source, key, values }: Collecting,
  ): Asking<readonly IndexedRow[] | undefined> {
    for (const margin of MARGINS) {
      const most = (limit ?? MOST_ROWS) + margin;
      const build = (): SQL => statements.rows(question, { ehrs, source, most });
      const raw = yield* ask(`${key} ${source} ${most} ${question.name}`, build, { ...question.values, ...values });
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
  function rowsFrom({ query, paths }: Question, raw: readonly unknown[]): FoundRow[] | undefined {
    const known = new Map(paths.map((path) => [path.pathKey, path]));
    const found: FoundRow[] = [];
    for (const one of raw) {
      const row = statements.readRow(one);
      const path = row.pathKey === null ? undefined : known.get(row.pathKey);
      if (query.leaf?.codes && !isPlainKey(row.code ?? '')) return undefined;
      if (row.startTime !== null && row.startTime.length >= TEXT_LIMIT) return undefined;
      found.push({
        documentKey: row.documentKey,
        root: row.root,
        position: row.position ?? '',
        ehrId: row.ehrId,
        uid: row.system === null ? undefined : `${row.objectId}::${row.system}::${row.version}`,
        value: path && valueOf(row, path),
        startTime: row.startTime ?? undefined,
      });
    }
    return found;
  }
}

/** There are many. */
function valueOf({ number, text, code }: RawRow, { rmType, units }: PathEntry): IndexedValue {
  const value: { -readonly [Name in keyof IndexedValue]: IndexedValue[Name] } = { rmType };
  if (units !== '') value.units = units;
  if (number !== null) value.number = number;
  if (text !== null) value.text = text;
  if (code !== null) value.code = code;
  return value;
}
