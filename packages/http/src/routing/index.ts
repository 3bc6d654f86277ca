export {
  contentAnswer,
  etagOf,
  jsonAnswer,
  lastModified,
  rmAnswer,
  segment,
  tagHeaders,
  versionAnswer,
  writtenAnswer,
  writtenBody,
  type Answer,
} from './answers.ts';
export type { Call, RecordApiOptions } from './call.ts';
export type { AppEnv } from './env.ts';
export { serveFixed } from './fixed.ts';
export { mount, type MountContext } from './mount.ts';
export type { HeaderName, Method, Operation, QueryName } from './operation.ts';
export { toResponse } from './response.ts';
