import { createQueryService, type QueryLimits, type QueryOptions, type ResultSet } from '../../../src/query/index.ts';
import type { TerminologyService } from '../../../src/ports/terminology.ts';
import { START, type Repository } from './repository.ts';

export const NOW = START + 86_400_000;

export interface RunOptions extends QueryOptions {
  readonly terminology?: TerminologyService;
  readonly limits?: QueryLimits;
  readonly timezone?: string;
}

/** Runs a query as a caller of the library would. */
export function run({ store }: Repository, q: string, options: RunOptions = {}): Promise<ResultSet> {
  const { terminology, limits, timezone = 'Europe/Berlin', ...rest } = options;
  const service = createQueryService({
    store,
    clock: { now: () => NOW },
    timezone,
    ...(terminology && { terminology }),
    ...(limits && { limits }),
  });
  return service.aql(q, rest);
}

/** Only the rows. */
export const rows = async (repository: Repository, q: string, options?: RunOptions): Promise<ResultSet['rows']> =>
  (await run(repository, q, options)).rows;
