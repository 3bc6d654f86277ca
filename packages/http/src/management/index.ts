export type { ManagementContext } from './endpoints.ts';
export { mountManagement } from './mount.ts';
