import { describe, expect, it } from 'vitest';
import { checkQuery, type Page } from '../../../src/aql/check/index.ts';
import { parseQuery } from '../../../src/aql/language/index.ts';
import type { BoundQuery, Parameters } from '../../../src/aql/model.ts';

const check = (text: string, parameters?: Parameters, page?: Page): BoundQuery =>
  checkQuery(text, parseQuery(text), parameters, page);

describe('names (acceptance cases A)', () => {
  it.each([
    ['7', 'SELECT x FROM COMPOSITION c', /no variable x/],
    ['8', 'SELECT c FROM COMPOSITION c CONTAINS SECTION c', /declared twice/],
    ['11', 'SELECT c/content/content/name FROM COMPOSITION c', /not a valid RM path/],
    ['40', 'SELECT o FROM COMPOSITION c NOT CONTAINS OBSERVATION o', /behind NOT CONTAINS/],
    ['class', 'SELECT c FROM COMPOSITON c', /no RM class COMPOSITON; did you mean COMPOSITION\?/],
    ['attribute', 'SELECT c/contxt FROM COMPOSITION c', /did you mean context\?/],
    ['function', 'SELECT LENGHT(c/name/value) FROM COMPOSITION c', /did you mean LENGTH\?/],
    ['arity', 'SELECT MOD(1) FROM EHR e', /MOD takes 2 arguments, not 1/],
    ['LIKE', String.raw`SELECT c FROM COMPOSITION c WHERE c/name/value LIKE '*\\z'`, /invalid LIKE pattern/],
    ['10', 'SELECT c FROM COMPOSITION c LIMIT 0', /LIMIT takes a whole number from 1/],
    ['10b', 'SELECT c FROM COMPOSITION c LIMIT 5 OFFSET -1', /OFFSET takes a whole number from 0/],
    ['VERSION', 'SELECT v FROM VERSION v', /must contain something/],
    ['10c', 'SELECT c FROM COMPOSITION c LIMIT 5 OFFSET', /expected a number after OFFSET/],
    ['EHR in EHR', 'SELECT e FROM EHR e CONTAINS EHR f', /an EHR is contained in nothing/],
    ['demographic', 'SELECT p FROM PERSON p', /no document of an EHR has a PERSON/],
    ['not a document', 'SELECT c FROM EHR e CONTAINS CONTRIBUTION c', /no document of an EHR has a CONTRIBUTION/],
    ['NULL', 'SELECT c FROM COMPOSITION c WHERE c/name/value > NULL', /NULL can only be compared/],
    ['only NULL', 'SELECT c FROM COMPOSITION c WHERE 1 = NULL', /NULL can only be compared/],
    ['alias', 'SELECT c/uid AS a, c/name AS a FROM COMPOSITION c', /two columns are called a/],
    ['versions', 'SELECT v FROM VERSION v CONTAINS VERSION w CONTAINS COMPOSITION c', /a VERSION contains no VERSION/],
    [
      'value set',
      "SELECT c FROM COMPOSITION c WHERE c/name MATCHES TERMINOLOGY('validate', 's', 'p')",
      /has to 'expand'/,
    ],
    [
      'operation',
      "SELECT TERMINOLOGY('guess', 's', 'p') FROM COMPOSITION c",
      /TERMINOLOGY knows expand, .*, not guess/,
    ],
    ['classes', `SELECT c FROM COMPOSITION c CONTAINS (${'CLUSTER OR '.repeat(5000)}CLUSTER)`, /more than 1000 class/],
  ])('%s: %s', (_case, text, problem) => {
    expect(() => check(text)).toThrow(
      expect.objectContaining({ code: 'invalid_query', message: expect.stringMatching(problem) }),
    );
  });

  it('versions in folders of versions are others', () => {
    const q = 'SELECT v FROM VERSION v CONTAINS FOLDER f CONTAINS VERSION w CONTAINS COMPOSITION c';
    expect(() => check(q)).not.toThrow();
  });

  it('a literal on the left of a comparison comes to stand on its right', () => {
    expect(check("SELECT c FROM COMPOSITION c WHERE 'x' < c/name/value").where).toMatchObject({
      op: '>',
      left: { kind: 'path' },
      right: { value: 'x' },
    });
  });

  it('variables match in exact case first, then in any', () => {
    const both = check('SELECT C/name/value, c/name/value FROM COMPOSITION C CONTAINS CLUSTER c');
    expect(both.columns.map(({ value }) => value.kind === 'path' && value.slot)).toEqual([0, 1]);
    expect(check('SELECT C/name/value FROM COMPOSITION c').columns[0]?.value).toMatchObject({ slot: 0 });
  });

  it('polymorphic attributes have those of every subtype', () => {
    expect(() => check('SELECT l/value/magnitude, l/value/defining_code/code_string FROM ELEMENT l')).not.toThrow();
    expect(() =>
      check('SELECT e/ehr_status/subject/external_ref/id/value, e/compositions/content FROM EHR e'),
    ).not.toThrow();
    expect(() =>
      check('SELECT v/commit_audit/change_type/value, v/data/name/value FROM VERSION v CONTAINS COMPOSITION c'),
    ).not.toThrow();
  });

  it('abstract classes stand for their concrete ones', () => {
    expect(check('SELECT x FROM ENTRY x').bindings[0]?.types).toEqual(
      new Set(['ADMIN_ENTRY', 'OBSERVATION', 'EVALUATION', 'INSTRUCTION', 'ACTION']),
    );
  });

  it('columns have alias or index, and the path as written', () => {
    const { columns } = check("SELECT c/name/value AS n, c/context/start_time , 'x' FROM COMPOSITION c");
    expect(columns.map(({ name, path }) => [name, path])).toEqual([
      ['n', 'c/name/value'],
      ['#1', 'c/context/start_time'],
      ['#2', undefined],
    ]);
  });
});

describe('the path of a column', () => {
  it.each([
    ['e/ehr_status/subject', 's/subject'],
    ['e/ehr_status', 's'],
    ['e/ehr_id/value', 'e/ehr_id/value'],
    ["e[ehr_id/value = 'x']/ehr_status/subject", "e[ehr_id/value = 'x']/ehr_status/subject"],
  ])('%s is shown as %s (docs/decisions/0009)', (path, shown) => {
    expect(check(`SELECT ${path} FROM EHR e`).columns[0]?.path).toBe(shown);
  });
});

describe('parameters (AQL 1.1; cases 47 to 53)', () => {
  it('fill predicates, conditions, lists and LIMIT', () => {
    const query = check('SELECT c FROM COMPOSITION c[$arch] WHERE c/name/value matches {$names} LIMIT $n', {
      arch: 'openEHR-EHR-COMPOSITION.x.v1',
      names: ['a', 'b'],
      n: 3,
      surplus: 1,
    });
    expect(query.bindings[0]?.predicate?.alternatives).toEqual([
      [{ kind: 'node-id', nodeId: 'openEHR-EHR-COMPOSITION.x.v1' }],
    ]);
    expect(query.where).toMatchObject({ items: [{ value: { value: 'a' } }, { value: { value: 'b' } }] });
    expect(query.window).toEqual({ offset: 0, limit: 3 });
  });

  it.each([
    ['without a value', {}, /\$p has no value/],
    ['with a list where one value stands', { p: ['a'] }, /is a list/],
    ['with an object', { p: {} }, /must be a string/],
    ['that is inherited', Object.create({ p: 'x' }) as Parameters, /\$p has no value/],
  ])('%s are refused', (_name, parameters, problem) => {
    expect(() => check('SELECT c FROM COMPOSITION c WHERE c/name/value = $p', parameters)).toThrow(problem);
  });

  it('`[ehr_id = $id]` and `[uid = $id]` mean ehr_id/value', () => {
    for (const name of ['uid', 'ehr_id/value']) {
      const { bindings } = check(`SELECT e FROM EHR e[${name} = $id]`, { id: 'x' });
      expect(bindings[0]?.predicate?.alternatives[0]?.[0]).toMatchObject({
        condition: { left: { steps: [{ attribute: 'ehr_id' }, { attribute: 'value' }] } },
      });
    }
  });
});

describe('the window: LIMIT and OFFSET first, then the page of the caller', () => {
  it.each([
    ['', {}, { offset: 0 }],
    ['', { offset: 5, fetch: 10 }, { offset: 5, limit: 10 }],
    ['LIMIT 10 OFFSET 20', {}, { offset: 20, limit: 10 }],
    ['LIMIT 10 OFFSET 20', { offset: 4, fetch: 4 }, { offset: 24, limit: 4 }],
    ['LIMIT 10 OFFSET 20', { offset: 8, fetch: 4 }, { offset: 28, limit: 2 }],
    ['LIMIT 10', { offset: 12, fetch: 4 }, { offset: 12, limit: 0 }],
  ])('%s with %j', (limit, page, window) => {
    expect(check(`SELECT c FROM COMPOSITION c ${limit}`, {}, page).window).toEqual(window);
  });

  it('TOP n BACKWARD keeps the last n', () => {
    expect(check('SELECT TOP 5 BACKWARD c FROM COMPOSITION c', {}, { offset: 1, fetch: 2 }).window).toEqual({
      offset: 1,
      limit: 2,
      last: 5,
    });
  });
});

describe('ORDER BY', () => {
  it('an alias or a selected path is that column, another path stands for itself', () => {
    const { orderBy } = check(
      'SELECT c/name/value AS n, c/uid/value FROM COMPOSITION c ORDER BY n, c/uid/value DESC, c/context/start_time',
    );
    expect(orderBy).toMatchObject([
      { by: { kind: 'column', index: 0 }, descending: false },
      { by: { kind: 'column', index: 1 }, descending: true },
      { by: { kind: 'path' }, descending: false },
    ]);
  });
});
