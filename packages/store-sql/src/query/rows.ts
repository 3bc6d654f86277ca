/** Rows of a question, in the order of candidates. */
import { isPlainKey, type IndexedRow, type IndexedValue, type IndexQuery } from '@cairn/core';
import type { SQL } from '../drizzle.ts';
import { recentlyUsed } from '../recently-used.ts';
import { ask, type Asking } from './ask.ts';
import type { QueryDialect } from './dialect.ts';
import type { PathEntry } from './dictionary.ts';
import type { Estimates } from './estimates.ts';
import type { Question } from './question.ts';
import { inPositionOrder, ofOneRoot, type Placed } from './row-order.ts';
import { isRowEach, rowStatements, type RawRow } from './row-statement.ts';
import { rowWays, type RowWay } from './row-ways.ts';

/** More rows than that, if all are wanted, are better streamed. */
const MOST_ROWS = 10_000;

/** So many rows are read beyond the limit, since the last root may have been cut; more where that has been so. */
const MARGINS = [1, 10, 100, 2_000];

/** Of so many questions it is remembered which margin was enough. */
const REMEMBERED = 1_000;

/** A text as long as that may have been cut. */
const TEXT_LIMIT = 47;

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
  const { document, ehr } = dialect.tables;
  const statements = rowStatements(dialect);
  const { wayTo, soonWayTo } = rowWays(dialect, estimate);

  /** The place of the margin. */
  const enoughFor = recentlyUsed<{ at: number }>(REMEMBERED);

  const objectIdOf = ({ objectId }: RawRow): string => document.objectId.mapFromDriverValue(objectId) as string;

  const isEmpty = ({ query, ehrIds, starts }: Question): boolean =>
    ehrIds?.length === 0 || (query.first !== undefined && !ehrIds && starts.length === 0);

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
      const { way, isWhole } = yield* soonWayTo(question, limit);
      const rows = way && (yield* collect(question, way, limit));
      return isWhole || (rows && rows.length >= (limit ?? Infinity)) ? { rows } : undefined;
    },
  };

  /** All rows of these EHRs, or, with a limit, so many at least. */
  function* collect(
    question: Question,
    { ehrs, source, key, values }: RowWay,
    limit: number | undefined,
  ): Asking<readonly IndexedRow[] | undefined> {
    const enough = enoughFor(question.name, () => ({ at: 0 }));
    for (const [at, margin] of MARGINS.entries()) {
      if (at < enough.at) continue;
      const most = (limit ?? MOST_ROWS) + margin;
      const build = (): SQL<RawRow> => statements.rows(question, { ehrs, source, most });
      const raw = yield* ask(`${key} ${source} ${most} ${question.name}`, build, { ...question.values, ...values });
      const { first } = question.query;
      if (first && source === 'starts') {
        if (hasTies(raw, first.descending)) return yield* collect(question, { ehrs, source: 'first', key }, limit);
        // There may be one more.
        if (isRowEach(question.query))
          return raw.length < first.count ? [] : rowsFrom(question, raw.slice(0, first.count));
      }
      const found = rowsFrom(question, raw);
      if (!found || found.length < most) return found && inPositionOrder(found);
      if (limit === undefined) return undefined;
      const cut = found.at(-1);
      const whole = found.filter((row) => !ofOneRoot(row, cut));
      if (whole.length >= limit) {
        enough.at = at;
        return inPositionOrder(whole);
      }
    }
    return undefined;
  }

  /** Undefined when some of them don't say all. */
  function rowsFrom({ query, paths }: Question, raw: readonly RawRow[]): FoundRow[] | undefined {
    const known = new Map(paths.map((path) => [path.pathKey, path]));
    const found: FoundRow[] = [];
    for (const row of raw) {
      const { documentKey, root = 0, position, pathKey, system, version, startTime } = row;
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

/** Compositions that start at the same time come in the order of their EHRs, of which starts alone say nothing. */
const hasTies = (rows: readonly RawRow[], descending: boolean): boolean =>
  rows.some((row, index) => {
    const last = rows[index - 1];
    if (!last || (last.documentKey === row.documentKey && isSame(last.ehrId, row.ehrId))) return false;
    const [one, next] = descending ? [row, last] : [last, row];
    return !comesBefore(startOf(one), startOf(next));
  });

type Start = string | number | null | undefined;

const startOf = ({ sortedBy, startTime }: RawRow): Start => (sortedBy === undefined ? startTime : sortedBy);

/** Without a doubt: false when there is one. */
const comesBefore = (a: Start, b: Start): boolean =>
  a !== null && a !== undefined && b !== null && b !== undefined && a < b;

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
