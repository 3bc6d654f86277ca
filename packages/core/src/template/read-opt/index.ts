export { readTemplate } from './read.ts';
