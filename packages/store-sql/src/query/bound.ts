/** How far the first values at a path go. */
import type { IndexOrder } from '@cairn/core';
import { ask, type Asking } from './ask.ts';
import type { QueryDialect } from './dialect.ts';
import { areFew, lastOfFirst } from './first-starts.ts';
import type { IndexStateReader } from './index-state.ts';

export function boundReader(
  { tables: { leaf } }: QueryDialect,
  readState: IndexStateReader,
): (order: IndexOrder) => Asking<number | string | undefined> {
  return function* bound({ path, column, descending, count }) {
    const { dictionary, anyUnindexed } = yield* readState();
    // Documents without index rows are looked at whatever their values are, so theirs may lie beyond any bound.
    if (anyUnindexed) return undefined;
    const paths = dictionary.paths(path).filter(({ rmType }) => rmType !== '');
    if (paths.length === 0 || !areFew(paths)) return undefined;
    const key = `bound ${dictionary.state()} ${JSON.stringify([path, column, descending, count])}`;
    const [last] = yield* ask(key, () => lastOfFirst(leaf, paths, leaf[column], { descending, count }));
    return last && (leaf[column].mapFromDriverValue(last.value) as number | string);
  };
}
