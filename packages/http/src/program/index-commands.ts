import { reindexAll, verifyIndex } from '@cairn/core';
import type { Config } from '../config/index.ts';
import { openPrimary } from '../server/index.ts';
import type { Terminal } from './terminal.ts';

/** A line of progress after so many documents. */
const STRIDE = 10_000;

/** Reads every document and compares what queries find it by with what it says; 1 when something differs. */
export async function runVerify(config: Config, { print }: Terminal): Promise<number> {
  await using store = await openPrimary(config, 'verify');
  const { documents, unindexed, differing } = await verifyIndex(store);
  for (const { ehrId, objectId } of differing) print(`index rows differ: EHR ${ehrId}, object ${objectId}`);
  print(`${documents} documents read, ${unindexed} without index rows, ${differing.length} with rows that differ`);
  if (unindexed + differing.length > 0) print('cairn reindex makes the index rows anew.');
  return differing.length > 0 ? 1 : 0;
}

/** Makes the index rows of all documents anew; a server may be at work on the same store. */
export async function runReindex(config: Config, { print, complain }: Terminal): Promise<number> {
  await using store = await openPrimary(config, 'verify');
  let told = 0;
  const { documents, notIndexable } = await reindexAll(store, (done) => {
    if (done < told + STRIDE) return;
    told = done;
    complain(`cairn: ${done} documents so far`);
  });
  print(`${documents} documents indexed anew, ${notIndexable} of which every query has to look at`);
  return 0;
}
