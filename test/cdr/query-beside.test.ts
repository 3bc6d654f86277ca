/** A long query on a file, and others who want to commit and to read meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@cairn/store-sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composition, openWorld, type World } from '../support/world.ts';

/** Parses every document of all EHRs, and finds nothing. */
const LONG = "SELECT t/value FROM COMPOSITION c CONTAINS DV_TEXT t WHERE t/value = 'nowhere'";

const EHRS = 20;
const PER_EHR = 25;
const ROUNDS = 25;

/** Far more than others wait for one turn of a query, far less than the query takes. */
const PATIENCE_MS = 250;

describe('beside a query over the documents of all EHRs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-beside-'));
  let world: World;
  const uids: { readonly ehrId: string; readonly objectId: string }[] = [];

  beforeAll(async () => {
    world = await openWorld(() => openSqliteStore({ path: join(folder, 'cairn.db') }));
    const { cdr } = world;
    for (let ehr = 0; ehr < EHRS; ehr += 1) {
      const { ehrId } = await cdr.ehrs.create();
      const versions = await Promise.all(
        Array.from({ length: PER_EHR }, (_, pulse) => cdr.compositions.create(ehrId, composition(pulse + 40))),
      );
      for (const { uid } of versions) uids.push({ ehrId, objectId: uid.split('::')[0] ?? '' });
    }
  }, 60_000);

  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const commit = async (): Promise<void> => void (await world.cdr.compositions.create(world.ehrId, composition()));
  const read = async (round: number): Promise<void> => {
    const { ehrId, objectId } = uids[(round * 37) % uids.length] ?? { ehrId: '', objectId: '' };
    await world.cdr.compositions.get(ehrId, objectId);
  };

  it('a commit and a read by id take about as long as they do alone', { timeout: 120_000 }, async () => {
    const alone = { commit: await medianOf(commit), read: await medianOf(read) };
    const asking = { on: true };
    let queries = 0;
    const querying = (async () => {
      while (asking.on) {
        expect((await world.cdr.query.aql(LONG)).rows).toEqual([]);
        queries += 1;
      }
    })();
    const beside = { commit: await medianOf(commit), read: await medianOf(read) };
    asking.on = false;
    await querying;
    expect(beside.commit).toBeLessThan(PATIENCE_MS + 10 * alone.commit);
    expect(beside.read).toBeLessThan(PATIENCE_MS + 10 * alone.read);
    // At least one has run from its beginning to its end meanwhile.
    expect(queries).toBeGreaterThan(0);
  });
});

async function medianOf(work: (round: number) => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await work(round);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? Infinity;
}
