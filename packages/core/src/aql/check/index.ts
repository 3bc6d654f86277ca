export { checkQuery, type Page } from './check.ts';
