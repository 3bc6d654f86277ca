import type { Samples } from './race.ts';

export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function summaryOf(samples: Samples): Summary {
  const sorted = samples.toSorted((a, b) => a - b);
  const [min, max, low, high] = [0, sorted.length - 1, (sorted.length - 1) >> 1, sorted.length >> 1].map(
    (index) => sorted[index] ?? Number.NaN,
  ) as [number, number, number, number];
  return { min, max, median: (low + high) / 2 };
}

/** Round by round, so that a slow moment of the machine counts on both sides. */
export const ratios = (work: Samples, floor: Samples): Samples =>
  work.map((value, round) => value / (floor[round] ?? Number.NaN));
