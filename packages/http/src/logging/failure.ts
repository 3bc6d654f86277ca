/** What the log tells of an error that nobody foresaw. */
export interface Failure {
  readonly type: string;
  readonly code?: string;
  /** Where it was thrown. */
  readonly frames: readonly string[];
  readonly cause?: Failure;
}

/** Names, codes and stack frames, but no message: the message of a parser or a database may quote a clinical value. */
export function describeFailure(error: unknown, depth = 3): Failure {
  if (!(error instanceof Error)) return { type: typeof error, frames: [] };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(code !== undefined && { code }),
    frames: frames.map((line) => line.trim().slice(3)),
    ...(error.cause !== undefined && depth > 0 && { cause: describeFailure(error.cause, depth - 1) }),
  };
}
