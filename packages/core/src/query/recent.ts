/** What was made for the latest questions, for the next one that is the same. */
import type { Clock } from '../ports/runtime.ts';

/** Gives what was made for this key, or makes it. What fails to be made is not kept. */
export type Recent<T> = (key: string, make: () => T) => T;

/** Questions have patients' ids and values in them: few are kept, and none for long. */
export interface RecentLimits {
  readonly most: number;
  /** Of all keys together, in UTF-16 code units. */
  readonly size: number;
  /** Since it was last asked for, by the next time that anything is, in milliseconds. */
  readonly age: number;
}

interface Made<T> {
  readonly value: T;
  asked: number;
}

export function recentlyMade<T>(clock: Clock, { most, size, age }: RecentLimits): Recent<T> {
  /** Those asked for last come last. */
  const kept = new Map<string, Made<T>>();
  let length = 0;

  const dropOld = (now: number): void => {
    for (const [key, { asked }] of kept) {
      if (kept.size <= most && length <= size && now - asked < age) return;
      kept.delete(key);
      length -= key.length;
    }
  };

  return (key, make) => {
    const now = clock.now();
    dropOld(now);
    const known = kept.get(key);
    if (known) {
      known.asked = now;
      kept.delete(key);
      kept.set(key, known);
      return known.value;
    }
    const value = make();
    kept.set(key, { value, asked: now });
    length += key.length;
    dropOld(now);
    return value;
  };
}
