import { describe, expect, test } from 'vitest';
import { planQuery, runPlan } from '../../aql/access/index.ts';
import { checkQuery } from '../../aql/check/index.ts';
import { indexDocument } from '../../aql/indexing/index.ts';
import { parseQuery } from '../../aql/language/index.ts';
import { stringifyJson } from '../../json/index.ts';
import type { JsonObject } from '../../json/value.ts';
import { first, newEhr, planOn, systemId } from '../plans.ts';
import { committed, type StoreUnderTest } from '../support.ts';

const ARCHETYPE = 'openEHR-EHR-OBSERVATION.clusters.v1';
const MAGNITUDE = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude';
const FROM = `FROM EHR e CONTAINS OBSERVATION o[${ARCHETYPE}]`;

const empty: JsonObject = { _type: 'CLUSTER', archetype_node_id: 'at0004' };
const full: JsonObject = { ...empty, items: [{ _type: 'ELEMENT', archetype_node_id: 'at0009' }] };
const bare: JsonObject = { _type: 'ELEMENT', archetype_node_id: 'at0004' };
const valued: JsonObject = { ...bare, value: { _type: 'DV_QUANTITY', magnitude: 3, units: 'mm' } };

/** A node of a query's path may be a CLUSTER, although the path goes on as if it were an ELEMENT. */
export function clusterTests(store: StoreUnderTest): void {
  describe('CLUSTERs that are asked for a value', () => {
    test.each([
      { kind: 'with members', items: [full, full] },
      { kind: 'without', items: [empty, empty] },
      { kind: 'of both kinds', items: [empty, full] },
      { kind: 'beside an ELEMENT', items: [full, valued, empty] },
      { kind: 'beside an ELEMENT without value', items: [bare, full] },
    ])('have a row each: $kind', async ({ items }) => {
      await store().admin.deleteAllEhrs();
      const ehr = newEhr();
      await committed(store(), ehr);
      const { document: _, ...version } = first();
      const document = compositionOf(items, `${version.objectId}::${systemId}::${version.number}`);
      const index = indexDocument(document, 'COMPOSITION');
      const versions = [{ ...version, document: stringifyJson(document), ...(index && { index }) }];
      await committed(store(), planOn(ehr.ehrId, { versions }));
      for (const select of [
        MAGNITUDE,
        `COUNT(*), COUNT(${MAGNITUDE})`,
        `e/ehr_id/value, COUNT(*), COUNT(${MAGNITUDE})`,
      ]) {
        const text = `SELECT ${select} ${FROM} LIMIT 9`;
        const query = checkQuery(text, parseQuery(text), {}, {});
        const rowsBy = async (use: 'none' | 'projection' | 'covering') =>
          (await runPlan(planQuery(query, undefined, use), store().queries, environment)).rows;
        const rows = await rowsBy('none');
        expect(rows.length).toBe(select === MAGNITUDE ? items.length : 1);
        expect({ text, rows: await rowsBy('projection') }).toEqual({ text, rows });
        expect({ text, rows: await rowsBy('covering') }).toEqual({ text, rows });
      }
    });
  });
}

const environment = { clock: { now: () => 0 }, timezone: 'UTC' };

const compositionOf = (items: readonly JsonObject[], uid: string): JsonObject => ({
  _type: 'COMPOSITION',
  archetype_node_id: 'openEHR-EHR-COMPOSITION.clusters.v1',
  uid: { _type: 'OBJECT_VERSION_ID', value: uid },
  content: [
    {
      _type: 'OBSERVATION',
      archetype_node_id: ARCHETYPE,
      data: {
        _type: 'HISTORY',
        archetype_node_id: 'at0001',
        events: [
          {
            _type: 'POINT_EVENT',
            archetype_node_id: 'at0006',
            data: { _type: 'ITEM_TREE', archetype_node_id: 'at0003', items },
          },
        ],
      },
    },
  ],
});
