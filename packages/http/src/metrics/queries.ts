import { CdrError, type Queries, type ResultSet } from '@cairn/core';

/** How a query went. Nothing of its text: that may hold what is known about a patient. */
export interface ObservedQuery {
  readonly kind: 'adhoc' | 'stored';
  /** Name and version of a stored query. */
  readonly name?: string;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
  readonly seconds: number;
  readonly rows: number;
}

/** The same queries; `observe` hears of each that has run. */
export function observedQueries(queries: Queries, observe: (query: ObservedQuery) => void): Queries {
  const { stored } = queries;
  const observed = async (kind: ObservedQuery['kind'], run: () => Promise<ResultSet>): Promise<ResultSet> => {
    const start = performance.now();
    const seconds = (): number => (performance.now() - start) / 1000;
    try {
      const result = await run();
      const { name, rows } = result;
      observe({ kind, ...(name !== undefined && { name }), outcome: 'ok', seconds: seconds(), rows: rows.length });
      return result;
    } catch (error) {
      observe({
        kind,
        outcome: error instanceof CdrError ? error.code : 'internal_error',
        seconds: seconds(),
        rows: 0,
      });
      throw error;
    }
  };
  return {
    ...queries,
    aql: (q, options) => observed('adhoc', () => queries.aql(q, options)),
    stored: {
      ...stored,
      run: (name, version, options) => observed('stored', () => stored.run(name, version, options)),
    },
  };
}
