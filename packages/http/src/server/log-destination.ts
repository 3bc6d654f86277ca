import { destination } from 'pino';

/** Where log lines go. */
export interface LogDestination {
  write(line: string): void;
  /** Writes out what is still waiting. */
  flush(): void;
}

/** Standard error, written without holding up requests; or whatever the caller gives. */
export function logDestination(given: { write(line: string): void } | undefined): LogDestination {
  if (given !== undefined) return { write: (line) => given.write(line), flush: () => undefined };
  const stderr = destination({ dest: 2, sync: false });
  return { write: (line) => void stderr.write(line), flush: () => stderr.flushSync() };
}
