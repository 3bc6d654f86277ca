import type { HttpBindings } from '@hono/node-server';

/** What Hono carries along with a request. */
export interface AppEnv {
  /** Node's own request and response; absent on other runtimes. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Pattern of the matched route, for the log and the metrics. */
    route: string;
    user: string | undefined;
  };
}
