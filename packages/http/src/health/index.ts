export { mountHealth, readinessOf, type Readiness, type ReadinessStatus } from './health.ts';
