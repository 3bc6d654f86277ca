import { setImmediate as nextTurn } from 'node:timers/promises';
import { planOn, first, newEhr } from '@cairn/core/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { composition, createEhr, openWithConnection } from './support/opened.ts';
import { transactionsInLog } from './support/log-file.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

describe('group commit', () => {
  let temporary: ReturnType<typeof temporaryFolder>;
  let opened: ReturnType<typeof openWithConnection>;
  let ehrId = '';
  beforeEach(async () => {
    temporary = temporaryFolder();
    opened = openWithConnection(temporary.file);
    ehrId = await createEhr(opened.store);
    opened.connection.client.pragma('wal_checkpoint(TRUNCATE)');
  });
  afterEach(async () => {
    await opened.store.close();
    temporary.remove();
  });
  const commit = (count: number) =>
    Promise.all(Array.from({ length: count }, () => opened.store.commits.commit(composition(ehrId, '{}'))));

  test('plans of the same moment share one transaction', async () => {
    await commit(50);
    expect(transactionsInLog(temporary.file)).toBe(1);
  });

  test('very many of them share a few', async () => {
    await commit(250);
    expect(transactionsInLog(temporary.file)).toBe(3);
  });

  test('plans one after the other have one each', async () => {
    for (let count = 0; count < 5; count++) await commit(1);
    expect(transactionsInLog(temporary.file)).toBe(5);
  });

  test('refusals alone write nothing', async () => {
    const plans = [planOn(ehrId, { versions: [first({ number: 7 })] }), newEhr({ ehrId })];
    const outcomes = await Promise.all(plans.map((plan) => opened.store.commits.commit(plan)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['refused', 'refused']);
    expect(transactionsInLog(temporary.file)).toBe(0);
  });

  test('between two groups the event loop has its turn', async () => {
    const outcomes = commit(1000);
    let turns = 0;
    let acknowledged = 0;
    for (; acknowledged < 1000; turns++) {
      await nextTurn();
      acknowledged = (await opened.store.records.contributions(ehrId, { offset: 0, fetch: 0 })).total - 1;
    }
    await outcomes;
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});
