export { serve, type RunningServer, type ServeOptions } from './serve.ts';
export { openCdr, openStore } from './store.ts';
