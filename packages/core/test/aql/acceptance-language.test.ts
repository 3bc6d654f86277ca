/** Acceptance cases A and B: what parses, what is refused, what cells hold. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createRepository, SYSTEM_ID, type Repository } from './support/repository.ts';
import { BP, bloodPressure, composition, DIA, SYS } from './support/records.ts';
import { rows, run } from './support/run.ts';

let repository: Repository;
let e1: string;
let c1: string;

beforeAll(() => {
  repository = createRepository();
  e1 = repository.ehr({
    is_queryable: true,
    is_modifiable: true,
    subject: {
      _type: 'PARTY_SELF',
      external_ref: {
        _type: 'PARTY_REF',
        namespace: 'patients',
        type: 'PERSON',
        id: { _type: 'GENERIC_ID', value: 'p-1', scheme: 'x' },
      },
    },
  });
  c1 = repository.commit(
    e1,
    composition([bloodPressure([{ systolic: 120, diastolic: 80 }, { systolic: 140 }])], {
      context: {
        participations: [{ function: { value: 'nurse' }, performer: { _type: 'PARTY_IDENTIFIED', name: 'N. One' } }],
      },
      rest: {
        feeder_audit: {
          _type: 'FEEDER_AUDIT',
          originating_system_audit: { _type: 'FEEDER_AUDIT_DETAILS', system_id: 'lab.1' },
        },
      },
    }),
  );
  repository.ehr();
});

describe('A. lexer and parser', () => {
  it('1: lower case everything parses and runs', async () => {
    expect(await rows(repository, 'select e/ehr_id/value from ehr e')).toHaveLength(2);
  });

  it('2: comments, a trailing one too', async () => {
    expect(await rows(repository, 'SELECT c/name/value -- names\nFROM COMPOSITION c --')).toEqual([['Report']]);
  });

  it('3: escapes are decoded', async () => {
    const q = String.raw`SELECT "a\"b", 'it\'s', '\u00e9' FROM EHR e LIMIT 1`;
    expect(await rows(repository, q)).toEqual([['a"b', "it's", 'é']]);
  });

  it('4: typed literals; their columns have no path', async () => {
    const result = await run(repository, 'SELECT -1, .5, 3e2, 1.5E-3, true, NULL FROM EHR e LIMIT 1');
    expect(JSON.parse(JSON.stringify(result.rows))).toEqual([[-1, 0.5, 300, 0.0015, true, null]]);
    expect(result.columns).toEqual([0, 1, 2, 3, 4, 5].map((index) => ({ name: `#${index}` })));
  });

  it('5: attributes and aliases that are keywords', async () => {
    const result = await run(repository, 'SELECT c/context/participations/function/value AS count FROM COMPOSITION c');
    expect(result.rows).toEqual([['nurse']]);
    expect(result.columns).toEqual([{ name: 'count', path: 'c/context/participations/function/value' }]);
  });

  it.each([
    [6, 'SELECT e/ehr_id/value FROM EHR e WHERE', /line 1, column 39/],
    [7, 'SELECT x FROM COMPOSITION c', /no variable x/],
    [8, 'SELECT c FROM COMPOSITION c CONTAINS SECTION c', /declared twice/],
    [9, 'SELECT TOP 3 c FROM COMPOSITION c LIMIT 2', /TOP and LIMIT/],
    [10, 'SELECT c FROM COMPOSITION c LIMIT 0', /LIMIT/],
    [10, 'SELECT c FROM COMPOSITION c LIMIT 5 OFFSET -1', /OFFSET/],
    [11, 'SELECT c/content/content/name FROM COMPOSITION c', /not a valid RM path/],
  ])('%i: %s is refused', async (_, q, message) => {
    await expect(run(repository, q)).rejects.toMatchObject({
      code: 'invalid_query',
      message: expect.stringMatching(message) as string,
    });
  });
});

describe('B. shapes of SELECT', () => {
  it('12: a variable is the whole object, as it is read by id', async () => {
    expect(await rows(repository, 'SELECT c FROM COMPOSITION c')).toEqual([[repository.document(c1)]]);
  });

  it('13: a data value per event', async () => {
    expect(await rows(repository, `SELECT o/${SYS} FROM OBSERVATION o[${BP}]`)).toEqual([
      [{ _type: 'DV_QUANTITY', magnitude: 120, units: 'mm[Hg]' }],
      [{ _type: 'DV_QUANTITY', magnitude: 140, units: 'mm[Hg]' }],
    ]);
  });

  it('14: scalars; columns by alias or number', async () => {
    const result = await run(repository, `SELECT o/${SYS}/magnitude AS s, o/${SYS}/units FROM OBSERVATION o[${BP}]`);
    expect(result.rows).toEqual([
      [120, 'mm[Hg]'],
      [140, 'mm[Hg]'],
    ]);
    expect(result.columns).toEqual([
      { name: 's', path: `o/${SYS}/magnitude` },
      { name: '#1', path: `o/${SYS}/units` },
    ]);
  });

  it('15: an EHR has references', async () => {
    const [[ehr] = []] = await rows(repository, 'SELECT e FROM EHR e[ehr_id/value=$id]', { parameters: { id: e1 } });
    expect(ehr).toMatchObject({
      _type: 'EHR',
      ehr_id: { _type: 'HIER_OBJECT_ID', value: e1 },
      system_id: { value: SYSTEM_ID },
      ehr_status: { _type: 'OBJECT_REF', type: 'EHR_STATUS', id: { value: expect.stringMatching(/::1$/) as string } },
    });
  });

  it('16: paths from an EHR into its EHR_STATUS', async () => {
    const q = 'SELECT e/ehr_status/subject/external_ref/id/value, e/time_created FROM EHR e ORDER BY e/time_created';
    expect(await rows(repository, q)).toEqual([
      ['p-1', { _type: 'DV_DATE_TIME', value: '2024-01-01T00:00:01.000Z' }],
      [null, { _type: 'DV_DATE_TIME', value: '2024-01-01T00:00:03.000Z' }],
    ]);
  });

  it('17: attributes of a COMPOSITION', async () => {
    const q =
      'SELECT c/archetype_details/template_id/value, c/category/defining_code/code_string, c/composer/name FROM COMPOSITION c';
    expect(await rows(repository, q)).toEqual([['report', '433', 'Dr. Green']]);
  });

  it('18: literals alone: one row per binding', async () => {
    expect(await rows(repository, "SELECT 'x', 1 FROM EHR e CONTAINS COMPOSITION c")).toEqual([['x', 1]]);
  });

  it('19: feeder audit', async () => {
    expect(
      await rows(repository, 'SELECT c/feeder_audit/originating_system_audit/system_id FROM COMPOSITION c'),
    ).toEqual([['lab.1']]);
  });

  it('20: a predicate on the variable filters the cell and keeps the row', async () => {
    const q = `SELECT o[name/value='Left arm'], o[name/value='Blood pressure']/name/value, o/name/value FROM OBSERVATION o[${BP}]`;
    expect(await rows(repository, q)).toEqual([[null, 'Blood pressure', 'Blood pressure']]);
  });

  it('gives _type at the top of a cell where the document leaves it out', async () => {
    const q = 'SELECT c/context/participations/function FROM COMPOSITION c';
    expect(await rows(repository, q)).toEqual([[{ _type: 'DV_TEXT', value: 'nurse' }]]);
  });

  it('nothing for a path into what is not there', async () => {
    expect(await rows(repository, `SELECT o/${DIA}/magnitude, o/protocol/items/name/value FROM OBSERVATION o`)).toEqual(
      [[80, null]],
    );
  });
});
