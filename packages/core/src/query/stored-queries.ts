/** Stored queries: AQL under a name and a version (ITS-REST "Definition: Query", "Query"; requirement "Query endpoint"). */
import { checkQuery } from '../aql/check/index.ts';
import { parseQuery } from '../aql/language/index.ts';
import { withinStack } from '../aql/stack.ts';
import { CdrError } from '../errors.ts';
import type { Clock } from '../ports/runtime.ts';
import type { DefinitionStore, StoredQueryRecord } from '../ports/store.ts';
import { formatInstant } from '../time/index.ts';
import { probesFor } from './probes.ts';
import { compareVersions, highestVersion, isVersion, isVersionPrefix, nextVersion } from './semver.ts';
import type { QueryOptions, QueryService, ResultSet } from './service.ts';

/** StoredQuery of the openEHR REST API. */
export interface StoredQuery {
  /** `[{namespace}::]{name}` */
  readonly name: string;
  readonly type: 'AQL';
  /** SemVer. */
  readonly version: string;
  readonly saved: string;
  readonly q: string;
}

/** Throws `invalid_parameter` for a name or a version of the wrong form. */
export interface StoredQueryService {
  /**
   * Stores a query under a full version, which must be new: `query_exists`. Without one it becomes 1.0.0, later the next patch of the
   * highest release; when that has the same text already, nothing is stored. The query is checked except for what depends on the
   * values of its parameters: `invalid_query`.
   */
  put(name: string, aql: string, version?: string): Promise<StoredQuery>;
  /** The highest release; with `1` or `1.0`, the highest below that. Throws `query_not_found`. */
  get(name: string, version?: string): Promise<StoredQuery>;
  /**
   * All versions of the query with this namespace and name; when there is none, of all whose names begin like this. Ordered by name,
   * then by precedence of versions.
   */
  list(pattern?: string): Promise<readonly StoredQuery[]>;
  /** Removes one version, named in full, for good. Throws `query_not_found`. */
  delete(name: string, version: string): Promise<void>;
  /** Runs a query; finds it as `get` does and throws what `aql` throws besides. */
  run(name: string, version?: string, options?: QueryOptions): Promise<ResultSet>;
}

/** AQL, ad hoc and stored. */
export interface Queries extends QueryService {
  readonly stored: StoredQueryService;
}

export interface StoredQueryDeps {
  readonly definitions: DefinitionStore;
  readonly clock: Clock;
  readonly aql: QueryService['aql'];
}

export function createStoredQueryService({ definitions, clock, aql }: StoredQueryDeps): StoredQueryService {
  const put = async (name: string, version: string, text: string): Promise<StoredQuery | undefined> => {
    const record = { name, version, text, timeSaved: clock.now() };
    return (await definitions.putQuery(record)) === 'stored' ? asStoredQuery(record) : undefined;
  };

  const putNext = async (name: string, text: string): Promise<StoredQuery> => {
    for (;;) {
      const highest = highestVersion(await definitions.queryVersions(name));
      const current = highest === undefined ? undefined : await definitions.query(name, highest);
      if (current?.text === text) return asStoredQuery(current);
      const stored = await put(name, nextVersion(highest), text);
      // Somebody else took that version meanwhile; there is a higher one now.
      if (stored) return stored;
    }
  };

  const get = async (name: string, wanted?: string): Promise<StoredQuery> => {
    checkName(name);
    if (wanted !== undefined && !isVersion(wanted) && !isVersionPrefix(wanted)) throw notAVersion();
    const exact = wanted !== undefined && isVersion(wanted);
    if (exact) {
      const record = await definitions.query(name, wanted);
      if (!record) throw notFound();
      return asStoredQuery(record);
    }
    for (;;) {
      const version = highestVersion(await definitions.queryVersions(name), wanted);
      if (version === undefined) throw notFound();
      const record = await definitions.query(name, version);
      // Else somebody has removed it meanwhile, and there may be a lower one.
      if (record) return asStoredQuery(record);
    }
  };

  return {
    put: async (name, text, version) => {
      checkName(name);
      if (version !== undefined && !isVersion(version)) throw notAVersion();
      checkText(text);
      if (version === undefined) return putNext(name, text);
      const stored = await put(name, version, text);
      if (!stored) throw new CdrError('query_exists', 'There is this version of the query already');
      return stored;
    },
    get,
    list: async (pattern = '') => {
      const all = await definitions.queries();
      const named = pattern.includes('::') ? all.filter(({ name }) => name === pattern) : [];
      const found = named.length > 0 ? named : all.filter(({ name }) => name.startsWith(pattern));
      return found.toSorted(byNameAndVersion).map(asStoredQuery);
    },
    delete: async (name, version) => {
      checkName(name);
      if (!isVersion(version)) throw notAVersion();
      if ((await definitions.deleteQuery(name, version)) === 'absent') throw notFound();
    },
    run: async (name, version, options) => {
      const query = await get(name, version);
      const { meta, ...result } = await aql(query.q, options);
      return { meta, name: `${query.name}/${query.version}`, ...result };
    },
  };
}

const asStoredQuery = ({ name, version, text, timeSaved }: StoredQueryRecord): StoredQuery => ({
  name,
  type: 'AQL',
  version,
  saved: formatInstant(timeSaved),
  q: text,
});

function byNameAndVersion(a: StoredQueryRecord, b: StoredQueryRecord): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return compareVersions(a.version, b.version);
}

const PART = '[A-Za-z0-9_.-]{1,200}';
const NAME = new RegExp(`^(?:${PART}::)?${PART}$`);

/** `aql` is the address of queries that are not stored. */
function checkName(name: string): void {
  if (NAME.test(name) && name.toLowerCase() !== 'aql') return;
  throw new CdrError(
    'invalid_parameter',
    'A stored query is named [{namespace}::]{name}, of letters, digits, underscores, dots and hyphens; aql is reserved',
  );
}

const notAVersion = (): CdrError =>
  new CdrError(
    'invalid_parameter',
    'A version of a stored query has the form 1.0.2; to find one, 1 and 1.0 do as well',
  );

const notFound = (): CdrError => new CdrError('query_not_found', 'There is no stored query of this name and version');

function checkText(text: string): void {
  const syntax = parseQuery(text);
  withinStack(() => checkQuery(text, syntax, probesFor(syntax, text)));
}
