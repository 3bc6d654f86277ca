/** How a store writes: others that write to the same file are waited for, but not by everything else that this process does. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { fileGone, isBusy, storeClosed, toCdrError } from './errors.ts';

/** Milliseconds: how long a statement may hold up this process, how long until it is tried again, and how long all that goes on. */
const BUSY_TIMEOUT = 5;
export const RETRY = 20;
export const PATIENCE = 1_000;

/** From now on no statement waits long for another process: whoever writes has to try again. */
export const waitNoLonger = ({ client }: Connection): void => void client.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);

/** What is written is acknowledged only where the file is still the one at its path. */
export function checkOpen(connection: Connection): void {
  if (!connection.client.open) throw storeClosed();
  if (!connection.isInPlace()) throw fileGone();
}

/** Does work that writes and is over at once, each time from its beginning. */
export async function writing<T>(connection: Connection, work: () => T): Promise<T> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    checkOpen(connection);
    try {
      const done = work();
      checkOpen(connection);
      return done;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw toCdrError(error);
    }
    await delay(RETRY);
  }
}
