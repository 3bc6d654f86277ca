/** What a query may use: time, memory, and the patience of its caller. */
import { CdrError } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';

/** As much of an AbortSignal as is needed. */
export interface CancelSignal {
  readonly aborted: boolean;
}

export interface Limits {
  readonly clock: Clock;
  /** By that clock, in milliseconds. */
  readonly deadline?: number;
  readonly signal?: CancelSignal;
  /** How many rows, groups and distinct values may be held at once. */
  readonly maxRows: number;
}

export interface Budget {
  /** Called for every step that may be one of very many. Throws `query_timeout`, `query_cancelled`. */
  tick(): void;
  /** The same, looking at the clock at once. */
  look(): void;
  /** One more row held. Throws `query_too_large`. */
  hold(): void;
  /** Whether the query has worked for so long that others should have a turn; true once, then time starts anew. */
  isDue(): boolean;
}

const TICKS_PER_LOOK = 256;
const TURN_MILLISECONDS = 10;

export function createBudget({ clock, deadline = Infinity, signal, maxRows }: Limits): Budget {
  let ticks = 0;
  let held = 0;
  let turnStarted = clock.now();
  let due = false;

  const look = (): void => {
    const now = clock.now();
    if (signal?.aborted) throw new CdrError('query_cancelled', 'The query was cancelled');
    if (now > deadline)
      throw new CdrError('query_timeout', 'The query took longer than it may; narrow it or ask for fewer rows');
    due = now - turnStarted >= TURN_MILLISECONDS;
  };

  return {
    look,
    tick: () => {
      ticks += 1;
      if (ticks % TICKS_PER_LOOK === 0) look();
    },
    hold: () => {
      held += 1;
      if (held > maxRows) {
        throw new CdrError(
          'query_too_large',
          `The query would hold more than ${maxRows} rows in memory; narrow it or ask for fewer rows`,
        );
      }
    },
    isDue: () => {
      if (!due) return false;
      due = false;
      turnStarted = clock.now();
      return true;
    },
  };
}
