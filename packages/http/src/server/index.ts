export { serve, type RunningServer, type ServeOptions } from './serve.ts';
export { openCdr, openPrimary, openStore } from './store.ts';
