/** Acceptance cases H to J: functions, aggregates, DISTINCT, ORDER BY, LIMIT, VERSION. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/json/index.ts';
import { createRepository, type Repository } from './support/repository.ts';
import {
  BP,
  bloodPressure,
  boolean,
  composition,
  count,
  dateTime,
  DIA,
  element,
  evaluation,
  quantity,
  SYS,
  text,
} from './support/records.ts';
import { rows, run } from './support/run.ts';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function withCompositions(...ehrs: readonly (readonly JsonObject[])[]): Repository {
  const repository = createRepository();
  for (const compositions of ehrs) {
    const ehr = repository.ehr();
    for (const one of compositions) repository.commit(ehr, one);
  }
  return repository;
}

const named = (name: string, startTime = '2024-05-01T10:00:00Z'): JsonObject =>
  composition([], { node: { id: 'openEHR-EHR-COMPOSITION.report.v1', name }, startTime });

const elements = (...values: readonly JsonObject[]): JsonObject =>
  composition([evaluation('openEHR-EHR-EVALUATION.x.v1', ...values.map((value) => element('at0002', value)))]);

describe('H. functions', () => {
  const repository = withCompositions([named('Größe 😀')]);
  const value = async (expression: string): Promise<unknown> => {
    const [[cell] = []] = await rows(repository, `SELECT ${expression} FROM COMPOSITION c`);
    return plain(cell);
  };

  it.each([
    ['LENGTH(c/name/value)', 7],
    ["POSITION('ö', c/name/value)", 3],
    ["POSITION('x', c/name/value)", 0],
    ['SUBSTRING(c/name/value, 3)', 'öße 😀'],
    ['SUBSTRING(c/name/value, 7, 1)', '😀'],
    ['SUBSTRING(c/name/value, 0, 2)', 'G'],
    ["CONCAT(c/name/value, '-', 1, true)", 'Größe 😀-1true'],
    ["CONCAT_WS(', ', 'a', NULL, c/category/value)", 'a, event'],
    ["CONTAINS(c/name/value, 'öß')", true],
    ['LENGTH(c/name)', 7],
    ['LENGTH(c/links/type/value)', null],
    ["CONCAT('a', c/links/type/value)", null],
    ['LENGTH(1)', null],
    ["SUBSTRING('hello', 2, NULL)", null],
    ["SUBSTRING('hello', 2, c/context/end_time/value)", null],
    ['ROUND(2.345, NULL)', null],
    ['ROUND(2.345, c/context/end_time/value)', null],
  ])('78: %s', async (expression, expected) => {
    expect(await value(expression)).toEqual(expected);
  });

  it.each([
    ['ABS(-1.5)', 1.5],
    ['MOD(7,3)', 1],
    ['MOD(-7.5,2)', -1.5],
    ['MOD(7,0)', null],
    ['CEIL(1.2)', 2],
    ['CEIL(-1.2)', -1],
    ['FLOOR(-1.2)', -2],
    ['FLOOR(1.2)', 1],
    ['ROUND(2.345,2)', 2.35],
    ['ROUND(-2.5)', -3],
    ['ROUND(1234.5,-2)', 1200],
    ['ROUND(ABS(-1.25),1)', 1.3],
    ['0.1 + 0.2', 0.3],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4 - 1', 19],
    ['7 / 2', 3.5],
    ['0.6 / 3', 0.2],
    ['1 / 3', 1 / 3],
    ['-1 / 3', -1 / 3],
    ['10000000000000000000 / 3', (10 / 3) * 1e18],
    ['7 / 0', null],
    ['7 % 4', 3],
    ['2 ^ 10', 1024],
    ['12345678901234567890 + 1', 12345678901234567891n],
    [`${'9'.repeat(200)} * ${'9'.repeat(200)}`, BigInt('9'.repeat(200)) ** 2n],
    [Array(900).fill('9'.repeat(300)).join('*'), null],
  ])('79: %s', async (expression, expected) => {
    const [[cell] = []] = await rows(repository, `SELECT ${expression} FROM COMPOSITION c`);
    expect(JSON.stringify(cell)).toBe(expected === null ? 'null' : String(expected));
  });

  it('80: functions in WHERE', async () => {
    expect(await rows(repository, 'SELECT 1 FROM COMPOSITION c WHERE LENGTH(c/name/value) > 6')).toHaveLength(1);
    expect(await rows(repository, 'SELECT 1 FROM COMPOSITION c WHERE LENGTH(c/name/value) > 7')).toHaveLength(0);
    expect(
      await rows(repository, "SELECT 1 FROM COMPOSITION c WHERE c/name/value = CONCAT('Größe ', '😀')"),
    ).toHaveLength(1);
  });

  it('81: one instant for the query, in the zone of the service', async () => {
    const q =
      'SELECT CURRENT_DATE(), CURRENT_TIME(), NOW(), CURRENT_DATE_TIME(), CURRENT_TIMEZONE() FROM COMPOSITION c';
    expect(await rows(repository, q)).toEqual([
      ['2024-01-02', '01:00:00', '2024-01-02T01:00:00.000+01:00', '2024-01-02T01:00:00.000+01:00', '+01:00'],
    ]);
    const utc = await rows(repository, 'SELECT NOW() FROM COMPOSITION c', { timezone: 'UTC' });
    expect(utc).toEqual([['2024-01-02T00:00:00.000+00:00']]);
    expect(await rows(repository, 'SELECT 1 FROM COMPOSITION c WHERE c/context/start_time > NOW()')).toHaveLength(1);
  });

  it('a difference of times is a duration', async () => {
    const noon = "'2024-05-01T12:00:00Z'";
    for (const [expression, expected] of [
      ['c/context/start_time - c/context/start_time', 'PT0S'],
      [`${noon} - c/context/start_time`, 'PT7200S'],
      [`c/context/start_time/value - ${noon}`, '-PT7200S'],
      ["c/context/start_time - '2024-05-01'", 'PT36000S'],
      ["'2024-05-01T12:00:00.0000001Z' - c/context/start_time", 'PT7200.0000001S'],
      ["'2024-05-01T09:59:59.7Z' - c/context/start_time", '-PT0.3S'],
      ['NOW() - c/context/start_time/value', '-PT10404000S'],
      ["CURRENT_DATE() - '2024-01-01'", 'P1D'],
    ] as const) {
      expect({ expression, value: await value(expression) }).toEqual({
        expression,
        value: { _type: 'DV_DURATION', value: expected },
      });
    }
    expect(await value('c/context/start_time - c/name/value')).toBeNull();
    expect(await value("'2024' - '2023'")).toBeNull();
  });
});

describe('H. aggregates', () => {
  const a = composition([bloodPressure([{ systolic: 120, diastolic: 80 }, { systolic: 140 }])], {
    startTime: '2024-05-02T10:00:00Z',
  });
  const b = composition([bloodPressure([{ systolic: 90.5, diastolic: 60 }])]);
  const repository = withCompositions([a], [b]);
  const empty = withCompositions([]);
  const from = `FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${BP}]`;

  it('82: COUNT', async () => {
    const q = `SELECT COUNT(*), COUNT(o/${DIA}), COUNT(DISTINCT e/ehr_id/value), COUNT(o/${SYS}/magnitude) ${from}`;
    expect(await rows(repository, q)).toEqual([[3, 2, 2, 3]]);
    expect(await rows(empty, q)).toEqual([[0, 0, 0, 0]]);
  });

  it('83: MIN and MAX give the whole value, SUM and AVG numbers', async () => {
    const q = `SELECT MAX(o/${SYS}), MIN(c/context/start_time), SUM(o/${SYS}/magnitude), AVG(o/${DIA}) ${from}`;
    expect(await rows(repository, q)).toEqual([[quantity(140), dateTime('2024-05-01T10:00:00Z'), 350.5, 70]]);
    expect(await rows(empty, q)).toEqual([[null, null, null, null]]);
    expect(await rows(repository, `SELECT MAX(c/name/value), SUM(c/name/value) ${from}`)).toEqual([['Report', null]]);
  });

  it('83: what has no order is neither the least nor the greatest', async () => {
    const interval = { _type: 'DV_INTERVAL', lower: quantity(1), lower_unbounded: false, upper_unbounded: true };
    const mixed = withCompositions([elements(interval, quantity(2), interval)]);
    expect(await rows(mixed, 'SELECT MIN(l/value), MAX(l/value) FROM ELEMENT l')).toEqual([[quantity(2), quantity(2)]]);
    expect(await rows(repository, 'SELECT MAX(c/context) FROM COMPOSITION c')).toEqual([[null]]);
  });

  it('83: sums are exact', async () => {
    const tenths = withCompositions([elements(quantity(0.1), quantity(0.2), quantity(1e-7), quantity(0))]);
    expect(await rows(tenths, 'SELECT SUM(l/value), AVG(l/value) FROM ELEMENT l')).toEqual([[0.3000001, 0.075000025]]);
    const thirds = withCompositions([elements(quantity(0.1), quantity(0.2), quantity(0.3))]);
    expect(await rows(thirds, 'SELECT AVG(l/value) FROM ELEMENT l')).toEqual([[0.2]]);
  });

  it('84: other columns group; literals do not', async () => {
    const q = `SELECT e/ehr_id/value, COUNT(*), MAX(o/${SYS}/magnitude), 'x' ${from}`;
    const found = await rows(repository, q);
    expect(found.map((row) => row.slice(1))).toEqual([
      [2, 140, 'x'],
      [1, 90.5, 'x'],
    ]);
    expect(await rows(empty, q)).toEqual([]);
    expect(await rows(empty, `SELECT 'x', COUNT(*) ${from}`)).toEqual([['x', 0]]);
    const ordered = await rows(repository, `SELECT e/ehr_id/value AS id, COUNT(*) AS n ${from} ORDER BY n LIMIT 1`);
    expect(ordered.map(([, n]) => n)).toEqual([1]);
  });

  it('85: objects are distinct by value', async () => {
    const same = withCompositions([
      elements(quantity(1), { units: 'mm[Hg]', _type: 'DV_QUANTITY', magnitude: 1 }, quantity(2)),
    ]);
    expect(await rows(same, 'SELECT COUNT(DISTINCT l/value), SUM(DISTINCT l/value/magnitude) FROM ELEMENT l')).toEqual([
      [2, 3],
    ]);
  });
});

describe('I. DISTINCT, ORDER BY, LIMIT', () => {
  it('86: DISTINCT before LIMIT', async () => {
    const repository = withCompositions([named('b'), named('b'), named('a'), named('c'), named('a')]);
    const q = 'SELECT DISTINCT c/name/value FROM COMPOSITION c';
    expect(await rows(repository, q)).toEqual([['b'], ['a'], ['c']]);
    expect(await rows(repository, `${q} LIMIT 2`)).toEqual([['b'], ['a']]);
    expect(await rows(repository, `${q} ORDER BY c/name/value LIMIT 2`)).toEqual([['a'], ['b']]);
    expect(await rows(repository, `${q} ORDER BY c/uid/value`)).toHaveLength(3);
  });

  it('86: texts by code points', async () => {
    const repository = withCompositions([named('a'), named('B'), named('\u{1F600}'), named('\uFFFD')]);
    const q = 'SELECT c/name/value FROM COMPOSITION c ORDER BY c/name/value';
    expect(await rows(repository, q)).toEqual([['B'], ['a'], ['\uFFFD'], ['\u{1F600}']]);
  });

  it('87: two keys, an alias, a path that is not selected', async () => {
    const repository = withCompositions([
      named('a', '2024-01-01T00:00:00Z'),
      named('b', '2024-01-03T00:00:00Z'),
      named('a', '2024-01-02T00:00:00Z'),
    ]);
    const q = 'SELECT c/name/value AS n, c/context/start_time/value FROM COMPOSITION c ORDER BY';
    const times = async (order: string): Promise<unknown> =>
      (await rows(repository, `${q} ${order}`)).map(([n, at]) => `${n as string} ${(at as string).slice(0, 10)}`);
    expect(await times('n, c/context/start_time DESC')).toEqual(['a 2024-01-02', 'a 2024-01-01', 'b 2024-01-03']);
    expect(await times('n DESC, c/context/start_time ASCENDING')).toEqual([
      'b 2024-01-03',
      'a 2024-01-01',
      'a 2024-01-02',
    ]);
    const other = 'SELECT c/name/value FROM COMPOSITION c ORDER BY c/context/start_time DESC';
    expect(await rows(repository, other)).toEqual([['b'], ['a'], ['a']]);
  });

  it('87: what is missing comes last ascending and first descending', async () => {
    const repository = withCompositions([
      composition([bloodPressure([{ systolic: 2 }, { diastolic: 1 }, { systolic: 1 }])]),
    ]);
    const q = `SELECT o/${SYS}/magnitude, o/${DIA}/magnitude FROM OBSERVATION o ORDER BY o/${SYS}`;
    expect(await rows(repository, q)).toEqual([
      [1, null],
      [2, null],
      [null, 1],
    ]);
    expect(await rows(repository, `${q} DESC`)).toEqual([
      [null, 1],
      [2, null],
      [1, null],
    ]);
  });

  it('88: numbers by value, times by instant', async () => {
    const repository = withCompositions([elements(quantity(10), quantity(2), quantity(9))]);
    expect(await rows(repository, 'SELECT l/value/magnitude FROM ELEMENT l ORDER BY l/value')).toEqual([
      [2],
      [9],
      [10],
    ]);
    const times = withCompositions([named('b', '2024-01-01T12:00:00Z'), named('a', '2024-01-01T12:30:00+02:00')]);
    expect(await rows(times, 'SELECT c/name/value FROM COMPOSITION c ORDER BY c/context/start_time')).toEqual([
      ['a'],
      ['b'],
    ]);
    expect(await rows(times, 'SELECT c/name/value FROM COMPOSITION c ORDER BY c/context/start_time/value')).toEqual([
      ['b'],
      ['a'],
    ]);
  });

  it('88: mixed kinds are grouped: texts, numbers, booleans', async () => {
    const repository = withCompositions([
      elements(boolean(true), count(10), text('b'), boolean(false), count(9), text('a')),
    ]);
    const q = 'SELECT l/value FROM ELEMENT l ORDER BY l/value';
    const values = async (order: string): Promise<JsonValue[]> =>
      (await rows(repository, `${q} ${order}`)).map(([cell]) => {
        const { value, magnitude } = cell as JsonObject;
        return value ?? magnitude ?? null;
      });
    expect(await values('ASC')).toEqual(['a', 'b', 9, 10, false, true]);
    expect(await values('DESC')).toEqual([true, false, 10, 9, 'b', 'a']);
  });

  it('89: pages are disjoint and complete, with and without ORDER BY', async () => {
    const compositions = Array.from({ length: 25 }, (_, index) => named(String((index * 7) % 25).padStart(2, '0')));
    const repository = withCompositions(compositions.slice(0, 10), compositions.slice(10));
    for (const order of ['', ' ORDER BY c/name/value', ' ORDER BY c/category/value']) {
      const q = `SELECT c/name/value FROM COMPOSITION c${order}`;
      const all = await rows(repository, q);
      const pages = await Promise.all([0, 10, 20].map((offset) => rows(repository, `${q} LIMIT 10 OFFSET ${offset}`)));
      expect(pages.flat()).toEqual(all);
      const fetched = await Promise.all([0, 10, 20].map((offset) => rows(repository, q, { offset, fetch: 10 })));
      expect(fetched.flat()).toEqual(all);
    }
  });

  it('89: offset and fetch are a window inside LIMIT', async () => {
    const q = 'SELECT c/name/value FROM COMPOSITION c ORDER BY c/name/value LIMIT 3 OFFSET 1';
    const others = withCompositions(['a', 'b', 'c', 'd', 'e'].map((name) => named(name)));
    expect(await rows(others, q)).toEqual([['b'], ['c'], ['d']]);
    expect(await rows(others, q, { offset: 1, fetch: 10 })).toEqual([['c'], ['d']]);
    expect(await rows(others, q, { offset: 1 })).toEqual([['c'], ['d']]);
    expect(await rows(others, q, { offset: 3, fetch: 1 })).toEqual([]);
    expect(await rows(others, q, { fetch: 0 })).toEqual([]);
  });

  it('90: TOP', async () => {
    const repository = withCompositions(['a', 'b', 'c', 'd', 'e'].map((name) => named(name)));
    const q = 'FROM COMPOSITION c ORDER BY c/name/value';
    expect(await rows(repository, `SELECT TOP 2 c/name/value ${q}`)).toEqual([['a'], ['b']]);
    expect(await rows(repository, `SELECT TOP 2 BACKWARD c/name/value ${q}`)).toEqual([['d'], ['e']]);
    expect(await rows(repository, `SELECT TOP 2 BACKWARD c/name/value ${q} DESC`)).toEqual([['b'], ['a']]);
    expect(await rows(repository, 'SELECT TOP 2 BACKWARD c/name/value FROM COMPOSITION c')).toEqual([['d'], ['e']]);
    expect(await rows(repository, `SELECT TOP 4 BACKWARD c/name/value ${q}`, { offset: 1, fetch: 2 })).toEqual([
      ['c'],
      ['d'],
    ]);
  });
});

describe('J. VERSION', () => {
  const repository = createRepository();
  const ehr = repository.ehr();
  const first = repository.commit(ehr, named('one'), { committer: 'B. One', lifecycleState: '553' });
  const second = repository.commit(ehr, named('two'), { preceding: first });
  const gone = repository.commit(ehr, named('gone'));
  repository.delete(ehr, gone);
  const unreachable = repository.ehr({ is_queryable: false, is_modifiable: true, subject: { _type: 'PARTY_SELF' } });
  repository.commit(unreachable, named('hidden'));

  it('91: the latest versions; a deleted one is absent', async () => {
    for (const scope of ['', '[LATEST_VERSION]']) {
      expect(
        await rows(repository, `SELECT v/uid/value, c/name/value FROM VERSION v${scope} CONTAINS COMPOSITION c`),
      ).toEqual([[second, 'two']]);
    }
    expect(await rows(repository, 'SELECT c/name/value FROM COMPOSITION c')).toEqual([['two']]);
  });

  it('92: all versions that have content', async () => {
    const q = 'SELECT v/uid/value, c/name/value FROM VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c';
    expect(await rows(repository, q)).toEqual([
      [first, 'one'],
      [second, 'two'],
      [gone, 'gone'],
    ]);
  });

  it('93: the audit of a version', async () => {
    const q = `SELECT c/name/value FROM VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c
      WHERE v/commit_audit/change_type/value = 'creation' ORDER BY v/commit_audit/time_committed/value DESC`;
    expect(await rows(repository, q)).toEqual([['gone'], ['one']]);
  });

  it('94: predicates on versions see all of them', async () => {
    const q = 'SELECT c/name/value FROM VERSION v[commit_audit/time_committed > $t] CONTAINS COMPOSITION c';
    const t = '2024-01-01T00:00:02Z';
    expect(await rows(repository, q, { parameters: { t } })).toEqual([['two'], ['gone']]);
    const incomplete =
      "SELECT v/lifecycle_state/value, v/contribution/id/value FROM VERSION v[lifecycle_state/value='incomplete'] CONTAINS COMPOSITION c";
    expect(await rows(repository, incomplete)).toEqual([['incomplete', expect.stringMatching(/^[0-9a-f-]{36}$/)]]);
  });

  it('a version is found by either of two classes, and by both', async () => {
    const either = 'SELECT c/name/value, s/is_queryable FROM VERSION v CONTAINS (COMPOSITION c OR EHR_STATUS s)';
    expect(await rows(repository, either)).toEqual([
      [null, true],
      ['two', null],
    ]);
    const both = 'SELECT c/name/value, x/setting/value FROM VERSION v CONTAINS (COMPOSITION c AND EVENT_CONTEXT x)';
    expect(await rows(repository, both)).toEqual([['two', 'other care']]);
  });

  it('95: versions of other things, and the whole version', async () => {
    expect(await rows(repository, 'SELECT s/is_queryable FROM VERSION v CONTAINS EHR_STATUS s')).toEqual([[true]]);
    expect(await rows(repository, 'SELECT x/setting/value FROM VERSION v CONTAINS EVENT_CONTEXT x')).toEqual([
      ['other care'],
    ]);
    const [[version] = []] = await rows(repository, 'SELECT v FROM VERSION v CONTAINS COMPOSITION c');
    expect(version).toMatchObject({
      _type: 'ORIGINAL_VERSION',
      uid: { value: second },
      preceding_version_uid: { value: first },
      commit_audit: { _type: 'AUDIT_DETAILS', time_committed: { value: '2024-01-01T00:00:03.000Z' } },
      lifecycle_state: { value: 'complete' },
      data: { _type: 'COMPOSITION', name: { value: 'two' } },
    });
    expect(await rows(repository, 'SELECT v/data/name/value FROM VERSION v CONTAINS COMPOSITION c')).toEqual([['two']]);
  });

  it('96: an EHR that is not queryable is seen only when it is named', async () => {
    expect(await rows(repository, 'SELECT e FROM EHR e')).toHaveLength(1);
    expect(await rows(repository, 'SELECT c/name/value FROM COMPOSITION c', { ehrId: unreachable })).toEqual([
      ['hidden'],
    ]);
    for (const from of [
      "EHR e[ehr_id/value='$id']",
      "EHR e[uid='$id']",
      "EHR e[ehr_id/value='$id' or ehr_id/value='nobody']",
      "EHR e WHERE e/ehr_id/value = '$id'",
      "EHR e WHERE e/ehr_id = '$id'",
      "EHR e WHERE e/ehr_id/value MATCHES {'nobody', '$id'}",
      "EHR e WHERE e/ehr_id/value = 'nobody' OR e/ehr_id/value = '$id'",
      "EHR e['$id' = ehr_id/value]",
      "EHR e WHERE '$id' = e/ehr_id/value",
      "EHR e WHERE (e/ehr_id/value = '$id' AND e/time_created/value > '1900') OR e/ehr_id/value = 'nobody'",
    ]) {
      const named = await rows(repository, `SELECT e/ehr_id/value FROM ${from.replaceAll('$id', unreachable)}`);
      expect({ from, named }).toEqual({ from, named: [[unreachable]] });
    }
    const notNamed = `SELECT e/ehr_id/value FROM EHR e WHERE NOT e/ehr_id/value = '${unreachable}' OR e/ehr_id/value = '${unreachable}'`;
    expect(await rows(repository, notNamed)).toHaveLength(1);
  });

  it('an EHR reaches its compositions and folders', async () => {
    const other = createRepository();
    const id = other.ehr();
    other.commit(id, named('a'));
    const f1 = other.commit(id, { _type: 'FOLDER', name: text('first'), archetype_node_id: 'x' }, { kind: 'FOLDER' });
    other.commit(id, { _type: 'FOLDER', name: text('second'), archetype_node_id: 'x' }, { kind: 'FOLDER' });
    other.commit(id, { _type: 'FOLDER', name: text('first, changed'), archetype_node_id: 'x' }, { preceding: f1 });
    expect(await rows(other, 'SELECT e/directory/name/value FROM EHR e')).toEqual([['first, changed']]);
    expect(await rows(other, 'SELECT e/folders/name/value FROM EHR e')).toEqual([['first, changed'], ['second']]);
    expect(await rows(other, 'SELECT e/compositions/name/value FROM EHR e')).toEqual([['a']]);
    const [[whole] = []] = await rows(other, 'SELECT e FROM EHR e');
    expect(whole).toMatchObject({ directory: { id: { value: f1.split('::')[0] } }, folders: [{}, {}] });
  });

  it('a result set says what was asked and how much came', async () => {
    const q = 'SELECT c/name/value AS name FROM COMPOSITION c';
    expect(await run(repository, q, { fetch: 5 })).toEqual({
      meta: {
        _type: 'RESULTSET',
        _schema_version: '1.1.0',
        _created: '2024-01-02T00:00:00.000Z',
        _executed_aql: q,
        resultsize: 1,
        fetch: 5,
      },
      q,
      columns: [{ name: 'name', path: 'c/name/value' }],
      rows: [['two']],
    });
  });
});
