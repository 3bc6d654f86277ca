/** What every use of the index has to know first of the state of the database that it reads. */
import { and, sql, type Column, type SQL, type Table } from '../drizzle.ts';
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
  readonly findings: Map<string, number>;
}

interface Facts {
  readonly unindexed: unknown;
  readonly hidden: unknown;
  readonly archetypes: number | null;
  readonly paths: number | null;
}

/** Of a few EHRs this is so most of the time. */
const NOTHING_ODD = { unindexed: false, hidden: false };

/** PostgreSQL takes longer to begin with `max`. */
const greatest = (table: Table, key: Column): SQL => sql`(select ${key} from ${table} order by ${key} desc limit 1)`;

/** What is to be known of other EHRs may be missing; with no ids, what is to be known of any. */
export type IndexStateReader = (ehrIds?: readonly string[]) => Asking<IndexState>;

/** The dictionaries are read once, and then only what has been added; the rest for each state of the database. */
export function indexStateReader(dialect: QueryDialect): IndexStateReader {
  const { tables, isFalse, stamp } = dialect;
  const { ehr, document, archetype, leafPath } = tables;
  const dictionary = indexDictionary(dialect);

  function facts(ehrIds: readonly string[] | undefined): SQL<Facts> {
    const its = isAmong(dialect, document.ehrId, ehrIds);
    const unindexed = and(isFalse(document.indexed), isComposition(document.kind), its);
    const hidden = and(isFalse(ehr.queryable), isAmong(dialect, ehr.ehrId, ehrIds));
    return sql`select
      exists (select 1 from ${document} where ${unindexed}) as "unindexed",
      exists (select 1 from ${ehr} where ${hidden}) as "hidden",
      ${greatest(archetype, archetype.archetypeKey)} as "archetypes", ${greatest(leafPath, leafPath.pathKey)} as "paths"`;
  }

  let latest: { readonly stamp: unknown; readonly state: IndexState } | undefined;
  let ofAll = NOTHING_ODD;

  return function* readState(ehrIds) {
    const stamped = stamp && Object.values((yield* ask('stamp', () => stamp as SQL<object>))[0] ?? {})[0];
    if (latest && stamped !== undefined && latest.stamp === stamped) return latest.state;
    // What holds for all EHRs is worth knowing where it is remembered.
    const some = stamp ? undefined : ehrIds;
    const [only, ...more] = some ?? [];
    const key = more.length > 0 ? undefined : `state ${some?.length}`;
    const presumed = { ...(some ? NOTHING_ODD : ofAll), ...dictionary.last() };
    const [found] = yield* ask(key, () => facts(some), { ehrId: only }, presumed);
    yield* dictionary.learn(found?.archetypes ?? 0, found?.paths ?? 0);
    const [anyUnindexed, anyHidden] = [Boolean(found?.unindexed), Boolean(found?.hidden)];
    if (!some) ofAll = { unindexed: anyUnindexed, hidden: anyHidden };
    const state = { dictionary, anyUnindexed, anyHidden, findings: new Map<string, number>() };
    latest = { stamp: stamped, state };
    return state;
  };
}

/** So many findings are remembered. */
const MOST_FINDINGS = 500;

/** The one number that a statement gives, most of the time 0: asked for once in each state of the database. */
export function* finding(
  { findings }: IndexState,
  key: string,
  build: () => SQL<{ readonly count: number }>,
  values: Readonly<Record<string, unknown>> = {},
): Asking<number> {
  const name = `${key} ${JSON.stringify(values)}`;
  const known = findings.get(name);
  if (known !== undefined) return known;
  const [found] = yield* ask(key, build, values, { count: 0 });
  const count = found?.count ?? 0;
  if (findings.size >= MOST_FINDINGS) findings.clear();
  findings.set(name, count);
  return count;
}
