/** Lets `places` tasks run at a time and `waiting` more queue; gives undefined at once to any beyond. */
export interface Turns {
  run<T>(task: () => Promise<T>): Promise<T> | undefined;
}

export function turns(places: number, waiting: number): Turns {
  let free = places;
  const queue: (() => void)[] = [];

  const enter = (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => void queue.push(resolve));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return {
    run(task) {
      if (free === 0 && queue.length >= waiting) return undefined;
      return enter().then(task).finally(leave);
    },
  };
}
