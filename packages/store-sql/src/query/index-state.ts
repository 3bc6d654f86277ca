/** What every use of the index has to know first of the state of the database that it reads. */
import { and, gt, sql, type Column, type SQL, type Table } from '../drizzle.ts';
import { ask, type Asking } from './ask.ts';
import { isAmong, isComposition } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import { indexDictionary, type Dictionary } from './dictionary.ts';

export interface IndexState {
  /** Complete for this state of the database. */
  readonly dictionary: Pick<Dictionary, 'archetypeKeys' | 'archetypes' | 'goesOn' | 'paths' | 'state'>;
  /** There are compositions without index rows, which may matter for any query. */
  readonly anyUnindexed: boolean;
  /** There are EHRs that are not queryable. */
  readonly anyHidden: boolean;
  /** What has been found out about this state, by the key of the question. */
  readonly findings: Map<string, boolean>;
}

interface Facts {
  readonly unindexed: unknown;
  readonly hidden: unknown;
  readonly archetypes: number | null;
  readonly paths: number | null;
}

/** Of a few EHRs this is so most of the time. */
const NOTHING_ODD = { unindexed: false, hidden: false };

type Odd = Pick<Facts, 'unindexed' | 'hidden'>;

/** PostgreSQL takes longer to begin with `max`. */
const greatest = (table: Table, key: Column): SQL => sql`(select ${key} from ${table} order by ${key} desc limit 1)`;

const exists = (table: Table, condition: SQL | undefined): SQL =>
  sql`exists (select 1 from ${table} where ${condition})`;

const whether = (is: unknown, condition: SQL): SQL => (is ? condition : sql`not ${condition}`);

/** Undefined: all. */
type EhrIds = readonly string[] | undefined;

/** What is to be known of other EHRs may be missing; with no ids, what is to be known of any. */
export type IndexStateReader = (ehrIds?: EhrIds) => Asking<IndexState>;

/** The dictionaries are read once, and then only what has been added; the rest for each state of the database. */
export function indexStateReader(dialect: QueryDialect): IndexStateReader {
  const { tables, isFalse, given, stamp } = dialect;
  const { ehr, document, archetype, leafPath } = tables;
  const dictionary = indexDictionary(dialect);

  const unindexedOf = (ehrIds: EhrIds): SQL | undefined =>
    and(isFalse(document.indexed), isComposition(document.kind), isAmong(dialect, document.ehrId, ehrIds));
  const hiddenOf = (ehrIds: EhrIds): SQL | undefined =>
    and(isFalse(ehr.queryable), isAmong(dialect, ehr.ehrId, ehrIds));

  const facts = (ehrIds: EhrIds): SQL<Facts> =>
    sql`select ${exists(document, unindexedOf(ehrIds))} as "unindexed", ${exists(ehr, hiddenOf(ehrIds))} as "hidden",
      ${greatest(archetype, archetype.archetypeKey)} as "archetypes", ${greatest(leafPath, leafPath.pathKey)} as "paths"`;

  /** Entries of dictionaries are only ever added. */
  const isStill = (ehrIds: EhrIds, { unindexed, hidden }: Odd): SQL =>
    sql.join(
      [
        whether(unindexed, exists(document, unindexedOf(ehrIds))),
        whether(hidden, exists(ehr, hiddenOf(ehrIds))),
        whether(false, exists(archetype, gt(archetype.archetypeKey, given(archetype.archetypeKey, 'lastArchetype')))),
        whether(false, exists(leafPath, gt(leafPath.pathKey, given(leafPath.pathKey, 'lastPath')))),
      ],
      sql` and `,
    );

  let latest: { readonly stamp: unknown; readonly state: IndexState } | undefined;
  let ofAll = NOTHING_ODD;

  return function* readState(ehrIds) {
    const stamped = stamp && Object.values((yield* ask('stamp', () => stamp as SQL<object>))[0] ?? {})[0];
    if (latest && stamped !== undefined && latest.stamp === stamped) return latest.state;
    // What holds for all EHRs is worth knowing where it is remembered.
    const some = stamp ? undefined : ehrIds;
    const [only, ...more] = some ?? [];
    const key = more.length > 0 ? undefined : `state ${some?.length}`;
    const odd = some ? NOTHING_ODD : ofAll;
    const { archetypes, paths } = dictionary.last();
    const [found] = yield* ask(
      key,
      () => facts(some),
      { ehrId: only, lastArchetype: archetypes, lastPath: paths },
      { row: { ...odd, archetypes, paths }, holds: () => isStill(some, odd), state: `${odd.unindexed} ${odd.hidden}` },
    );
    yield* dictionary.learn(found?.archetypes ?? 0, found?.paths ?? 0);
    const [anyUnindexed, anyHidden] = [Boolean(found?.unindexed), Boolean(found?.hidden)];
    if (!some) ofAll = { unindexed: anyUnindexed, hidden: anyHidden };
    const state = { dictionary, anyUnindexed, anyHidden, findings: new Map<string, boolean>() };
    latest = { stamp: stamped, state };
    return state;
  };
}

/** So many findings are remembered. */
const MOST_FINDINGS = 500;

/** Whether there is a row in a table for which a condition holds, as there is not most of the time: asked for once in each state of the database. */
export function* finding(
  { findings }: IndexState,
  key: string,
  table: Table,
  condition: () => SQL | undefined,
  values: Readonly<Record<string, unknown>> = {},
): Asking<boolean> {
  const name = `${key} ${JSON.stringify(values)}`;
  const known = findings.get(name);
  if (known !== undefined) return known;
  const isThere = (): SQL => exists(table, condition());
  const build = (): SQL<{ readonly found: unknown }> => sql`select ${isThere()} as "found"`;
  const presumed = { row: { found: false }, holds: () => whether(false, isThere()), state: '' };
  const [row] = yield* ask<{ readonly found: unknown }>(key, build, values, presumed);
  const found = Boolean(row?.found);
  if (findings.size >= MOST_FINDINGS) findings.clear();
  findings.set(name, found);
  return found;
}
