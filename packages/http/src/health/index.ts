export { mountHealth, readinessOf, statusPath, type Readiness, type ReadinessStatus } from './health.ts';
