export { countingCommits } from './commits.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { observedQueries, type ObservedQuery } from './queries.ts';
