export { accessLog } from './access-log.ts';
export { cors } from './cors.ts';
export { failureHandler, notFound } from './failure.ts';
export { inFlight } from './in-flight.ts';
export { requestId } from './request-id.ts';
export { checkUrl } from './url.ts';
