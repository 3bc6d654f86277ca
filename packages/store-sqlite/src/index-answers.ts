/** Answers from index rows alone. */
import type { IndexedRow, IndexOrder, IndexQuery, IndexStore, NumberRange } from '@cairn/core';
import type { Orm } from './connection.ts';
import type { Dictionary, PathEntry } from './dictionary.ts';
import { and, eq, inArray, sql, type SQL } from './drizzle.ts';
import { document, ehr, leaf, root, versionedObject } from './schema.ts';
import { uuidFromBytes } from './uuid.ts';

/** The same at once, as it is answered inside one state of the database. */
export type IndexAnswers = {
  readonly [Name in keyof IndexStore]: (...args: Parameters<IndexStore[Name]>) => Awaited<ReturnType<IndexStore[Name]>>;
};

/** Up to so many values are looked for by their index; beyond, EHR after EHR is looked through. */
const SOURCE_LIMIT = 2_000;

/** More rows than that, if all are wanted, are better streamed. */
const MOST_ROWS = 10_000;

const EHR_PAGE = 100;

/** So many rows are read beyond the limit, since the last root may have been cut. */
const MARGIN = 1_000;

/** A text as long as that may have been cut. */
const TEXT_LIMIT = 47;

/** The path keys of a query. */
interface Keys {
  /** DV_QUANTITY and DV_COUNT. */
  readonly numbers: readonly PathEntry[];
  readonly others: readonly PathEntry[];
  readonly archetypes: readonly number[];
  readonly compositions: readonly number[];
}

export function indexAnswers(orm: Orm, dictionary: Dictionary): IndexAnswers {
  const any = (query: SQL): boolean => orm.all(sql`${query} limit 1`).length > 0;

  /** Undefined when rows are missing, or some number is not spelled as a double is. */
  function keysOf({ entry, leaf: wanted, compositionArchetypeIds }: IndexQuery): Keys | undefined {
    if (any(sql`select 1 from ${document} where ${document.indexed} = 0`)) return undefined;
    const paths = wanted ? dictionary.paths(wanted.path) : [];
    const numbers = paths.filter(({ rmType }) => rmType === 'DV_QUANTITY' || rmType === 'DV_COUNT');
    const keys = {
      numbers,
      others: paths.filter((path) => !numbers.includes(path)),
      archetypes: entry ? dictionary.archetypeKeys([entry.archetypeId], entry.rmType) : [],
      compositions: compositionArchetypeIds ? dictionary.archetypeKeys(compositionArchetypeIds, 'COMPOSITION') : [],
    };
    const spelled = sql`select 1 from ${leaf} where ${among(leaf.pathKey, numbers)} and ${leaf.text} is not null`;
    return any(spelled) ? undefined : keys;
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
    const hidden = sql`select ${ehr.ehrId} from ${ehr} where ${ehr.queryable} = 0`;
    if (ehrId === undefined && any(hidden)) {
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
    return orm.get<{ count: number }>(sql`select count(*) as count from ${from}`).count;
  }

  function numbers(query: IndexQuery): readonly (readonly [number, number])[] | undefined {
    const keys = keysOf(query);
    if (!keys || !query.leaf) return undefined;
    const rows = orm.values<[number, number]>(
      sql`select ${leaf.number}, count(*) from ${leaf}
        where ${among(leaf.pathKey, keys.numbers)} and ${within(query.leaf.range)}
        and ${inScope(sql`${leaf.documentKey}`, query, keys)}
        group by ${leaf.number} order by ${leaf.number}`,
    );
    return rows;
  }

  // --------------------------------------------------------------------------------------------------------- rows

  function rows(query: IndexQuery, limit?: number): readonly IndexedRow[] | undefined {
    const keys = keysOf(query);
    if (!keys) return undefined;
    const { ehrId, ehrIds, leaf: wanted } = query;
    if (ehrId !== undefined || ehrIds) {
      const ids = ehrId === undefined ? (ehrIds ?? []) : ehrIds && !ehrIds.includes(ehrId) ? [] : [ehrId];
      if (ids.length === 0) return [];
      const visible = ehrId === undefined ? sql`and ${ehr.queryable} = 1` : sql``;
      return collect(query, keys, sql`${inArray(ehr.ehrId, [...ids])} ${visible}`, limit);
    }
    const range = wanted?.range;
    if (range) {
      const hits = sql`select 1 from ${leaf} where ${among(leaf.pathKey, keys.numbers)} and ${within(range)}`;
      if (orm.all(sql`${hits} limit ${SOURCE_LIMIT}`).length < SOURCE_LIMIT) {
        return collect(query, keys, sql`${ehr.queryable} = 1`, limit);
      }
    }
    return limit === undefined ? undefined : firstRows(query, keys, limit);
  }

  /** EHR after EHR in their order, until there are enough. */
  function firstRows(query: IndexQuery, keys: Keys, limit: number): readonly IndexedRow[] | undefined {
    const found: IndexedRow[] = [];
    let [time, ehrId]: [number, Buffer] = [-1, Buffer.alloc(0)];
    while (found.length < limit) {
      const page = orm.values<[number, Buffer]>(
        sql`select ${ehr.timeCreated}, ${ehr.ehrId} from ${ehr}
          where (${ehr.timeCreated}, ${ehr.ehrId}) > (${time}, ${ehrId}) and ${ehr.queryable} = 1
          order by ${ehr.timeCreated}, ${ehr.ehrId} limit ${EHR_PAGE}`,
      );
      const last = page.at(-1);
      if (!last) break;
      const inPage = sql`(${ehr.timeCreated}, ${ehr.ehrId}) > (${time}, ${ehrId})
        and (${ehr.timeCreated}, ${ehr.ehrId}) <= (${last[0]}, ${last[1]}) and ${ehr.queryable} = 1`;
      const rowsOfPage = collect(query, keys, inPage, limit - found.length, true);
      if (!rowsOfPage) return undefined;
      found.push(...rowsOfPage);
      [time, ehrId] = last;
    }
    return found;
  }

  /** All rows of these EHRs, or, with a limit, so many at least. */
  function collect(
    query: IndexQuery,
    keys: Keys,
    ehrs: SQL,
    limit = MOST_ROWS,
    paged = false,
  ): readonly IndexedRow[] | undefined {
    const statement = rowStatement(query, keys, ehrs, limit + MARGIN, paged);
    const units = new Map(keys.numbers.map((path) => [path.pathKey, path]));
    const found: (IndexedRow & { readonly group: string; readonly position: string })[] = [];
    for (const row of orm.all<RawRow>(statement)) {
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

  function rowStatement(query: IndexQuery, keys: Keys, ehrs: SQL, most: number, paged: boolean): SQL {
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
              )} and ${within(range, sql`l.number`)}`
            : sql``
        }
      order by ${ehr.timeCreated}, ${ehr.ehrId}, d.time_committed, d.position, r.number
      limit ${most}`;
  }

  /** Each path key has its own order in the index, so each gives its first ones. */
  function bound({ path, column, descending, count: wanted }: IndexOrder): number | string | undefined {
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
    const [last] = orm.values<[number | string]>(
      sql`select value from (${all}) order by value ${direction} limit 1 offset ${wanted - 1}`,
    );
    return last?.[0];
  }

  return { count, numbers, rows, bound };
}

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
