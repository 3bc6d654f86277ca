/** Numbers that look random and are the same in every run. */
export interface RandomNumbers {
  /** Rounded to so many decimals. */
  between(lower: number, upper: number, decimals: number): number;
  oneOf<T>(choices: readonly [T, ...T[]] | readonly T[]): T;
  uuid(): string;
}

export function randomNumbers(seed: number): RandomNumbers {
  let state = seed;
  /** A linear congruential generator (the constants are those of Numerical Recipes); its high bits are good enough. */
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('');
  return {
    between: (lower, upper, decimals) => Number((lower + next() * (upper - lower)).toFixed(decimals)),
    oneOf(choices) {
      const choice = choices[Math.floor(next() * choices.length)];
      if (choice === undefined) throw new RangeError('There is nothing to choose from');
      return choice;
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
