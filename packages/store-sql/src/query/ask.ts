/**
 * What takes several statements, each decided on after the one before, is written as a generator that asks for rows. A store
 * runs it against its database: at once, or waiting for each answer.
 */
import type { SQL } from '../drizzle.ts';

export interface Ask {
  /** Asks of one key are one statement, with other values for its placeholders; undefined: nobody asks the same again. */
  readonly key: string | undefined;
  build(): SQL;
  readonly values: Readonly<Record<string, unknown>>;
  /** Whoever asks may go on with this, and find out together with what is asked next whether it is so. */
  readonly presumed?: Presumed;
}

/** The one row that an answer is most of the time. */
export interface Presumed<Row = unknown> {
  readonly row: Row;
  /** That it is so, as a condition, for the values of the ask; always made the same way for asks of one key and one `state`. */
  holds(): SQL;
  readonly state: string;
}

/** Gets the rows of each statement as the driver gives them, integers as numbers. */
export type Asking<T> = Generator<Ask, T, readonly unknown[]>;

export function* ask<Row>(
  key: string | undefined,
  build: () => SQL<Row>,
  values: Readonly<Record<string, unknown>> = {},
  presumed?: Presumed<Row>,
): Asking<readonly Row[]> {
  return (yield { key, build, values, ...(presumed && { presumed }) }) as readonly Row[];
}

export function answerNow<T>(asking: Asking<T>, rowsOf: (ask: Ask) => readonly unknown[]): T {
  let step = asking.next();
  while (!step.done) step = asking.next(rowsOf(step.value));
  return step.value;
}

export async function answerLater<T>(asking: Asking<T>, rowsOf: (ask: Ask) => Promise<readonly unknown[]>): Promise<T> {
  let step = asking.next();
  while (!step.done) step = asking.next(await rowsOf(step.value));
  return step.value;
}
