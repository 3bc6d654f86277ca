export { serve, type RunningServer, type ServeOptions } from './serve.ts';
export { openStore } from './store.ts';
