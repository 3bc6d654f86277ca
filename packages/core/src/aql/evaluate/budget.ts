/** What a query may use: time, memory, and the patience of its caller. */
import { CdrError, queryCancelled, queryTooLong } from '../../errors.ts';
import { isJsonObject, type JsonValue } from '../../json/index.ts';
import type { CancelSignal, Clock } from '../../ports/runtime.ts';

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
  /** One more row held, or what takes as much memory as so many. Throws `query_too_large`. */
  hold(rows?: number): void;
  /** Whether others should have a turn, as far as the last look tells. */
  wantsTurn(): boolean;
  /** Whether the query has worked for so long that others should have a turn; true once, then time starts anew. */
  isDue(): boolean;
}

/** So many UTF-16 units of a key, or values within an object, count as one row more. */
const KEY_UNITS = 128;
const ROW_VALUES = 8;

/** What a text that is kept to find equal rows counts for. */
export const keyWeight = (key: string): number => 1 + Math.floor(key.length / KEY_UNITS);

/** What a row counts for: more than one when its cells are large objects. */
export function rowWeight(cells: readonly JsonValue[]): number {
  let values = 0;
  for (const cell of cells) if (typeof cell === 'object') values += valuesIn(cell);
  return 1 + Math.floor(values / ROW_VALUES);
}

function valuesIn(value: JsonValue): number {
  if (Array.isArray(value)) return value.reduce((count: number, member: JsonValue) => count + valuesIn(member), 1);
  if (!isJsonObject(value)) return 1;
  let count = 1;
  for (const name in value) count += valuesIn(value[name] ?? null);
  return count;
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
    if (signal?.aborted) throw queryCancelled();
    if (now > deadline) throw queryTooLong();
    due = now - turnStarted >= TURN_MILLISECONDS;
  };

  return {
    look,
    tick: () => {
      ticks += 1;
      if (ticks % TICKS_PER_LOOK === 0) look();
    },
    hold: (rows = 1) => {
      held += rows;
      if (held > maxRows) {
        throw new CdrError(
          'query_too_large',
          `The query would hold more than ${maxRows} rows in memory; narrow it or ask for fewer rows`,
        );
      }
    },
    wantsTurn: () => due,
    isDue: () => {
      if (!due) return false;
      due = false;
      turnStarted = clock.now();
      return true;
    },
  };
}
