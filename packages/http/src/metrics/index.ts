export { countingCommits } from './commits.ts';
export { createMetrics, type Connections, type Metrics } from './metrics.ts';
