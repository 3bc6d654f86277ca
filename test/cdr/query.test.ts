import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { stores } from '../support/stores.ts';
import { composition, openWorld } from '../support/world.ts';

const PULSE = 'o/data[at0002]/events[at0003]/data[at0001]/items[at0004]/value/magnitude';
const FROM = 'FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.pulse.v2]';

describe.each(stores)('AQL ($name)', ({ open }) => {
  it('answers from what was committed, in the order of commits', async () => {
    await using world = await openWorld(open);
    const { cdr, ehrId } = world;
    for (const pulse of [80, 60, 70]) await cdr.compositions.create(ehrId, composition(pulse));
    const rows = async (aql: string) => (await cdr.query.aql(aql)).rows;
    expect(await rows(`SELECT ${PULSE} ${FROM}`)).toEqual([[80], [60], [70]]);
    expect(await rows(`SELECT ${PULSE} AS p ${FROM} ORDER BY p DESC LIMIT 2`)).toEqual([[80], [70]]);
    expect(await rows(`SELECT COUNT(*), AVG(${PULSE}) ${FROM} WHERE ${PULSE} > 60`)).toEqual([[2, 75]]);
  });

  it('leaves EHRs that are not queryable out, unless the query names them', async () => {
    await using world = await openWorld(open);
    const { cdr } = world;
    const hidden = await cdr.ehrs.create({
      status: { is_queryable: false, is_modifiable: true, subject: { _type: 'PARTY_SELF' } },
    });
    await cdr.compositions.create(hidden.ehrId, composition());
    const aql = 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c';
    expect((await cdr.query.aql(aql)).rows).toEqual([]);
    expect((await cdr.query.aql(aql, { ehrId: hidden.ehrId })).rows).toHaveLength(1);
    const inOrder = `${aql} ORDER BY c/context/start_time/value DESC LIMIT 5`;
    const ids = `{'${hidden.ehrId}', '${world.ehrId}', '${randomUUID()}'}`;
    for (const query of [
      aql.replace('EHR e', `EHR e[ehr_id/value='${hidden.ehrId}']`),
      `${aql} WHERE e/ehr_id/value = '${hidden.ehrId}'`,
      `${aql} WHERE e/ehr_id/value MATCHES ${ids}`,
      `SELECT c FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value MATCHES ${ids}`,
      `SELECT ${PULSE} ${FROM} WHERE e/ehr_id/value MATCHES ${ids}`,
      inOrder.replace('EHR e', `EHR e[ehr_id/value='${hidden.ehrId}']`),
    ]) {
      expect({ query, rows: (await cdr.query.aql(query)).rows.length }).toEqual({ query, rows: 1 });
    }
    const impossible = `SELECT e/ehr_id/value, COUNT(*) FROM EHR e[at0001 and ehr_id/value='${world.ehrId}'] CONTAINS COMPOSITION c`;
    await cdr.compositions.create(world.ehrId, composition());
    expect((await cdr.query.aql(impossible)).rows).toEqual([]);
    const counted = await cdr.query.aql(`SELECT COUNT(*), AVG(${PULSE}) ${FROM} WHERE e/ehr_id/value MATCHES ${ids}`);
    expect(counted.rows).toEqual([[2, expect.any(Number)]]);
    expect((await cdr.query.aql(inOrder)).rows).toHaveLength(1);
  });

  it('finds nothing in an empty list, and everything outside of it', async () => {
    await using world = await openWorld(open);
    await world.cdr.compositions.create(world.ehrId, composition(70));
    for (const path of [PULSE, 'c/name/value', 'c/context/start_time', 'c/uid/value']) {
      const count = async (condition: string) =>
        (await world.cdr.query.aql(`SELECT COUNT(*) ${FROM} WHERE ${condition}`, { parameters: { none: [] } })).rows;
      expect(await count(`${path} MATCHES $none`)).toEqual([[0]]);
      expect(await count(`NOT ${path} MATCHES $none`)).toEqual([[1]]);
    }
  });

  it('lets others have their turn while a query takes long', async () => {
    await using world = await openWorld(open);
    for (const pulse of [60, 70, 80]) await world.cdr.compositions.create(world.ehrId, composition(pulse));
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const product =
      'SELECT COUNT(*) FROM EHR e CONTAINS (ELEMENT a AND ELEMENT b AND ELEMENT c AND ELEMENT d AND ELEMENT f)';
    const asked = world.cdr.query.aql(product, { timeoutMs: 500 });
    await expect(asked).rejects.toMatchObject({ code: 'query_timeout' });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  it.each([
    ['10,000 terms of OR', () => Array.from({ length: 10_000 }, (_, index) => `${PULSE} = ${index}`).join(' OR ')],
    [
      '10,000 members of MATCHES',
      () => `${PULSE} MATCHES {${Array.from({ length: 10_000 }, (_, index) => index).join()}}`,
    ],
    [
      '20,000 uids',
      () =>
        `c/uid/value MATCHES {${Array.from({ length: 20_000 }, () => `'${randomUUID()}'`).join()}} OR ${PULSE} = 70`,
    ],
    [
      '20,000 EHR ids',
      () => `NOT e/ehr_id/value MATCHES {${Array.from({ length: 20_000 }, () => `'${randomUUID()}'`).join()}}`,
    ],
  ])('takes %s', async (_name, condition) => {
    await using world = await openWorld(open);
    await world.cdr.compositions.create(world.ehrId, composition(70));
    expect((await world.cdr.query.aql(`SELECT ${PULSE} ${FROM} WHERE ${condition()}`)).rows).toEqual([[70]]);
  });

  it('finds nothing among 20,000 other EHRs', async () => {
    await using world = await openWorld(open);
    await world.cdr.compositions.create(world.ehrId, composition(70));
    const ids = Array.from({ length: 20_000 }, () => `'${randomUUID()}'`).join();
    const where = `WHERE e/ehr_id/value MATCHES {${ids}}`;
    expect((await world.cdr.query.aql(`SELECT ${PULSE} ${FROM} ${where}`)).rows).toEqual([]);
    expect((await world.cdr.query.aql(`SELECT COUNT(*) ${FROM} ${where}`)).rows).toEqual([[0]]);
  });
});
