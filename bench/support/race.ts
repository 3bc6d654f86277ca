/** One number per round. */
export type Samples = readonly number[];

/** Does some operations and says how many they were. */
export type Lap = () => number | Promise<number>;

export interface Distance {
  /** Rounds that count. */
  readonly rounds: number;
  /** Rounds before those, for caches and compilers. */
  readonly warmUp: number;
  /** Where the machine is too slow for all of them, later rounds are left out; half of that for those before. */
  readonly seconds: number;
  /** Milliseconds, 0 when absent. A shorter lap is run again: it would say more about what ran before it than about itself. */
  readonly shortest?: number;
}

const FEWEST_ROUNDS = 5;

/**
 * Runs the laps in turn (A B C, A B C, …), so that whatever else the machine does meets them all alike, and gives for each
 * the milliseconds per operation in every round.
 */
export async function race<Name extends string>(
  laps: Readonly<Record<Name, Lap>>,
  { rounds, warmUp, seconds, shortest = 0 }: Distance,
): Promise<Readonly<Record<Name, Samples>>> {
  const names = Object.keys(laps) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const start = performance.now();
  const isOver = (share: number): boolean => performance.now() > start + 1000 * seconds * share;
  for (let round = -warmUp; round < rounds; round += 1) {
    if (round < 0 && isOver(0.5)) round = 0;
    if (round >= FEWEST_ROUNDS && isOver(1.5)) break;
    for (const name of names) {
      const started = performance.now();
      let operations = 0;
      do operations += await laps[name]();
      while (performance.now() < started + shortest);
      const milliseconds = performance.now() - started;
      if (round >= 0) samples[name].push(milliseconds / operations);
    }
  }
  return samples;
}

/** Runs an action for every item, `clients` of them at a time. */
export async function concurrently<T>(
  clients: number,
  items: readonly T[],
  action: (item: T, client: number) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (const item of waiting) await action(item, client);
    }),
  );
}
