import { describe } from 'vitest';
import { clusterTests } from './query/clusters.ts';
import { codedValueTests } from './query/coded-values.ts';
import { firstStartTests } from './query/first-starts.ts';
import { narrowingTests } from './query/narrowing.ts';
import { openedForAll, type OpenStore } from './opened-store.ts';

/**
 * The suite that says of a store that its index changes no answer: random queries over random documents, with the index and
 * without. `runs` sets of documents, 10 unless told otherwise. Call it at the top level of a vitest file.
 */
export function queryContract(
  name: string,
  openStore: OpenStore,
  { runs = 10 }: { readonly runs?: number } = {},
): void {
  describe(`query contract: ${name}`, () => {
    const store = openedForAll(openStore);
    clusterTests(store);
    codedValueTests(store);
    firstStartTests(store);
    narrowingTests(store, runs);
  });
}
