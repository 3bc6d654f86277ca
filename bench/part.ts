import type { Samples } from './support/race.ts';

export type StoreName = 'sqlite' | 'postgres';

/** One part of the benchmark. */
export interface Part {
  /** What the command line calls it. */
  readonly name: string;
  /** The store that it measures; absent: none. */
  readonly store?: StoreName;
  run(conditions: Conditions): Promise<readonly Figure[]>;
}

export interface Conditions {
  /** A few seconds for everything, for a glance: fewer rounds, wider spread. */
  readonly quick: boolean;
  /** An empty folder for this part alone, on the disk that the repository is on. */
  readonly folder: string;
}

export type Unit = 'ms' | 'MB' | 'bytes';

/** The most that it may be: a ratio to the floor, or a quantity of its own unit. */
export type Budget = { readonly ratio: number } | { readonly quantity: number };

/** What was measured. */
export interface Figure {
  readonly work: string;
  /** In words, what `against` is. */
  readonly floor: string;
  readonly unit: Unit;
  readonly measured: Samples;
  readonly against: Samples;
  /** Absent: for information only. */
  readonly budget?: Budget;
}
