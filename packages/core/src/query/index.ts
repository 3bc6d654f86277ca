export type { Explanation } from '../aql/access/index.ts';
export {
  createQueryService,
  type QueryLimits,
  type QueryOptions,
  type QueryService,
  type QueryServiceDeps,
  type ResultSet,
  type ResultSetMeta,
} from './service.ts';
export {
  createStoredQueryService,
  type Queries,
  type StoredQuery,
  type StoredQueryDeps,
  type StoredQueryService,
} from './stored-queries.ts';
export type { TextParameters } from './text-parameters.ts';
