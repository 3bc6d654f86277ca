export { main } from './main.ts';
export { terminal, type Terminal } from './terminal.ts';
