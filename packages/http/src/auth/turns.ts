/** Who goes first when a place becomes free; each has a queue of its own. */
type Line = 'first' | 'second';

/** Lets `places` tasks run at a time and `waiting` more queue in each line; gives undefined at once to any beyond. */
export interface Turns {
  run<T>(line: Line, task: () => Promise<T>): Promise<T> | undefined;
}

export function turns(places: number, waiting: number): Turns {
  let free = places;
  const queues: Readonly<Record<Line, (() => void)[]>> = { first: [], second: [] };

  const enter = (line: Line): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => void queues[line].push(resolve));
  };
  const leave = (): void => {
    const next = queues.first.shift() ?? queues.second.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return {
    run(line, task) {
      if (free === 0 && queues[line].length >= waiting) return undefined;
      return enter(line).then(task).finally(leave);
    },
  };
}
