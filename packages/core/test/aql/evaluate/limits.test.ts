/** What a query may use, and when it stops. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createQueryService, type QueryOptions, type QueryServiceDeps } from '../../../src/query/index.ts';
import { createRepository, type Repository } from '../support/repository.ts';
import { composition, element, evaluation, quantity } from '../support/records.ts';

let repository: Repository;
let oneEhr: string;

beforeAll(() => {
  repository = createRepository();
  for (let ehr = 0; ehr < 20; ehr += 1) {
    const id = repository.ehr();
    oneEhr = id;
    const items = Array.from({ length: 60 }, (_, index) => element('at0002', quantity(index)));
    repository.commit(id, composition([evaluation('openEHR-EHR-EVALUATION.x.v1', ...items)]));
  }
});

const aql = (q: string, options: QueryOptions = {}, deps: Partial<QueryServiceDeps> = {}) =>
  createQueryService({ store: repository.store, clock: { now: () => Date.now() }, timezone: 'UTC', ...deps }).aql(
    q,
    options,
  );

/** The number of EHRs that a query took out of the store. */
async function deliveredBy(q: string, options?: QueryOptions): Promise<number> {
  const before = repository.delivered();
  await aql(q, options);
  return repository.delivered() - before;
}

describe('early stop', () => {
  it.each([
    ['SELECT e FROM EHR e LIMIT 3', 3],
    ['SELECT e FROM EHR e LIMIT 3 OFFSET 2', 5],
    ['SELECT e FROM EHR e CONTAINS ELEMENT l LIMIT 61', 2],
    ['SELECT DISTINCT e/ehr_id/value FROM EHR e CONTAINS ELEMENT l LIMIT 2', 2],
    ['SELECT e FROM EHR e CONTAINS ELEMENT l[at0099] LIMIT 1', 20],
    ['SELECT e FROM EHR e ORDER BY e/ehr_id/value LIMIT 1', 20],
    ['SELECT COUNT(*) FROM EHR e LIMIT 1', 20],
  ])('%s takes %i EHRs', async (q, expected) => {
    expect(await deliveredBy(q)).toBe(expected);
  });

  it('takes none for a page of no rows', async () => {
    expect(await deliveredBy('SELECT e FROM EHR e', { fetch: 0 })).toBe(0);
  });

  it('gives a thousand rows to a caller who asks for no number, unless the query does', async () => {
    const q = 'SELECT l/value/magnitude FROM ELEMENT l';
    expect((await aql(q)).rows).toHaveLength(1000);
    expect((await aql(`${q} LIMIT 1100`)).rows).toHaveLength(1100);
    expect((await aql(q, { fetch: 5000 })).rows).toHaveLength(1200);
    expect((await aql(q, {}, { limits: { defaultFetch: 10 } })).rows).toHaveLength(10);
  });
});

describe('refusals', () => {
  it.each([
    [{ offset: -1 }, /offset/],
    [{ offset: 1.5 }, /offset/],
    [{ fetch: -1 }, /fetch/],
    [{ fetch: Number.NaN }, /fetch/],
    [{ ehrId: 'no-uuid' }, /EHR/],
  ])('%j', async (options, message) => {
    await expect(aql('SELECT e FROM EHR e', options)).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringMatching(message) as string,
    });
  });

  it('a fetch over the cap is refused, not shortened', async () => {
    await expect(aql('SELECT e FROM EHR e', { fetch: 11 }, { limits: { maxFetch: 10 } })).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  });

  it('an unknown EHR has no rows', async () => {
    expect((await aql('SELECT e FROM EHR e', { ehrId: crypto.randomUUID() })).rows).toEqual([]);
  });
});

const EXPLODING = 'FROM EHR e CONTAINS (ELEMENT a AND ELEMENT b AND ELEMENT c AND ELEMENT d AND ELEMENT f)';

describe('time', () => {
  it.each([
    ['a product of many nodes', `SELECT COUNT(*) ${EXPLODING}`],
    ['one that finds nothing', `SELECT a ${EXPLODING} WHERE a/value/magnitude > b/value/magnitude + 1000`],
    ['one in ORDER BY', `SELECT a/value/magnitude ${EXPLODING} ORDER BY b/value/magnitude LIMIT 10`],
    [
      'one that is made by paths',
      'SELECT COUNT(*), o/data/items[at0002]/value FROM EVALUATION o CONTAINS (ELEMENT a AND ELEMENT b AND ELEMENT c)',
    ],
  ])('%s ends at the deadline', async (_, q) => {
    const started = Date.now();
    await expect(aql(q, { timeoutMs: 150 })).rejects.toMatchObject({ code: 'query_timeout' });
    expect(Date.now() - started).toBeLessThan(2000);
  });

  it('a branch without matches is found out before the others are combined', async () => {
    const q = 'SELECT a FROM EHR e CONTAINS (ELEMENT a AND ELEMENT b AND ELEMENT c AND ELEMENT d AND CLUSTER k)';
    expect((await aql(q, { timeoutMs: 2000 })).rows).toEqual([]);
  });

  it('a condition on one variable is decided before it is combined', async () => {
    const q = `SELECT COUNT(*) ${EXPLODING} WHERE a/value/magnitude = 1 AND b/value/magnitude = 2 AND c/value/magnitude = 3
      AND d/value/magnitude = 4 AND f/value/magnitude = 5`;
    expect((await aql(q, { timeoutMs: 5000 })).rows).toEqual([[20]]);
  });

  describe('in one EHR with many documents, none of which matches', () => {
    const many = createRepository();
    const ehrId = many.ehr();
    for (let at = 0; at < 200; at += 1) many.commit(ehrId, composition([evaluation('openEHR-EHR-EVALUATION.x.v1')]));
    let time = 0;
    const clock = { now: () => (time += 1) };

    it.each([
      'SELECT k FROM CLUSTER k',
      'SELECT k FROM EHR e CONTAINS COMPOSITION c CONTAINS CLUSTER k',
      'SELECT e FROM EHR e NOT CONTAINS CLUSTER k',
      'SELECT c FROM EHR e CONTAINS (COMPOSITION c AND CLUSTER k)',
      'SELECT v FROM VERSION v[ALL_VERSIONS] CONTAINS CLUSTER k',
    ])('others get their turn, and the deadline is seen: %s', async (q) => {
      let turns = 0;
      const pause = async (): Promise<void> => void (turns += 1);
      await aql(q, { timeoutMs: 100_000 }, { store: many.store, clock, pause });
      expect(turns).toBeGreaterThan(10);
      await expect(aql(q, { timeoutMs: 100 }, { store: many.store, clock })).rejects.toMatchObject({
        code: 'query_timeout',
      });
    });
  });

  it('others get their turn, and a caller who leaves stops the query', async () => {
    let turns = 0;
    const signal = { aborted: false };
    const pause = async (): Promise<void> => {
      turns += 1;
      signal.aborted = turns === 3;
    };
    await expect(aql(`SELECT COUNT(*) ${EXPLODING}`, { signal, timeoutMs: 10_000 }, { pause })).rejects.toMatchObject({
      code: 'query_cancelled',
    });
    expect(turns).toBe(3);
  });
});

describe('memory', () => {
  it.each([
    ['rows', 'SELECT l/value FROM ELEMENT l'],
    ['sorted rows', 'SELECT l/value FROM ELEMENT l ORDER BY l/value'],
    ['distinct rows', 'SELECT DISTINCT e/ehr_id/value, l/value/magnitude FROM EHR e CONTAINS ELEMENT l'],
    ['groups', 'SELECT e/ehr_id/value, l/value/magnitude, COUNT(*) FROM EHR e CONTAINS ELEMENT l'],
    ['distinct values', 'SELECT e/ehr_id/value, COUNT(DISTINCT l/value) FROM EHR e CONTAINS ELEMENT l'],
  ])('too many %s', async (_, q) => {
    const limits = { maxRows: 500 };
    await expect(aql(q, { fetch: 10_000 }, { limits })).rejects.toMatchObject({ code: 'query_too_large' });
  });

  it.each([
    ['rows', 'SELECT c FROM COMPOSITION c'],
    ['sorted rows', 'SELECT c FROM COMPOSITION c ORDER BY c/name/value'],
    ['distinct rows', 'SELECT DISTINCT c FROM COMPOSITION c'],
    ['groups', 'SELECT c, COUNT(*) FROM COMPOSITION c'],
    ['distinct values', 'SELECT COUNT(DISTINCT c) FROM COMPOSITION c'],
  ])('few %s of whole documents count as many', async (_, q) => {
    await expect(aql(q, {}, { limits: { maxRows: 500 } })).rejects.toMatchObject({ code: 'query_too_large' });
  });

  it('the first rows of an order need no more than themselves', async () => {
    const q = 'SELECT l/value/magnitude FROM ELEMENT l ORDER BY l/value DESC LIMIT 3';
    expect((await aql(q, {}, { limits: { maxRows: 3 } })).rows).toEqual([[59], [59], [59]]);
  });
});

describe('hostile texts', () => {
  it('ten thousand alternatives', async () => {
    const terms = Array.from({ length: 10_000 }, (_, index) => `l/value/magnitude = ${index + 50}`).join(' OR ');
    const q = `SELECT COUNT(*) FROM ELEMENT l WHERE ${terms}`;
    expect((await aql(q, { ehrId: oneEhr })).rows).toEqual([[10]]);
  });

  it('a pattern full of runs', async () => {
    const pattern = `${'*a'.repeat(2000)}*b`;
    const long = createRepository();
    long.commit(
      long.ehr(),
      composition([], { node: { id: 'openEHR-EHR-COMPOSITION.x.v1', name: 'a'.repeat(20_000) } }),
    );
    const service = createQueryService({ store: long.store, clock: { now: () => Date.now() }, timezone: 'UTC' });
    const started = Date.now();
    expect((await service.aql(`SELECT c FROM COMPOSITION c WHERE c/name/value LIKE '${pattern}'`)).rows).toEqual([]);
    expect(Date.now() - started).toBeLessThan(1000);
  });
});
