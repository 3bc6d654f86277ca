import { write, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

/** Where log lines go. */
export interface LogDestination {
  write(line: string): void;
  /** Resolves when what is still waiting has been written out, or has been dropped because nobody reads it. */
  flush(): Promise<void>;
}

const STANDARD_ERROR = 2;
/** How long a line waits for others, in milliseconds: to hand over each alone takes longer than to make it. */
const TOGETHER = 10;
/** How long to wait before a pipe that was full is tried again. */
const RETRY = 5;
/** How long the end of the process waits for somebody to read on in the log. */
const PATIENCE = 1000;
const patience = (): number => performance.now() + PATIENCE;
/** Characters that may wait for a reader; lines beyond are dropped. */
const MOST = 8 * 2 ** 20;

/** Standard error, written without holding up requests, some lines at a time; or whatever the caller gives. */
export function logDestination(given: { write(line: string): void } | undefined): LogDestination {
  if (given !== undefined) return { write: (line) => given.write(line), flush: () => Promise.resolve() };
  // Where standard error is a pipe, to ask for the stream makes it refuse what does not fit instead of keeping whoever
  // writes until somebody reads, be that for ever.
  const fd = isMainThread ? process.stderr.fd : STANDARD_ERROR;
  let waiting = '';
  /** What the system has been given, and has not taken yet. */
  let handedOver: Buffer = Buffer.alloc(0);
  let writing = false;
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;

  const nextPiece = (): Buffer => {
    if (handedOver.length > 0) return handedOver;
    if (dropped > 0) waiting += droppedLine(dropped);
    dropped = 0;
    handedOver = Buffer.from(waiting);
    waiting = '';
    return handedOver;
  };
  const dropAll = (): void => {
    waiting = '';
    handedOver = Buffer.alloc(0);
  };
  const later = (milliseconds: number): void => {
    timer ??= setTimeout(writeOn, milliseconds).unref();
  };
  const writeOn = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (writing) return;
    const piece = nextPiece();
    if (piece.length === 0) return;
    writing = true;
    write(fd, piece, (error, written) => {
      writing = false;
      if (error === null) handedOver = piece.subarray(written);
      else if (error.code !== 'EAGAIN') dropAll();
      if (error === null) writeOn();
      else later(RETRY);
    });
  };
  const isDone = (): boolean => !writing && waiting === '' && handedOver.length === 0;

  /** Should the process end before, as it does when nobody catches an error. */
  const writeOut = (): void => {
    // What is being written at this moment will be, with or without anybody waiting for it.
    if (writing) handedOver = Buffer.alloc(0);
    let end = patience();
    while (nextPiece().length > 0 && performance.now() < end) {
      try {
        handedOver = handedOver.subarray(writeSync(fd, handedOver));
        end = patience();
      } catch (error) {
        if (!isFull(error)) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY);
      }
    }
  };
  process.on('exit', writeOut);

  return {
    write(line) {
      if (waiting.length + line.length > MOST) dropped += 1;
      else waiting += line;
      if (!writing) later(TOGETHER);
    },
    async flush() {
      process.off('exit', writeOut);
      let end = patience();
      let before = handedOver;
      writeOn();
      while (!isDone() && performance.now() < end) {
        await delay(1);
        if (handedOver !== before) end = patience();
        before = handedOver;
      }
      dropAll();
    },
  };
}

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';

const droppedLine = (lines: number): string =>
  `${JSON.stringify({
    level: 'warn',
    time: new Date().toISOString(),
    target: 'cairn::server',
    lines,
    message: 'log lines were dropped, since nobody read them',
  })}\n`;
