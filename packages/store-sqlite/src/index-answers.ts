/** Answers from index rows alone. */
import type { IndexedRow, IndexOrder, IndexQuery, IndexStore, NumberRange } from '@cairn/core';
import { cachedStatements } from './cached-statements.ts';
import type { Orm } from './connection.ts';
import type { Dictionary, PathEntry } from './dictionary.ts';
import { and, eq, inArray, sql, type SQL } from './drizzle.ts';
import { document, ehr, leaf, root, versionedObject } from './schema.ts';
import { uuidFromBytes, uuidToBytes } from './uuid.ts';

/** The same at once, as it is answered inside one state of the database. */
export type IndexAnswers = {
  readonly [Name in keyof IndexStore]: (...args: Parameters<IndexStore[Name]>) => Awaited<ReturnType<IndexStore[Name]>>;
};

/** Up to so many values are looked for by their index; beyond, EHR after EHR is looked through. */
const SOURCE_LIMIT = 2_000;

/** More rows than that, if all are wanted, are better streamed. */
const MOST_ROWS = 10_000;

const EHR_PAGE = 25;

const MOST_PLANS = 200;

/** So many rows are read beyond the limit, since the last root may have been cut. */
const MARGIN = 1_000;

/** A text as long as that may have been cut. */
const TEXT_LIMIT = 47;

/** The path keys of a query. */
interface Keys {
  /** Equal for queries that differ in nothing but the EHR. */
  readonly name: string;
  /** DV_QUANTITY and DV_COUNT. */
  readonly numbers: readonly PathEntry[];
  readonly others: readonly PathEntry[];
  readonly archetypes: readonly number[];
  readonly compositions: readonly number[];
}

export function indexAnswers(orm: Orm, dictionary: Dictionary): IndexAnswers {
  const statements = cachedStatements(orm);
  const plans = new Map<string, Keys>();
  const any = (name: string, query: SQL): boolean =>
    statements.all(`any ${name}`, () => sql`${query} limit 1`).length > 0;
  const unindexed = sql`select 1 from ${document} where ${document.indexed} = 0`;
  const hidden = sql`select ${ehr.ehrId} from ${ehr} where ${ehr.queryable} = 0`;

  /** Undefined when rows are missing, or some number is none that a double can be. */
  function keysOf({ entry, leaf: wanted, compositionArchetypeIds, ...rest }: IndexQuery): Keys | undefined {
    if (any('unindexed', unindexed)) return undefined;
    const name = `${dictionary.state()} ${JSON.stringify([entry, wanted, compositionArchetypeIds, [...rest.wanted]])}`;
    const keys = plans.get(name) ?? lookedUp(name, entry, wanted, compositionArchetypeIds);
    if (plans.size > MOST_PLANS) plans.clear();
    plans.set(name, keys);
    const strange = (): SQL =>
      sql`select 1 from ${leaf} where ${among(leaf.pathKey, keys.numbers)} and ${leaf.text} is not null limit 1`;
    return statements.all(`strange ${name}`, strange).length > 0 ? undefined : keys;
  }

  function lookedUp(
    name: string,
    entry: IndexQuery['entry'],
    wanted: IndexQuery['leaf'],
    compositionArchetypeIds: IndexQuery['compositionArchetypeIds'],
  ): Keys {
    const paths = wanted ? dictionary.paths(wanted.path) : [];
    const numbers = paths.filter(({ rmType }) => rmType === 'DV_QUANTITY' || rmType === 'DV_COUNT');
    return {
      name,
      numbers,
      others: paths.filter((path) => !numbers.includes(path)),
      archetypes: entry ? dictionary.archetypeKeys([entry.archetypeId], entry.rmType) : [],
      compositions: compositionArchetypeIds ? dictionary.archetypeKeys(compositionArchetypeIds, 'COMPOSITION') : [],
    };
  }

  /** Documents of EHRs that the query may see, of the compositions that it asks for. */
  function inScope(documentKey: SQL, { ehrId, ehrIds, compositionArchetypeIds }: IndexQuery, keys: Keys): SQL {
    const conditions: SQL[] = [];
    if (compositionArchetypeIds) {
      const its = sql`c.document_key = ${documentKey} and c.number = 0 and ${inKeys(sql`c.archetype_key`, keys.compositions)}`;
      conditions.push(sql`exists (select 1 from ${root} c where ${its})`);
    }
    const ids = ehrId === undefined ? ehrIds : ehrIds && !ehrIds.includes(ehrId) ? [] : [ehrId];
    if (ids) {
      const own = ids.length === 0 ? sql`0` : inArray(document.ehrId, [...ids]);
      conditions.push(sql`${documentKey} in (select ${document.documentKey} from ${document} where ${own})`);
    }
    if (ehrId === undefined && any('hidden', hidden)) {
      const itsDocuments = sql`select ${document.documentKey} from ${document} where ${document.ehrId} in (${hidden})`;
      conditions.push(sql`${documentKey} not in (${itsDocuments})`);
    }
    return and(...conditions) ?? sql`1`;
  }

  function count(query: IndexQuery): number | undefined {
    const keys = keysOf(query);
    if (!keys) return undefined;
    const from = query.entry
      ? sql`${root} where ${inKeys(sql`${root.archetypeKey}`, keys.archetypes)} and ${inScope(sql`${root.documentKey}`, query, keys)}`
      : sql`${document} where ${eq(document.kind, 'COMPOSITION')} and ${inScope(sql`${document.documentKey}`, query, keys)}`;
    const key = `count ${any('hidden', hidden)} ${scopeName(query)} ${keys.name}`;
    return statements.all(key, () => sql<Counted>`select count(*) as count from ${from}`)[0]?.count;
  }

  function numbers(query: IndexQuery): readonly (readonly [number, number])[] | undefined {
    const keys = keysOf(query);
    if (!keys || !query.leaf) return undefined;
    const { range } = query.leaf;
    const build = (): SQL<Counted & { readonly value: number }> =>
      sql`select ${leaf.number} as value, count(*) as count from ${leaf}
        where ${among(leaf.pathKey, keys.numbers)} and ${within(range)}
        and ${inScope(sql`${leaf.documentKey}`, query, keys)}
        group by ${leaf.number} order by ${leaf.number}`;
    const key = `numbers ${any('hidden', hidden)} ${scopeName(query)} ${keys.name}`;
    const found = statements.all(key, build);
    return found.map(({ value, count: times }) => [value, times]);
  }

  // --------------------------------------------------------------------------------------------------------- rows

  function rows(query: IndexQuery, limit?: number): readonly IndexedRow[] | undefined {
    const keys = keysOf(query);
    if (!keys) return undefined;
    const { ehrId, ehrIds, leaf: wanted } = query;
    if (ehrId !== undefined || ehrIds) {
      const ids = ehrId === undefined ? (ehrIds ?? []) : ehrIds && !ehrIds.includes(ehrId) ? [] : [ehrId];
      if (ids.length === 0) return [];
      const [first, ...more] = ids;
      const visible = ehrId === undefined ? sql`and ${ehr.queryable} = 1` : sql``;
      if (first !== undefined && more.length === 0) {
        const key = `one ${ehrId === undefined} ${limit} ${keys.name}`;
        const isIt = sql`${ehr.ehrId} = ${sql.placeholder('ehrId')} ${visible}`;
        return collect(query, keys, isIt, { limit, key, values: { ehrId: uuidToBytes(first) } });
      }
      return collect(query, keys, sql`${inArray(ehr.ehrId, [...ids])} ${visible}`, {
        limit,
        key: `${ids.join()} ${limit} ${keys.name}`,
      });
    }
    const range = wanted?.range;
    if (range) {
      const hits = (): SQL<Counted> => sql`select count(*) as count from (
        select 1 from ${leaf} where ${among(leaf.pathKey, keys.numbers)} and ${within(range)} limit ${SOURCE_LIMIT})`;
      const found = statements.all(`hits ${keys.name}`, hits)[0]?.count ?? 0;
      if (found < SOURCE_LIMIT && !(limit !== undefined && isDense(found, limit))) {
        return collect(query, keys, sql`${ehr.queryable} = 1`, { limit, key: `hits ${limit} ${keys.name}` });
      }
    }
    return limit === undefined ? undefined : firstRows(query, keys, limit);
  }

  /** Whether the first rows are met sooner on the way through the EHRs than all hits are put in order. */
  function isDense(hits: number, limit: number): boolean {
    const greatest = (): SQL<Counted> => sql`select max(${document.documentKey}) as count from ${document}`;
    return hits * hits > limit * (statements.all('size', greatest)[0]?.count ?? 0);
  }

  /** EHR after EHR in their order, until there are enough. */
  function firstRows(query: IndexQuery, keys: Keys, limit: number): readonly IndexedRow[] | undefined {
    const found: IndexedRow[] = [];
    let after: { readonly time: number; readonly ehrId: Buffer } = { time: -1, ehrId: Buffer.alloc(0) };
    const [time, id] = [sql`(select ${sql.placeholder('time')})`, sql`(select ${sql.placeholder('ehrId')})`];
    const [lastTime, lastId] = [sql.placeholder('lastTime'), sql.placeholder('lastId')];
    const behind = sql`(${ehr.timeCreated}, ${ehr.ehrId}) > (${time}, ${id}) and ${ehr.queryable} = 1`;
    const pageOf = (): SQL<typeof after> =>
      sql`select ${ehr.timeCreated} as time, ${ehr.ehrId} as ehrId from ${ehr} where ${behind}
        order by ${ehr.timeCreated}, ${ehr.ehrId} limit ${EHR_PAGE}`;
    while (found.length < limit) {
      const last = statements.all('page', pageOf, after).at(-1);
      if (!last) break;
      const inPage = sql`${behind} and (${ehr.timeCreated}, ${ehr.ehrId}) <= ((select ${lastTime}), (select ${lastId}))`;
      const rowsOfPage = collect(query, keys, inPage, {
        limit,
        paged: true,
        key: `page ${limit} ${keys.name}`,
        values: { ...after, lastTime: last.time, lastId: last.ehrId },
      });
      if (!rowsOfPage) return undefined;
      found.push(...rowsOfPage);
      after = last;
    }
    return found;
  }

  /** All rows of these EHRs, or, with a limit, so many at least. */
  function collect(
    query: IndexQuery,
    keys: Keys,
    ehrs: SQL,
    { limit = MOST_ROWS, paged = false, key, values }: Collecting,
  ): readonly IndexedRow[] | undefined {
    const build = (): SQL<RawRow> => rowStatement(query, keys, ehrs, limit + MARGIN, paged);
    const units = new Map(keys.numbers.map((path) => [path.pathKey, path]));
    const found: (IndexedRow & { readonly group: string; readonly position: string })[] = [];
    for (const row of statements.all(`rows ${key}`, build, values)) {
      const path = row.pathKey === null ? undefined : units.get(row.pathKey);
      if (path?.rmType === 'DV_QUANTITY' && path.units === '') return undefined;
      if (row.startTime !== null && row.startTime.length >= TEXT_LIMIT) return undefined;
      found.push({
        group: `${row.documentKey} ${row.root}`,
        position: row.position ?? '',
        ehrId: uuidFromBytes(row.ehrId),
        uid: row.uidTail === null ? undefined : `${uuidFromBytes(row.objectId)}::${row.uidTail}`,
        magnitude: path ? (row.number ?? undefined) : undefined,
        units: path?.rmType === 'DV_QUANTITY' ? path.units : undefined,
        startTime: row.startTime ?? undefined,
      });
    }
    if (found.length < limit + MARGIN) return inPositionOrder(found);
    const cut = found.at(-1)?.group;
    const whole = found.filter(({ group }) => group !== cut);
    return limit < MOST_ROWS && whole.length >= limit ? inPositionOrder(whole) : undefined;
  }

  function rowStatement(query: IndexQuery, keys: Keys, ehrs: SQL, most: number, paged: boolean): SQL<RawRow> {
    const { entry, leaf: wanted, compositionArchetypeIds } = query;
    const range = wanted?.range;
    const isEntry = sql`r.document_key = d.document_key and ${inKeys(sql`r.archetype_key`, entry ? keys.archetypes : keys.compositions)}`;
    const isComposition = sql`r.document_key = d.document_key and r.number = 0`;
    const itsRoot = entry || compositionArchetypeIds ? isEntry : isComposition;
    const paths = range ? keys.numbers : [...keys.numbers, ...keys.others];
    const itsLeaf = sql`l.document_key = d.document_key and l.root = r.number and ${inKeys(
      sql`l.path_key`,
      paths.map(({ pathKey }) => pathKey),
    )}`;
    const starts = dictionary.paths({ steps: [{ attribute: 'context' }, { attribute: 'start_time' }] });
    const startTime = sql`(select h.text from ${leaf} h where h.document_key = d.document_key and h.root = 0
      and ${inKeys(
        sql`h.path_key`,
        starts.filter(({ rmType }) => rmType !== '').map(({ pathKey }) => pathKey),
      )})`;
    const uidTail = sql`(select o.latest_system_id || '::' || o.latest_number from ${versionedObject} o
      where o.ehr_id = d.ehr_id and o.object_id = d.object_id)`;
    const composition =
      entry && compositionArchetypeIds
        ? sql`and exists (select 1 from ${root} c where c.document_key = d.document_key and c.number = 0
            and ${inKeys(sql`c.archetype_key`, keys.compositions)})`
        : sql``;
    // The order of the tables is that of the loops: values lead to documents only when they are few.
    const byValue = range && !paged && query.ehrId === undefined && !query.ehrIds;
    // The plus keeps SQLite from looking for the value among all that there are, when its document is known.
    const number = byValue ? sql`l.number` : sql`+l.number`;
    const tables = byValue
      ? sql`${leaf} l cross join ${document} d on d.document_key = l.document_key
          cross join ${root} r on ${isEntry} and r.number = l.root cross join ${ehr} on ${ehr.ehrId} = d.ehr_id`
      : sql`${ehr} cross join ${document} d on d.ehr_id = ${ehr.ehrId} and d.kind = 1
          cross join ${root} r on ${itsRoot} ${wanted ? sql`${range ? sql`cross join` : sql`left join`} ${leaf} l on ${itsLeaf}` : sql``}`;
    return sql`select d.document_key as documentKey, ${ehr.ehrId} as ehrId, d.object_id as objectId, r.number as root,
        ${wanted ? sql`l.path_key as pathKey, l.number as number, l.position as position` : sql`null as pathKey, null as number, null as position`},
        ${query.wanted.has('uid') ? uidTail : sql`null`} as uidTail,
        ${query.wanted.has('start-time') ? startTime : sql`null`} as startTime
      from ${tables}
      where ${ehrs} ${composition}
        ${
          range
            ? sql`and ${inKeys(
                sql`l.path_key`,
                keys.numbers.map(({ pathKey }) => pathKey),
              )} and ${within(range, number)}`
            : sql``
        }
      order by ${ehr.timeCreated}, ${ehr.ehrId}, d.time_committed, d.position, r.number
      limit ${most}`;
  }

  /** Each path key has its own order in the index, so each gives its first ones. */
  function bound({ path, column, descending, count: wanted }: IndexOrder): number | string | undefined {
    // Documents without index rows are looked at whatever their values are, so theirs may lie beyond any bound.
    if (any('unindexed', unindexed)) return undefined;
    const keys = dictionary.paths(path).filter(({ rmType }) => rmType !== '');
    if (keys.length === 0) return undefined;
    const value = leaf[column];
    const direction = descending ? sql`desc` : sql`asc`;
    const firsts = keys.map(
      ({ pathKey }) =>
        sql`select * from (select ${value} as value from ${leaf} where ${leaf.pathKey} = ${pathKey} and ${value} is not null
          order by ${value} ${direction} limit ${wanted})`,
    );
    const all = sql.join(firsts, sql` union all `);
    const build = (): SQL<{ readonly value: number | string }> =>
      sql`select value from (${all}) order by value ${direction} limit 1 offset ${wanted - 1}`;
    const key = `bound ${dictionary.state()} ${JSON.stringify([path, column, descending, wanted])}`;
    return statements.all(key, build)[0]?.value;
  }

  return { count, numbers, rows, bound };
}

interface Counted {
  readonly count: number;
}

interface Collecting {
  readonly limit: number | undefined;
  readonly paged?: boolean;
  /** Of the statement. */
  readonly key: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** What the conditions on EHRs depend on. */
const scopeName = ({ ehrId, ehrIds }: IndexQuery): string => JSON.stringify([ehrId, ehrIds]);

interface RawRow {
  readonly documentKey: number;
  readonly ehrId: Buffer;
  readonly objectId: Buffer;
  readonly root: number;
  readonly pathKey: number | null;
  readonly number: number | null;
  readonly position: string | null;
  readonly uidTail: string | null;
  readonly startTime: string | null;
}

/** Rows of one root come together; among themselves they are in the order of their places in lists. */
function inPositionOrder<T extends { readonly group: string; readonly position: string }>(rows: T[]): readonly T[] {
  let start = 0;
  for (let end = 1; end <= rows.length; end += 1) {
    if (rows[end]?.group === rows[start]?.group) continue;
    if (end - start > 1) {
      const group = rows.slice(start, end).sort((a, b) => comparePositions(a.position, b.position));
      rows.splice(start, group.length, ...group);
    }
    start = end;
  }
  return rows;
}

function comparePositions(a: string, b: string): number {
  const [x, y] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let index = 0; index < Math.max(x.length, y.length); index += 1) {
    const order = (x[index] ?? -1) - (y[index] ?? -1);
    if (order !== 0) return order;
  }
  return 0;
}

const inKeys = (column: SQL, keys: readonly number[]): SQL =>
  keys.length === 0
    ? sql`0`
    : sql`${column} in (${sql.join(
        keys.map((key) => sql`${key}`),
        sql`, `,
      )})`;

const among = (column: typeof leaf.pathKey, paths: readonly PathEntry[]): SQL =>
  inKeys(
    sql`${column}`,
    paths.map(({ pathKey }) => pathKey),
  );

function within(range: NumberRange | undefined, column: SQL = sql`${leaf.number}`): SQL {
  const { lower, lowerIncluded, upper, upperIncluded } = range ?? { lowerIncluded: true, upperIncluded: true };
  const conditions = [sql`${column} is not null`];
  if (lower !== undefined) conditions.push(lowerIncluded ? sql`${column} >= ${lower}` : sql`${column} > ${lower}`);
  if (upper !== undefined) conditions.push(upperIncluded ? sql`${column} <= ${upper}` : sql`${column} < ${upper}`);
  return sql.join(conditions, sql` and `);
}
