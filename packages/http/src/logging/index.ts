export { isDirectives } from './directives.ts';
export { describeFailure, type Failure } from './failure.ts';
export { createLogging, silentLogging, type Logger, type Logging } from './logging.ts';
