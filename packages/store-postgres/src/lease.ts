/** A connection of the pool while somebody works on it. */
import pg from 'pg';
import type { CancelSignal } from '@cairn/core';

export interface Lease {
  readonly client: pg.PoolClient;
  /** Gives it back, or gives it up when it is not to be used again. Idempotent. */
  end(isUsable: boolean): void;
}

/**
 * Once the signal is aborted, the connection is broken off under whatever runs on it, which fails; the server sees that soon and
 * ends it (`client_connection_check_interval`).
 */
export function lease(client: pg.PoolClient, signal: CancelSignal | undefined): Lease {
  let over = false;

  function end(isUsable: boolean): void {
    if (over) return;
    over = true;
    signal?.removeEventListener?.('abort', breakOff);
    client.release(!isUsable);
  }

  function breakOff(): void {
    // Left alone, the driver waits for the answer before it closes.
    if (client instanceof pg.Client) client.connection.stream.destroy();
    end(false);
  }

  if (signal?.aborted) breakOff();
  else signal?.addEventListener?.('abort', breakOff);
  return { client, end };
}
