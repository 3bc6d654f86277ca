import { explainPlan, runPlan, type Explanation } from '../aql/access/index.ts';
import type { Parameters } from '../aql/model.ts';
import type { JsonValue } from '../json/value.ts';
import type { QueryStore } from '../ports/query.ts';
import type { CancelSignal, Clock } from '../ports/runtime.ts';
import type { TerminologyService } from '../ports/terminology.ts';
import { formatInstant } from '../time/index.ts';
import { createPlanner } from './planner.ts';
import type { TextParameters } from './text-parameters.ts';

export interface QueryOptions {
  /** Values for `$name`; a list where MATCHES takes one. Surplus ones are ignored. */
  readonly parameters?: Parameters;
  /** The same as texts, as a URL has them; each is read as what the query compares it with. */
  readonly textParameters?: TextParameters;
  /** Rows to skip within what the query's own LIMIT leaves; 0 when absent. */
  readonly offset?: number;
  /** Most rows to give; when absent, all that a query with LIMIT or TOP gives, else 1000. */
  readonly fetch?: number;
  /** Only this EHR, even if it is not queryable; an unknown one has no rows. */
  readonly ehrId?: string;
  /** Nobody waits for the answer any more. */
  readonly signal?: CancelSignal;
  readonly timeoutMs?: number;
}

/** RESULT_SET of the openEHR REST API. */
export interface ResultSet {
  readonly meta: ResultSetMeta;
  /** Of a stored query: its qualified name and version. */
  readonly name?: string;
  /** The query as received. */
  readonly q: string;
  /** `name` is the alias, or `#` and the 0-based index; `path` as written, absent for what is no path. */
  readonly columns: readonly { readonly name: string; readonly path?: string }[];
  /** One cell per column: canonical JSON with its `_type`, a scalar, or null. */
  readonly rows: readonly (readonly JsonValue[])[];
}

export interface ResultSetMeta {
  readonly _type: 'RESULTSET';
  readonly _schema_version: string;
  /** When the query was answered. */
  readonly _created: string;
  /** The query as received: it runs as it is, and the values of its parameters are not repeated. */
  readonly _executed_aql: string;
  readonly resultsize: number;
  readonly offset?: number;
  readonly fetch?: number;
}

/** AQL 1.1; requirement "Query endpoint". */
export interface QueryService {
  /**
   * Runs a query.
   *
   * @throws CdrError `invalid_query` with line and column, `invalid_parameter`, `query_timeout`, `query_cancelled`,
   * `query_too_large`, `terminology_unavailable`.
   */
  aql(q: string, options?: QueryOptions): Promise<ResultSet>;
  /** EXPLAIN: how a query would be answered. Throws what is wrong with it. */
  explain(q: string, options?: QueryOptions): Promise<Explanation>;
}

export interface QueryServiceDeps {
  readonly store: QueryStore;
  readonly clock: Clock;
  /** IANA zone of CURRENT_DATE and its kin. */
  readonly timezone: string;
  readonly terminology?: TerminologyService;
  /** Lets other work of the process have its turn during long queries; default: as the store does. */
  readonly pause?: () => Promise<void>;
  readonly limits?: QueryLimits;
}

export interface QueryLimits {
  /** Rows given to a caller who names no number; 1000. */
  readonly defaultFetch?: number;
  /** A larger `fetch` is refused, never shortened: a client takes a short page for the last one. No limit when absent. */
  readonly maxFetch?: number;
  /** For queries without a time limit of their own; a minute. */
  readonly timeoutMs?: number;
  /** Rows, groups and distinct values that one query may hold in memory; a million. */
  readonly maxRows?: number;
}

const SCHEMA_VERSION = '1.1.0';
const DEFAULT_TIMEOUT_MS = 60_000;

export function createQueryService(deps: QueryServiceDeps): QueryService {
  const { store, clock, limits = {}, pause = store.pause } = deps;
  const planFor = createPlanner(clock, limits);
  return {
    aql: async (q, options = {}) => {
      const { offset, fetch, signal, timeoutMs = limits.timeoutMs ?? DEFAULT_TIMEOUT_MS } = options;
      const deadline = clock.now() + timeoutMs;
      const source = store.until?.({ timeoutMs, ...(signal && { signal }) }) ?? store;
      const { columns, rows } = await runPlan(planFor(q, options), source, {
        ...deps,
        deadline,
        ...(pause && { pause }),
        ...(signal && { signal }),
        ...(limits.maxRows !== undefined && { maxRows: limits.maxRows }),
      });
      return {
        meta: {
          _type: 'RESULTSET',
          _schema_version: SCHEMA_VERSION,
          _created: formatInstant(clock.now()),
          _executed_aql: q,
          resultsize: rows.length,
          ...(offset !== undefined && { offset }),
          ...(fetch !== undefined && { fetch }),
        },
        q,
        columns,
        rows,
      };
    },
    explain: async (q, options = {}) => explainPlan(planFor(q, options), store),
  };
}
