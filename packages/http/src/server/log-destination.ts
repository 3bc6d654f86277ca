import { destination, type DestinationStream } from 'pino';

/** Where log lines go. */
export interface LogDestination {
  write(line: string): void;
  /** Writes out what is still waiting. */
  flush(): void;
}

/** How long a line waits for others, in milliseconds: to hand over each alone takes longer than to make it. */
const TOGETHER = 10;

/** Standard error, written without holding up requests, some lines at a time; or whatever the caller gives. */
export function logDestination(given: { write(line: string): void } | undefined): LogDestination {
  if (given !== undefined) return { write: (line) => given.write(line), flush: () => undefined };
  const later = destination({ dest: 2, sync: false });
  const now = destination({ dest: 2, sync: true });
  let waiting = '';
  const handOver = (to: DestinationStream): void => {
    if (waiting !== '') to.write(waiting);
    waiting = '';
  };
  const flush = (): void => {
    process.off('exit', flush);
    later.flushSync();
    handOver(now);
  };
  // Should the process end before, as it does when nobody catches an error.
  process.on('exit', flush);
  return {
    write(line) {
      if (waiting === '') setTimeout(handOver, TOGETHER, later).unref();
      waiting += line;
    },
    flush,
  };
}
