/** Work that comes while there is enough under way, done together afterwards. */

export interface GroupOptions<Item, Result> {
  /** So many groups are under way at a time. */
  readonly atOnce: number;
  /** So many items at most make a group. */
  readonly most: () => number;
  /** No group has two items with the same key; nor have two groups that are under way. */
  readonly keyOf: (item: Item) => unknown;
  /** Gives a result for each item, in their order; when it fails, it fails for all of them. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Takes an item into the next group, which begins at once when few enough are under way, and gives its result. */
export function groups<Item, Result>(options: GroupOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { atOnce, most, keyOf, work } = options;
  const underWay = new Set<unknown>();
  let running = 0;
  let waiting: Waiting<Item, Result>[] = [];

  function next(): void {
    if (running >= atOnce || waiting.length === 0) return;
    const group: Waiting<Item, Result>[] = [];
    const limit = Math.max(1, most());
    const later: Waiting<Item, Result>[] = [];
    for (const one of waiting) {
      const key = keyOf(one.item);
      if (group.length >= limit || underWay.has(key)) later.push(one);
      else {
        underWay.add(key);
        group.push(one);
      }
    }
    if (group.length === 0) return;
    waiting = later;
    void run(group);
  }

  async function run(group: readonly Waiting<Item, Result>[]): Promise<void> {
    running += 1;
    try {
      const results = await work(group.map(({ item }) => item));
      group.forEach(({ resolve }, place) => resolve(results[place] as Result));
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      running -= 1;
      for (const { item } of group) underWay.delete(keyOf(item));
      next();
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      next();
    });
}
