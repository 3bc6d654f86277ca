import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../json/value.ts';
import { deletion, first, newEhr, next, planOn } from '../plans.ts';
import { committed, type StoreUnderTest } from '../support.ts';
import { answerOf } from './answers.ts';
import { versionOf } from './indexed-version.ts';

const ARCHETYPE = 'openEHR-EHR-EVALUATION.problem.v1';
const OTHER = 'openEHR-EHR-EVALUATION.other.v1';
const VALUE = 'd/data[at0001]/items[at0002]/value';
const CODE = `${VALUE}/defining_code/code_string`;
const TEXT = `${VALUE}/value`;
const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS EVALUATION d[${ARCHETYPE}]`;

const plainText = (value: string): JsonObject => ({ _type: 'DV_TEXT', value });
const coded = (code: string, value = 'A disease', terminology = 'SNOMED-CT'): JsonObject => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
    code_string: code,
  },
});
const element = (value?: JsonObject): JsonObject => ({
  _type: 'ELEMENT',
  archetype_node_id: 'at0002',
  ...(value && { value }),
});
const cluster = (...items: readonly JsonObject[]): JsonObject => ({
  _type: 'CLUSTER',
  archetype_node_id: 'at0002',
  items,
});

const LONG = 'a text that the index cuts, since it has more than 48 units';
const CODED_SO = [CODE, "'1'"].join(' = ');

interface Case {
  readonly name: string;
  /** Of the entry of one composition each. */
  readonly items: readonly (readonly JsonObject[])[];
  readonly query: string;
  readonly rows: readonly (readonly unknown[])[];
  /** The index alone can't tell; what it says at first may not be enough. */
  readonly byDocuments?: 'at once' | 'in the end';
}

const CASES: readonly Case[] = [
  {
    name: 'a code is none that it begins',
    items: [[element(coded('1'))], [element(coded('11'))], [element(coded('1:'))]],
    query: `SELECT COUNT(*) ${FROM} WHERE ${CODE} = '11'`,
    rows: [[1]],
  },
  {
    name: 'a code may be of any terminology',
    items: [[element(coded('1'))], [element(coded('1', 'x', 'ICD10'))], [element(coded('2'))]],
    query: `SELECT COUNT(*), COUNT(${CODE}) ${FROM} WHERE ${CODED_SO}`,
    rows: [[2, 2]],
  },
  {
    name: 'one of some codes',
    items: [[element(coded('1'))], [element(coded('2'))], [element(coded('3'))]],
    query: `SELECT ${CODE} ${FROM} WHERE ${CODE} MATCHES {'1', '3', '1'} LIMIT 9`,
    rows: [['1'], ['3']],
  },
  {
    name: 'a code that another and its terminology look like',
    items: [[element(coded('1'))], [element(coded('1::2'))]],
    query: `SELECT COUNT(*) ${FROM} WHERE ${CODED_SO}`,
    rows: [[1]],
    byDocuments: 'at once',
  },
  {
    name: 'a code that ends like what comes before a terminology',
    items: [[element(coded('1'))], [element(coded('1:'))]],
    query: `SELECT c/uid/value, ${CODE} ${FROM} WHERE ${CODED_SO} LIMIT 9`,
    rows: [['0', '1']],
    byDocuments: 'at once',
  },
  {
    name: 'the same, EHR by EHR',
    items: [[element(coded('1'))], [element(coded('1:'))]],
    query: `SELECT e/ehr_id/value, COUNT(*) ${FROM} WHERE ${CODED_SO}`,
    rows: [['ehr', 1]],
    byDocuments: 'at once',
  },
  {
    name: 'a code beside a text that is cut',
    items: [[element(coded('1', LONG))]],
    query: `SELECT ${CODE}, ${VALUE}/defining_code/terminology_id/value ${FROM} WHERE ${CODED_SO} LIMIT 9`,
    rows: [['1', 'SNOMED-CT']],
  },
  {
    name: 'a text that is cut is shown as it is',
    items: [[element(coded('1', LONG))]],
    query: `SELECT ${TEXT} ${FROM} WHERE ${CODED_SO} LIMIT 9`,
    rows: [[LONG]],
    byDocuments: 'in the end',
  },
  {
    name: 'a text that begins one that is cut',
    items: [[element(plainText(LONG))], [element(plainText(LONG.slice(0, 46)))]],
    query: `SELECT COUNT(*) ${FROM} WHERE ${TEXT} = '${LONG.slice(0, 46)}'`,
    rows: [[1]],
  },
  {
    name: 'a text as long as those that are cut',
    items: [[element(plainText(LONG))], [element(plainText(LONG.slice(0, 48)))], [element(plainText(`${LONG}.`))]],
    query: `SELECT COUNT(*) ${FROM} WHERE ${TEXT} = '${LONG.slice(0, 48)}'`,
    rows: [[1]],
    byDocuments: 'at once',
  },
  {
    name: 'texts with a code and without',
    items: [[element(plainText('x'))], [element(coded('1', 'x'))], [element(coded('x', 'y'))]],
    query: `SELECT c/uid/value, ${TEXT}, ${CODE} ${FROM} WHERE ${TEXT} = 'x' LIMIT 9`,
    rows: [
      ['0', 'x', null],
      ['1', 'x', '1'],
    ],
  },
  {
    name: 'a text and a code at once',
    items: [[element(plainText('x'))], [element(coded('1', 'x'))], [element(coded('1', 'y'))]],
    query: `SELECT COUNT(*) ${FROM} WHERE ${TEXT} = 'x' AND ${CODED_SO}`,
    rows: [[1]],
  },
  {
    name: 'several values of an entry',
    items: [[element(coded('1')), element(coded('2')), element(), element(coded('1'))]],
    query: `SELECT c/uid/value, ${CODE} ${FROM} WHERE ${CODED_SO} LIMIT 9`,
    rows: [
      ['0', '1'],
      ['0', '1'],
    ],
  },
  {
    name: 'values and places for one',
    items: [[element(coded('1')), element(), element(plainText('x'))], []],
    query: `SELECT c/uid/value, ${CODE} ${FROM} LIMIT 9`,
    rows: [
      ['0', '1'],
      ['0', null],
      ['0', null],
      ['1', null],
    ],
  },
  {
    name: 'CLUSTERs beside ELEMENTs, where there is a condition',
    items: [[cluster(element(coded('1'))), element(coded('1')), cluster()]],
    query: `SELECT COUNT(*) ${FROM} WHERE ${CODED_SO}`,
    rows: [[1]],
  },
  {
    name: 'values of which there is a code, but no text that is a code',
    items: [[element({ _type: 'DV_ORDINAL', value: 1, symbol: coded('1') })], [element(coded('1'))]],
    query: `SELECT COUNT(*) ${FROM} WHERE ${CODED_SO}`,
    rows: [[1]],
  },
  {
    name: 'values that are no texts',
    items: [
      [element({ _type: 'DV_IDENTIFIER', id: 'x' })],
      [element({ _type: 'DV_BOOLEAN', value: true })],
      [element({ _type: 'DV_URI', value: 'x' })],
    ],
    query: `SELECT c/uid/value, ${TEXT} ${FROM} WHERE ${TEXT} = 'x' LIMIT 9`,
    rows: [['2', 'x']],
  },
  {
    name: 'values whose texts are elsewhere',
    items: [[element({ _type: 'DV_PARSABLE', value: 'x', formalism: 'y' })]],
    query: `SELECT COUNT(*) ${FROM} WHERE ${TEXT} = 'x'`,
    rows: [[1]],
    byDocuments: 'at once',
  },
  {
    name: 'a code without a terminology',
    items: [[element({ ...coded('1'), defining_code: { _type: 'CODE_PHRASE', code_string: '1' } })]],
    query: `SELECT COUNT(*) ${FROM} WHERE ${CODED_SO}`,
    rows: [[1]],
    byDocuments: 'at once',
  },
  {
    name: 'a code with its terminology equals as a code, and comes before or after as a text',
    items: [[element(coded('1'))], [element(coded('2', 'Z'))], [element(plainText('B'))]],
    query: `SELECT c/uid/value ${FROM} WHERE ${VALUE} >= 'SNOMED-CT::1' OR ${VALUE} = 'SNOMED-CT::1'`,
    rows: [['0'], ['1']],
    byDocuments: 'at once',
  },
  {
    name: 'between two codes are texts',
    items: [[element(coded('1'))], [element(coded('2', 'T'))]],
    query: `SELECT c/uid/value ${FROM} WHERE ${VALUE} BETWEEN 'SNOMED-CT::1' AND 'U'`,
    rows: [['1']],
    byDocuments: 'at once',
  },
  {
    name: 'EHRs that have such a value',
    items: [[element(coded('1'))], [element(coded('1')), element(coded('1'))], [element(coded('2'))]],
    query: `SELECT COUNT(DISTINCT e/ehr_id/value), COUNT(*) ${FROM} WHERE ${CODED_SO}`,
    rows: [[1, 3]],
  },
  {
    name: 'values by EHR',
    items: [[element(coded('1'))], [element(coded('1', 'x', 'ICD10'))]],
    query: `SELECT e/ehr_id/value, COUNT(*), COUNT(${CODE}) ${FROM} WHERE ${CODED_SO}`,
    rows: [['ehr', 2, 2]],
  },
  {
    name: 'compositions without an entry',
    items: [[element(coded('1'))]],
    query: `SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c NOT CONTAINS EVALUATION[${ARCHETYPE}]`,
    rows: [[0]],
  },
  {
    name: 'compositions without another entry',
    items: [[element(coded('1'))]],
    query: `SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c NOT CONTAINS EVALUATION[${OTHER}] LIMIT 9`,
    rows: [['0']],
  },
];

/** Conditions on texts and codes that the index may decide. */
export function codedValueTests(store: StoreUnderTest): void {
  describe('texts and codes of entries', () => {
    test.each(CASES)('$name', async ({ items, query, rows, byDocuments }) => {
      await store().admin.deleteAllEhrs();
      const ehr = newEhr();
      await committed(store(), ehr);
      const versions = items.map((own) => versionOf(first(), compositionOf(own)));
      for (const version of versions) await committed(store(), planOn(ehr.ehrId, { versions: [version] }));
      const named = (cell: unknown): unknown => {
        const at = versions.findIndex(({ objectId }) => String(cell).startsWith(objectId));
        return at >= 0 ? String(at) : cell === ehr.ehrId ? 'ehr' : cell;
      };
      for (const use of ['none', 'narrowing', 'projection', 'covering'] as const) {
        const answer = await answerOf(store(), query, use);
        const found = (JSON.parse(answer.rows) as unknown[][]).map((row) => row.map(named));
        expect({ use, rows: found }).toEqual({ use, rows });
        const isByIndex = answer.answered.some((kind) => kind !== 'projected');
        expect({ use, isByIndex }).toEqual({ use, isByIndex: use === 'covering' && byDocuments !== 'at once' });
      }
    });

    test('are those of latest versions, in EHRs that are queryable', async () => {
      await store().admin.deleteAllEhrs();
      const [seen, hidden] = [newEhr(), newEhr({ flags: { queryable: false, modifiable: true } })];
      const [kept, changed, deleted, unseen] = ['1', '1', '1', '1'].map((code) =>
        versionOf(first(), compositionOf([element(coded(code))])),
      ) as [ReturnType<typeof first>, ReturnType<typeof first>, ReturnType<typeof first>, ReturnType<typeof first>];
      for (const ehr of [seen, hidden]) await committed(store(), ehr);
      await committed(store(), planOn(seen.ehrId, { versions: [kept, changed, deleted] }));
      await committed(store(), planOn(hidden.ehrId, { versions: [unseen] }));
      const change = versionOf(next(changed), compositionOf([element(coded('2'))]));
      await committed(store(), planOn(seen.ehrId, { versions: [change, deletion(deleted)] }));
      for (const [select, rows] of [
        ['COUNT(*)', [[1]]],
        ['COUNT(DISTINCT e/ehr_id/value)', [[1]]],
        ['e/ehr_id/value, COUNT(*)', [[seen.ehrId, 1]]],
        [`e/ehr_id/value, ${CODE}`, [[seen.ehrId, '1']]],
      ] as const) {
        const answer = await answerOf(store(), `SELECT ${select} ${FROM} WHERE ${CODED_SO} LIMIT 9`, 'covering');
        expect({ select, rows: JSON.parse(answer.rows) }).toEqual({ select, rows });
        expect(answer.answered).not.toEqual([]);
        const ofHidden = await answerOf(store(), `SELECT COUNT(*) ${FROM} WHERE ${CODED_SO}`, 'covering', hidden.ehrId);
        expect(ofHidden.rows).toBe('[[1]]');
      }
    });
  });
}

const compositionOf = (items: readonly JsonObject[]): JsonObject => ({
  _type: 'COMPOSITION',
  archetype_node_id: 'openEHR-EHR-COMPOSITION.problems.v1',
  content: [
    {
      _type: 'EVALUATION',
      archetype_node_id: ARCHETYPE,
      data: { _type: 'ITEM_TREE', archetype_node_id: 'at0001', items },
    },
  ],
});
