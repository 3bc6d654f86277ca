/** Acceptance cases F and G: WHERE, its typing, LIKE, MATCHES and terminology. */
import { describe, expect, it } from 'vitest';
import { CdrError } from '../../src/errors.ts';
import { LexicalNumber, type JsonObject, type JsonValue } from '../../src/json/index.ts';
import { createRepository, type Repository } from './support/repository.ts';
import {
  BP,
  bloodPressure,
  boolean,
  codedText,
  composition,
  count,
  date,
  dateTime,
  DIA,
  duration,
  element,
  evaluation,
  ordinal,
  proportion,
  quantity,
  SYS,
  text,
  time,
} from './support/records.ts';
import { rows, type RunOptions } from './support/run.ts';

const repositoryOf = (...compositions: readonly JsonObject[]): Repository => {
  const repository = createRepository();
  const ehr = repository.ehr();
  for (const one of compositions) repository.commit(ehr, one);
  return repository;
};

/** One element for each value, named by its place. */
const valued = (...values: readonly JsonObject[]): Repository =>
  repositoryOf(
    composition([
      evaluation(
        'openEHR-EHR-EVALUATION.x.v1',
        ...values.map((value, index) => element({ id: 'at0002', name: String(index) }, value)),
      ),
    ]),
  );

/** Places of the values for which a condition on `v` holds. */
async function hits(repository: Repository, condition: string, options: RunOptions = {}): Promise<number[]> {
  const where = condition.replaceAll(/\bv\b(?=\/|\s|$|\))/g, 'l/value');
  const found = await rows(repository, `SELECT l/name/value FROM ELEMENT l WHERE ${where}`, options);
  return found.map(([name]) => Number(name));
}

const bps = repositoryOf(
  composition([
    bloodPressure([
      { systolic: 150, diastolic: 80 },
      { systolic: 140 },
      { systolic: 120, diastolic: 130 },
      { diastolic: 70 },
    ]),
  ]),
);
const systolics = async (where: string): Promise<JsonValue[]> =>
  (await rows(bps, `SELECT o/${SYS}/magnitude, o/${DIA}/magnitude FROM OBSERVATION o[${BP}] WHERE ${where}`)).map(
    ([own]) => own ?? null,
  );

describe('F. typed comparison', () => {
  it('55: a quantity compares by its magnitude', async () => {
    expect(await systolics(`o/${SYS} >= 140`)).toEqual([150, 140]);
    expect(await systolics(`o/${SYS}/magnitude >= 140`)).toEqual([150, 140]);
    expect(await systolics(`140 <= o/${SYS}`)).toEqual([150, 140]);
  });

  const numbers = valued(
    proportion(7, 20),
    ordinal(3),
    ordinal(2),
    { _type: 'DV_SCALE', value: 3.5, symbol: codedText('s', 'local', 'at1') },
    count(7),
    text('7'),
  );
  it.each([
    ['56', 'v = 0.35', [0]],
    ['56', 'v/numerator = 7', [0]],
    ['57', 'v >= 3', [1, 3, 4]],
    ['57', 'v = 3.5', [3]],
    ['57', 'v < 3', [0, 2]],
    ['64', "v = '7'", [5]],
    ['64', 'v = 7', [4]],
  ])('%s: %s', async (_, condition, expected) => {
    expect(await hits(numbers, condition)).toEqual(expected);
  });

  it('objects are equal by value, not by what they read as', async () => {
    const same = repositoryOf(
      composition([
        evaluation(
          'openEHR-EHR-EVALUATION.x.v1',
          element('at0005', codedText('same', 'a', '1')),
          element('at0006', codedText('same', 'b', '2')),
          element('at0007', codedText('same', 'a', '1')),
        ),
      ]),
    );
    const found = (condition: string): Promise<unknown> =>
      rows(same, `SELECT 1 FROM EVALUATION o WHERE ${condition.replaceAll('$', 'o/data/items')}`);
    expect(await found('$[at0005]/value = $[at0006]/value')).toEqual([]);
    expect(await found('$[at0005]/value != $[at0006]/value')).toEqual([[1]]);
    expect(await found('$[at0005]/value = $[at0007]/value')).toEqual([[1]]);
    expect(await found('$[at0005]/value/value = $[at0006]/value/value')).toEqual([[1]]);
    expect(await found('$[at0005]/value >= $[at0006]/value')).toEqual([[1]]);
  });

  const moments = valued(
    dateTime('2021-12-21T13:19:31Z'),
    dateTime('2021-12-21T14:19:31.5+01:00'),
    dateTime('2022'),
    date('2021-12-21'),
    date('2020-05'),
    text('2021-12-21'),
  );
  it.each([
    ['58', "v = '2021-12-21T14:19:31+01:00'", [0]],
    ['58', "v/value = '2021-12-21T14:19:31+01:00'", []],
    ['58', "v > '2021-12-21T13:19:31Z'", [1, 2]],
    ['58: precise to the microsecond', "v > '2021-12-21T13:19:31.499999Z'", [1, 2]],
    ['59', "v >= '2021-12-21'", [0, 1, 2, 3, 5]],
    ['59', "v >= '2021-12-22'", [2]],
    ['59: a year stands for its beginning', "v >= '2021'", [0, 1, 2, 3, 5]],
    ['59: and for its end', "v > '2021'", [2, 5]],
    ['59', "v < '2021'", [4]],
    ['59', "v <= '2021'", [0, 1, 3, 4]],
    ['59: equality means within', "v = '2021-12'", [0, 1, 3]],
    ['59', "v != '2021-12'", [2, 4, 5]],
    ['59: a date is no date-time', "v = '2021-12-21'", [3, 5]],
    ['59: nor a date-time a date', "v = '2021-12-21T00:00:00Z'", []],
    ['59: a minute', "v = '2021-12-21T13:19Z'", [0, 1]],
    ['60', "v < '2020-06-01'", [4]],
  ])('%s: %s', async (_, condition, expected) => {
    expect(await hits(moments, condition)).toEqual(expected);
  });

  const durations = valued(
    duration('PT36H'),
    duration('P3D'),
    duration('P1M'),
    duration('-P1D'),
    time('10:20:30'),
    time('09:00'),
  );
  it.each([
    ['61', "v <= 'P2D'", [0, 3]],
    ['61', "v = 'P1DT12H'", [0]],
    ['61: also as text', "v/value > 'PT40H'", [1, 2]],
    ['times', "v > '10:00'", [4]],
    ['times: a minute', "v = '10:20'", [4]],
  ])('%s: %s', async (_, condition, expected) => {
    expect(await hits(durations, condition)).toEqual(expected);
  });

  it('62: intervals by their bounds', async () => {
    const interval = (lower: number, rest: JsonObject): JsonObject => ({
      _type: 'DV_INTERVAL',
      lower: quantity(lower),
      ...rest,
    });
    const repository = valued(
      interval(9, { upper_unbounded: true }),
      interval(9, { upper_unbounded: false }),
      interval(7, { upper_unbounded: true }),
    );
    expect(await hits(repository, 'v/lower/magnitude >= 8 AND v/upper_unbounded = true')).toEqual([0]);
    expect(await hits(repository, 'v/lower >= 8')).toEqual([0, 1]);
  });

  it('63: booleans', async () => {
    const repository = valued(boolean(true), boolean(false), text('true'));
    expect(await hits(repository, 'v/value = true')).toEqual([0]);
    expect(await hits(repository, 'v = false')).toEqual([1]);
    expect(await hits(repository, "v/value = 'true'")).toEqual([2]);
  });

  it('64: values of other kinds never match, nor does their negation', async () => {
    const repository = valued(text('1'), count(2), count(5));
    expect(await hits(repository, 'v = 2')).toEqual([1]);
    expect(await hits(repository, "v/value < '2'")).toEqual([0]);
    expect(await hits(repository, 'v != 2')).toEqual([2]);
    expect(await hits(repository, 'NOT v = 2')).toEqual([2]);
    expect(await hits(repository, 'v < true')).toEqual([]);
  });

  it('codes: a CODE_PHRASE as terminology::code, a DV_CODED_TEXT by its text or its code', async () => {
    const repository = valued(codedText('Asthma', 'SNOMED', '195967001'), text('Asthma'));
    expect(await hits(repository, "v/defining_code = 'SNOMED::195967001'")).toEqual([0]);
    expect(await hits(repository, "v = 'SNOMED::195967001'")).toEqual([0]);
    expect(await hits(repository, "v = 'Asthma'")).toEqual([0, 1]);
    expect(await hits(repository, "v != 'SNOMED::195967001'")).toEqual([1]);
    expect(await hits(repository, "v >= 'SNOMED::195967001'")).toEqual([]);
    expect(await hits(repository, "v BETWEEN 'SNOMED::195967001' AND 'SNOMED::2'")).toEqual([]);
    expect(await hits(repository, "v <= 'SNOMED::195967001'")).toEqual([0, 1]);
  });

  it('65: what is missing matches nothing, nor does its negation', async () => {
    expect(await systolics(`NOT (o/${SYS} > 140)`)).toEqual([140, 120]);
    expect(await systolics(`o/${SYS} != 140`)).toEqual([150, 120]);
  });

  it('66: precedence of NOT, AND, OR', async () => {
    const truth = async (a: boolean, b: boolean, c: boolean): Promise<boolean> => {
      const is = (value: boolean): string => (value ? '1 = 1' : '1 = 2');
      return (await rows(bps, `SELECT 1 FROM EHR e WHERE ${is(a)} OR ${is(b)} AND NOT ${is(c)}`)).length > 0;
    };
    for (const a of [true, false]) {
      for (const b of [true, false]) for (const c of [true, false]) expect(await truth(a, b, c)).toBe(a || (b && !c));
    }
  });

  it('67: EXISTS asks the binding and makes no rows', async () => {
    const repository = repositoryOf(
      composition([
        bloodPressure([{ systolic: 1, diastolic: 2 }, { diastolic: 3 }], {}, 'a'),
        bloodPressure([{ systolic: 4 }], {}, 'b'),
      ]),
    );
    const q = 'SELECT o/name/value FROM OBSERVATION o WHERE';
    expect(await rows(repository, `${q} EXISTS o/${DIA}`)).toEqual([['a']]);
    expect(await rows(repository, `${q} NOT EXISTS o/${DIA}`)).toEqual([['b']]);
    expect(await rows(repository, `${q} o/${DIA} != NULL`)).toEqual([['a']]);
    expect(await rows(repository, `${q} o/${DIA} IS NULL`)).toEqual([['b']]);
  });

  it('NULL beside what is calculated: whether it has a value in the row', async () => {
    const q = `SELECT o/${SYS}/magnitude FROM OBSERVATION o WHERE`;
    expect(await rows(bps, `${q} ABS(o/${DIA}) IS NULL`)).toEqual([[140]]);
    expect(await rows(bps, `${q} NULL = o/${DIA} + 1`)).toEqual([[140]]);
    expect(await rows(bps, `${q} ABS(o/${DIA}) IS NOT NULL`)).toEqual([[150], [120], [null]]);
  });

  it('68: path against path within one event; other units do not compare', async () => {
    expect(await systolics(`o/${SYS}/magnitude < o/${DIA}/magnitude`)).toEqual([120]);
    expect(await systolics(`o/${SYS} > o/${DIA}`)).toEqual([150]);
    const repository = valued(quantity(1, 'kg'));
    expect(
      await rows(repository, 'SELECT 1 FROM EHR e CONTAINS (ELEMENT a AND ELEMENT b) WHERE a/value = b/value'),
    ).toHaveLength(1);
    const mixed = valued(quantity(1, 'kg'), quantity(1, 'g'));
    expect(
      await rows(mixed, 'SELECT 1 FROM EHR e CONTAINS (ELEMENT a AND ELEMENT b) WHERE a/value = b/value'),
    ).toHaveLength(2);
  });

  it('69: uids', async () => {
    const repository = createRepository();
    const ehr = repository.ehr();
    const first = repository.commit(ehr, composition([]));
    const second = repository.commit(ehr, composition([]), { preceding: first });
    const [objectId = ''] = first.split('::');
    const q = 'SELECT c/uid/value FROM COMPOSITION c WHERE c/uid/value';
    expect(await rows(repository, `${q} = '${objectId}'`)).toEqual([[second]]);
    expect(await rows(repository, `${q} = '${objectId.toUpperCase()}'`)).toEqual([[second]]);
    expect(await rows(repository, `${q} = '${second}'`)).toEqual([[second]]);
    expect(await rows(repository, `${q} = '${objectId}::::2'`)).toEqual([[second]]);
    expect(await rows(repository, `${q} = '${first}'`)).toEqual([]);
    expect(await rows(repository, `${q} != '${objectId}'`)).toEqual([]);
    expect(await rows(repository, `${q} > '${first}'`)).toEqual([[second]]);
    expect(await rows(repository, `${q} = 'not a uid'`)).toEqual([]);
    expect(await rows(repository, `${q} matches {'${objectId}', 'x'}`)).toEqual([[second]]);
    expect(await rows(repository, `SELECT c/uid/value FROM COMPOSITION c[uid/value='${objectId}']`)).toEqual([
      [second],
    ]);
    expect(await rows(repository, `SELECT e FROM EHR e[ehr_id='${ehr.toUpperCase()}']`)).toHaveLength(1);
  });

  it('numbers that no double holds compare exactly, in documents too', async () => {
    const long = new LexicalNumber('12345678901234567891');
    const repository = valued(count(long), count(1));
    expect(await hits(repository, 'v = 12345678901234567891')).toEqual([0]);
    expect(await hits(repository, 'v > 12345678901234567890')).toEqual([0]);
    expect(await hits(repository, 'v < 12345678901234567890')).toEqual([1]);
    expect(await rows(repository, 'SELECT MAX(l/value/magnitude) FROM ELEMENT l')).toEqual([[long]]);
  });
});

describe('G. LIKE, MATCHES, terminology', () => {
  const texts = valued(
    text('Blood'),
    text('Bleed'),
    text('100%'),
    text('a_b'),
    text('axb'),
    text('x*'),
    text('xy'),
    text('😀!'),
  );
  it.each([
    ["'Bl?od*'", [0]],
    ["'bl*'", []],
    ["'Bl*d'", [0, 1]],
    ["'100%'", [2]],
    ["'a_b'", [3]],
    [String.raw`'x\\*'`, [5]],
    [String.raw`'x\*'`, [5]],
    ["'x*'", [5, 6]],
    ["'?!'", [7]],
    ["'*'", [0, 1, 2, 3, 4, 5, 6, 7]],
    ["'*?e*d'", [1]],
  ])('70: LIKE %s', async (pattern, expected) => {
    expect(await hits(texts, `v/value LIKE ${pattern}`)).toEqual(expected);
  });

  it('70: only *, ? and the backslash are escaped', async () => {
    await expect(hits(texts, String.raw`v/value LIKE '*\\z'`)).rejects.toMatchObject({ code: 'invalid_query' });
  });

  it('71: LIKE on the text of a time', async () => {
    const repository = valued(dateTime('2019-05-01T00:00:00Z'), dateTime('2019-11-01T00:00:00Z'));
    expect(await hits(repository, "v/value LIKE '2019-0?-*'")).toEqual([0]);
    expect(await hits(repository, "v LIKE '2019-0?-*'")).toEqual([0]);
  });

  const quantities = valued(quantity(1), quantity(2.5), quantity(100, 'kPa'), quantity(200, 'kPa'), quantity(110));
  it.each([
    ['72', 'v/magnitude matches {1, 2.5}', [0, 1]],
    ['72', "v/units matches {'mm[Hg]','kPa'}", [0, 1, 2, 3, 4]],
    ['72', 'v/magnitude matches {}', []],
    ['72', "v/magnitude matches {'1', 2.5}", [1]],
    ['72', "NOT v/magnitude matches {'1', 2.5}", [0, 2, 3, 4]],
    ['73', 'v/magnitude matches {|90..110|, |>=200|}', [2, 3, 4]],
    ['73', 'v matches {|>1..<110|}', [1, 2]],
  ])('%s: %s', async (_, condition, expected) => {
    expect(await hits(quantities, condition)).toEqual(expected);
  });

  const coded = valued(
    codedText('A', 'SNOMED', '1'),
    codedText('B', 'SNOMED', '2'),
    codedText('C', 'ICD10', '1'),
    codedText('D', 'SNOMED', '9'),
  );
  const calls: string[][] = [];
  const service = {
    call: async (...call: readonly string[]): Promise<JsonValue> => {
      calls.push([...call]);
      const [operation, , parameters = ''] = call;
      if (operation === 'expand') return ['1', '2'].map((one) => ({ terminologyId: 'SNOMED', code: one }));
      return /codeB=[12]$/.test(parameters);
    },
  };

  it('74: codes of an expanded value set, merged with literal ones', async () => {
    const expand = "TERMINOLOGY('expand','hl7.org/fhir/r4','url=x')";
    expect(await hits(coded, `v/defining_code/code_string matches ${expand}`, { terminology: service })).toEqual([
      0, 1, 2,
    ]);
    expect(await hits(coded, `v/defining_code/code_string matches {${expand}, '9'}`, { terminology: service })).toEqual(
      [0, 1, 2, 3],
    );
    expect(calls.at(-1)).toEqual(['expand', 'hl7.org/fhir/r4', 'url=x']);
  });

  it('74: what is expanded may be put together', async () => {
    const expand = "TERMINOLOGY('expand', $service, CONCAT('url=', 'x', 1))";
    const options = { terminology: service, parameters: { service: 'hl7.org/fhir/r4' } };
    expect(await hits(coded, `v/defining_code/code_string matches ${expand}`, options)).toEqual([0, 1, 2]);
    expect(calls.at(-1)).toEqual(['expand', 'hl7.org/fhir/r4', 'url=x1']);
    const byRow = "TERMINOLOGY('expand', 'x', CONCAT('url=', v/value))";
    await expect(hits(coded, `v/value matches ${byRow}`, options)).rejects.toMatchObject({ code: 'invalid_query' });
  });

  it('75: a name in a namespace is a terminology URI too', async () => {
    calls.length = 0;
    const condition = "v/defining_code/code_string matches {'9', urn:oid:1.2.3}";
    expect(await hits(coded, condition, { terminology: service })).toEqual([0, 1, 2, 3]);
    expect(calls).toEqual([['expand', 'uri', 'urn:oid:1.2.3']]);
  });

  it('73: a bare bound compares with times alone', async () => {
    const mixed = valued(text('Depression'), duration('P1D'), duration('P3D'), text('P1D'), date('2020-01-01'));
    expect(await hits(mixed, 'v matches {|<P2D|}')).toEqual([1]);
    expect(await hits(mixed, 'v/value matches {|<P2D|}')).toEqual([1, 3]);
    expect(await hits(mixed, 'v/value matches {|>=2019-01-01|}')).toEqual([4]);
  });

  it('75: a terminology URI; a CODE_PHRASE is a member by terminology and code', async () => {
    const condition = 'v/defining_code matches {terminology://snomed-ct/hierarchy?rootConceptId=50697003}';
    expect(await hits(coded, condition, { terminology: service })).toEqual([0, 1]);
  });

  it('76: a call for each row, each made once', async () => {
    calls.length = 0;
    const condition =
      "TERMINOLOGY('subsumes', 'hl7.org/fhir/r4', CONCAT('codeA=0&codeB=', v/defining_code/code_string)) = true";
    expect(await hits(coded, condition, { terminology: service })).toEqual([0, 1, 2]);
    expect(calls.map(([, , parameters]) => parameters)).toEqual([
      'codeA=0&codeB=1',
      'codeA=0&codeB=2',
      'codeA=0&codeB=9',
    ]);
  });

  it('76: calls inside predicates of FROM and of paths', async () => {
    const predicate = "TERMINOLOGY('subsumes', 's', CONCAT('codeB=', value/defining_code/code_string)) = true";
    const inFrom = await rows(coded, `SELECT l/name/value FROM ELEMENT l[${predicate}]`, { terminology: service });
    expect(inFrom).toEqual([['0'], ['1'], ['2']]);
    const inPath = await rows(coded, `SELECT o/data/items[${predicate}]/name/value FROM EVALUATION o`, {
      terminology: service,
    });
    expect(inPath).toEqual([['0'], ['1'], ['2']]);
    const counted = await rows(coded, `SELECT COUNT(o/data/items[${predicate}]/name/value) FROM EVALUATION o`, {
      terminology: service,
    });
    expect(counted).toEqual([[3]]);
  });

  it('77: without an answer there is no result', async () => {
    const condition = "v/defining_code/code_string matches TERMINOLOGY('expand','s','x')";
    const down = { call: () => Promise.reject(new Error('connection refused')) };
    await expect(hits(coded, condition, { terminology: down })).rejects.toMatchObject({
      code: 'terminology_unavailable',
    });
    await expect(hits(coded, condition)).rejects.toBeInstanceOf(CdrError);
    const perRow = "TERMINOLOGY('validate','s', v/value) = true";
    await expect(hits(coded, perRow, { terminology: down })).rejects.toMatchObject({ code: 'terminology_unavailable' });
  });
});
