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

/** Milliseconds: where the server ends a statement by itself about then, the connection is kept. */
const GRACE = 100;

/** Why nobody waits any more, if nobody does. */
export function impatience({ signal, deadline = Infinity }: Caller): Error | undefined {
  if (signal?.aborted) return queryCancelled();
  return performance.now() >= deadline ? queryTooLong() : undefined;
}

/**
 * When nobody waits any more, the connection is broken off under whatever runs on it, which fails; the server sees that soon and
 * ends it (`client_connection_check_interval`). `timeout`: the server ends a statement itself after so many milliseconds.
 */
export function lease(client: pg.PoolClient, caller: Caller, timeout: number): Lease {
  const { signal, deadline = Infinity } = caller;
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
  const left = deadline - performance.now() + GRACE;
  if (left < timeout) timer = setTimeout(breakOff, left);
  return { client, end };
}
