/** A connection of the pool while somebody works on it. */
import pg from 'pg';
import { queryCancelled, queryTooLong, type CancelSignal } from '@cairn/core';

export interface Lease {
  readonly client: pg.PoolClient;
  /** Gives it back, or gives it up when it is not to be used again. Idempotent. */
  end(isUsable: boolean): void;
}

/** Somebody who asks, and does not wait for ever. */
export interface Caller {
  readonly signal?: CancelSignal;
  /** By `performance.now()`. */
  readonly deadline?: number;
}

/** Milliseconds: where the server ends a statement just then, the connection is kept. */
const GRACE = 100;
/** No timer runs longer; nor does any query. */
const LONGEST = 2 ** 31 - 1;

/** Why nobody waits any more, if nobody does. */
export function impatience({ signal, deadline = Infinity }: Caller): Error | undefined {
  if (signal?.aborted) return queryCancelled();
  return performance.now() >= deadline ? queryTooLong() : undefined;
}

/**
 * When nobody waits any more, the connection is broken off under whatever runs on it, which fails; the server sees that soon and
 * ends it (`client_connection_check_interval`).
 */
export function lease(client: pg.PoolClient, caller: Caller): Lease {
  const { signal, deadline } = caller;
  let over = false;
  let timer: NodeJS.Timeout | undefined;

  function end(isUsable: boolean): void {
    if (over) return;
    over = true;
    clearTimeout(timer);
    signal?.removeEventListener?.('abort', breakOff);
    client.release(!isUsable);
  }

  function breakOff(): void {
    // Left alone, the driver waits for the answer before it closes.
    if (client instanceof pg.Client) client.connection.stream.destroy();
    end(false);
  }

  const late = impatience(caller);
  if (late) {
    end(true);
    throw late;
  }
  signal?.addEventListener?.('abort', breakOff);
  if (deadline !== undefined) timer = setTimeout(breakOff, Math.min(deadline - performance.now() + GRACE, LONGEST));
  return { client, end };
}
