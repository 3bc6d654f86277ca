/** Acceptance cases D and E: what FROM binds, and predicates. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/index.ts';
import { createRepository, type Repository } from './support/repository.ts';
import {
  adminEntry,
  BP,
  bloodPressure,
  cluster,
  codedText,
  composition,
  element,
  evaluation,
  folder,
  locatable,
  observation,
  pointEvent,
  quantity,
  section,
  SYS,
  text,
  tree,
} from './support/records.ts';
import { rows } from './support/run.ts';

const X = 'openEHR-EHR-COMPOSITION.x.v1';
const Y = 'openEHR-EHR-COMPOSITION.y.v1';
const REPORT = 'openEHR-EHR-COMPOSITION.report.v1';
const PULSE = 'openEHR-EHR-OBSERVATION.pulse.v1';
const named = (id: string, name: string): { id: string; name: string } => ({ id, name });
const pulse = (name: string): JsonObject => observation(named(PULSE, name), []);
const bp = (name: string): JsonObject => bloodPressure([{ systolic: 120 }], {}, name);

function repositoryOf(...ehrs: readonly (readonly JsonObject[])[]): Repository {
  const repository = createRepository();
  for (const compositions of ehrs) {
    const ehr = repository.ehr();
    for (const one of compositions) repository.commit(ehr, one);
  }
  return repository;
}

const names = async (repository: Repository, q: string): Promise<unknown> => rows(repository, q);

describe('D. CONTAINS', () => {
  it('30: an EHR with each of its compositions; an empty EHR is absent', async () => {
    const repository = repositoryOf([composition([]), composition([])], [], [composition([])]);
    const q = 'SELECT e/ehr_id/value, c/name/value FROM EHR e CONTAINS COMPOSITION c';
    const found = await rows(repository, q);
    expect(found).toHaveLength(3);
    expect(new Set(found.map(([ehr]) => ehr)).size).toBe(2);
  });

  it('31: without EHR and COMPOSITION', async () => {
    const repository = repositoryOf(
      [composition([bp('a')])],
      [composition([section('openEHR-EHR-SECTION.s.v1', bp('b'), pulse('c'))])],
    );
    expect(await names(repository, `SELECT o/name/value FROM OBSERVATION o[${BP}]`)).toEqual([['a'], ['b']]);
  });

  it('32: a composition contains no composition', async () => {
    expect(
      await names(
        repositoryOf([composition([]), composition([])]),
        'SELECT c FROM COMPOSITION c CONTAINS COMPOSITION d',
      ),
    ).toEqual([]);
  });

  it('33: strict descendants at any depth', async () => {
    const nested = cluster(named('at1', 'a'), cluster(named('at2', 'b'), cluster(named('at3', 'c'))));
    const repository = repositoryOf([composition([evaluation('openEHR-EHR-EVALUATION.x.v1', nested)])]);
    const q = 'SELECT a/name/value, b/name/value FROM CLUSTER a CONTAINS CLUSTER b';
    expect(await names(repository, q)).toEqual([
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'c'],
    ]);
  });

  it('34: a class expression without variable makes rows', async () => {
    const event = pointEvent('at0006', '2024-01-01T00:00:00Z', cluster('at1'), cluster('at2', cluster('at3')));
    const repository = repositoryOf([composition([observation(named(BP, 'o'), [event])])]);
    expect(await names(repository, 'SELECT o/name/value FROM OBSERVATION o CONTAINS CLUSTER')).toEqual([
      ['o'],
      ['o'],
      ['o'],
    ]);
  });

  it('35: AND is a product below the same parent', async () => {
    const sections = [section(named('at1', 's1'), bp('a'), bp('b'), pulse('c')), section(named('at2', 's2'), bp('d'))];
    const q = `SELECT s/name/value, o1/name/value, o2/name/value
      FROM SECTION s CONTAINS (OBSERVATION o1[${BP}] AND OBSERVATION o2[${PULSE}])`;
    expect(await names(repositoryOf([composition(sections)]), q)).toEqual([
      ['s1', 'a', 'c'],
      ['s1', 'b', 'c'],
    ]);
  });

  it('36: OR joins what there is and needs one of them', async () => {
    const sections = [
      section(named('at1', 's1'), bp('a'), pulse('c'), pulse('d')),
      section(named('at2', 's2'), bp('e')),
      section(named('at3', 's3'), pulse('f')),
      section(named('at4', 's4')),
    ];
    const q = `SELECT s/name/value, o1/name/value, o2/name/value
      FROM SECTION s CONTAINS (OBSERVATION o1[${BP}] OR OBSERVATION o2[${PULSE}])`;
    const expected = [
      ['s1', 'a', 'c'],
      ['s1', 'a', 'd'],
      ['s2', 'e', null],
      ['s3', null, 'f'],
    ];
    expect(await names(repositoryOf([composition(sections)]), q)).toEqual(expected);
  });

  it('36: a condition does not make an OR branch absent', async () => {
    const repository = repositoryOf([composition([section('at1', bp('a'), pulse('c'))])]);
    const q = `SELECT o1/name/value, o2/name/value FROM SECTION s
      CONTAINS (OBSERVATION o1[${BP}] OR OBSERVATION o2[${PULSE}]) WHERE o1/name/value = 'nothing'`;
    expect(await names(repository, q)).toEqual([]);
  });

  it('37: a product across the documents of one EHR', async () => {
    const of = (id: string, name: string): JsonObject => composition([], { node: named(id, name) });
    const repository = repositoryOf([of(X, 'x1'), of(Y, 'y1'), of(Y, 'y2')], [of(X, 'x2')]);
    const q = `SELECT a/name/value, b/name/value FROM EHR e CONTAINS (COMPOSITION a[${X}] AND COMPOSITION b[${Y}])`;
    expect(await names(repository, q)).toEqual([
      ['x1', 'y1'],
      ['x1', 'y2'],
    ]);
  });

  it('38, 39: NOT CONTAINS', async () => {
    const of = (name: string, ...content: readonly JsonObject[]): JsonObject =>
      composition(content, { node: named(REPORT, name) });
    const repository = repositoryOf([of('a', bp('x')), of('b', pulse('y'))], [of('c', bp('z'))]);
    const q = `SELECT c/name/value FROM EHR e CONTAINS COMPOSITION c NOT CONTAINS OBSERVATION[${BP}]`;
    expect(await names(repository, q)).toEqual([['b']]);
    expect(await rows(repository, `SELECT e FROM EHR e NOT CONTAINS OBSERVATION[${PULSE}]`)).toHaveLength(1);
    expect(await rows(repository, `SELECT e FROM EHR e NOT CONTAINS COMPOSITION[${X}]`)).toHaveLength(2);
  });

  it('40: a variable behind NOT CONTAINS is bound to nothing', async () => {
    const q = 'SELECT o FROM COMPOSITION c NOT CONTAINS OBSERVATION o';
    await expect(rows(repositoryOf(), q)).rejects.toMatchObject({ code: 'invalid_query' });
  });

  it.each([
    ['ENTRY', 3],
    ['CARE_ENTRY', 2],
    ['EVENT', 1],
    ['ITEM_STRUCTURE', 3],
    ['DATA_STRUCTURE', 4],
    // COMPOSITION, EHR_STATUS, SECTION, 3 entries, HISTORY, event, 3 trees, 2 elements.
    ['LOCATABLE', 13],
    ['DV_QUANTITY', 1],
    ['DATA_VALUE', 20],
    ['EVENT_CONTEXT', 1],
    ['PARTY_PROXY', 2],
  ])('41, 44: class %s', async (rmType, expected) => {
    const content = [
      section('openEHR-EHR-SECTION.s.v1', bp('a'), evaluation('openEHR-EHR-EVALUATION.x.v1')),
      adminEntry('openEHR-EHR-ADMIN_ENTRY.x.v1', element('at9', text('t'))),
    ];
    const found = await rows(repositoryOf([composition(content)]), `SELECT COUNT(*) FROM ${rmType} x`);
    expect(found).toEqual([[expected]]);
  });

  it('42: an at-code of FROM counts within the archetype of its parent', async () => {
    const device = cluster('openEHR-EHR-CLUSTER.device.v1', element(named('at0004', 'of the device')));
    const repository = repositoryOf([composition([bloodPressure([{ systolic: 1, items: [device] }])])]);
    expect(await names(repository, `SELECT l/name/value FROM OBSERVATION[${BP}] CONTAINS ELEMENT l[at0004]`)).toEqual([
      ['Systolic'],
    ]);
    expect(await names(repository, 'SELECT l/name/value FROM OBSERVATION CONTAINS ELEMENT l[at0004]')).toEqual([
      ['Systolic'],
      ['of the device'],
    ]);
    const q = `SELECT l/name/value FROM OBSERVATION[${BP}] CONTAINS CLUSTER CONTAINS ELEMENT l[at0004]`;
    expect(await names(repository, q)).toEqual([['of the device']]);
  });

  it('43: below an EHR all kinds of documents are searched', async () => {
    const repository = createRepository();
    const status = {
      is_queryable: true,
      is_modifiable: true,
      subject: { _type: 'PARTY_SELF' },
      other_details: tree('at1', element(named('at2', 'status'))),
    };
    const ehr = repository.ehr(status);
    repository.commit(
      ehr,
      composition([evaluation('openEHR-EHR-EVALUATION.x.v1', element(named('at3', 'composition')))]),
    );
    repository.commit(ehr, { ...folder('f', []), details: tree('at1', element(named('at4', 'folder'))) });
    expect(await names(repository, 'SELECT l/name/value FROM EHR e CONTAINS ELEMENT l')).toEqual([
      ['status'],
      ['composition'],
      ['folder'],
    ]);
    expect(await names(repository, 'SELECT l/name/value FROM EHR_STATUS CONTAINS ELEMENT l')).toEqual([['status']]);
  });

  it('44: classes that are no LOCATABLE', async () => {
    const action = locatable('ACTION', 'openEHR-EHR-ACTION.a.v1', {
      description: tree('at1'),
      instruction_details: { _type: 'INSTRUCTION_DETAILS', activity_id: 'activities[at1]' },
    });
    const repository = repositoryOf([composition([action])]);
    expect(await names(repository, 'SELECT d/activity_id FROM ACTION a CONTAINS INSTRUCTION_DETAILS d')).toEqual([
      ['activities[at1]'],
    ]);
    expect(await names(repository, 'SELECT x/setting/value FROM COMPOSITION c CONTAINS EVENT_CONTEXT x')).toEqual([
      ['other care'],
    ]);
  });

  it('45: AND belongs to the nearest CONTAINS', async () => {
    const content = [
      section(named('at1', 's'), evaluation(named('openEHR-EHR-EVALUATION.x.v1', 'v'), cluster(named('at2', 'k')))),
      pulse('p'),
    ];
    const repository = repositoryOf([composition(content)]);
    const near = 'SELECT k/name/value FROM COMPOSITION CONTAINS SECTION CONTAINS CLUSTER k AND OBSERVATION p';
    const far = 'SELECT k/name/value FROM COMPOSITION CONTAINS (SECTION CONTAINS CLUSTER k) AND OBSERVATION p';
    expect(await names(repository, near)).toEqual([]);
    expect(await names(repository, far)).toEqual([['k']]);
  });

  describe('46: folders', () => {
    let repository: Repository;
    let ids: readonly string[];
    beforeAll(() => {
      repository = createRepository();
      const ehr = repository.ehr();
      const uids = ['a', 'b', 'c'].map((name) =>
        repository.commit(ehr, composition([bp(`bp ${name}`)], { node: named(REPORT, name) })),
      );
      ids = uids.map((uid) => uid.split('::')[0] ?? '');
      const [a = '', b = '', c = ''] = ids;
      repository.commit(ehr, folder('root', [], [folder('ep1', [a], [folder('inner', [b])]), folder('ep2', [c])]));
    });

    it.each([
      ['root', ['a', 'b', 'c']],
      ['ep1', ['a', 'b']],
      ['inner', ['b']],
      ['ep2', ['c']],
    ])('%s holds what it and its sub-folders refer to', async (name, expected) => {
      const found = await rows(
        repository,
        'SELECT c/name/value FROM FOLDER f[name/value=$name] CONTAINS COMPOSITION c',
        { parameters: { name } },
      );
      expect(found).toEqual(expected.map((one) => [one]));
    });

    it('contains what is in the compositions, and their versions', async () => {
      expect(
        await names(repository, "SELECT o/name/value FROM FOLDER f[name/value='ep1'] CONTAINS OBSERVATION o"),
      ).toEqual([['bp a'], ['bp b']]);
      const q = "SELECT v/uid/value FROM FOLDER f[name/value='inner'] CONTAINS VERSION v CONTAINS COMPOSITION c";
      expect(await names(repository, q)).toEqual([[`${ids[1]}::test.system::1`]]);
    });

    it('contains sub-folders, and NOT CONTAINS follows references', async () => {
      expect(await names(repository, "SELECT g/name/value FROM FOLDER f[name/value='root'] CONTAINS FOLDER g")).toEqual(
        [['ep1'], ['inner'], ['ep2']],
      );
      const q = "SELECT f/name/value FROM FOLDER f NOT CONTAINS COMPOSITION c[name/value='c']";
      expect(await names(repository, q)).toEqual([['ep1'], ['inner']]);
    });
  });
});

describe('E. predicates and parameters', () => {
  const entry = evaluation(
    'openEHR-EHR-EVALUATION.x.v1',
    element(named('at0004', 'Systolic'), quantity(1)),
    element(named('at0005', 'Diastolic'), quantity(2)),
    locatable('ELEMENT', 'at0006', { name: codedText('Coded', 'snomed_ct', '313267000'), value: quantity(3) }),
    element(named('at0004', 'Other'), quantity(4)),
  );
  const repository = repositoryOf(
    [composition([entry], { node: named(X, 'x') })],
    [composition([], { node: named(Y, 'y') })],
  );
  const magnitudes = (predicate: string, parameters = {}): Promise<unknown> =>
    rows(repository, `SELECT o/data/items[${predicate}]/value/magnitude FROM EVALUATION o`, { parameters });

  it('47: a parameter for an archetype', async () => {
    expect(
      await rows(repository, 'SELECT c/name/value FROM COMPOSITION c[$arch]', { parameters: { arch: Y } }),
    ).toEqual([['y']]);
  });

  it('a predicate within the path of a predicate counts', async () => {
    expect(await magnitudes("name[value='zzz']/value='Systolic'")).toEqual([[null]]);
    expect(await magnitudes("at0004 and name[value='Systolic']/value='Systolic'")).toEqual([[1]]);
  });

  it.each([
    'at0004, $n',
    'at0004 and name/value=$n',
    'name/value=$n',
    "at0004, 'Systolic'",
    "archetype_node_id='at0004' and name/value='Systolic'",
  ])('48: [%s]', async (predicate) => {
    expect(await magnitudes(predicate, { n: 'Systolic' })).toEqual([[1]]);
  });

  it('49: a coded name', async () => {
    expect(await magnitudes('at0006, snomed_ct::313267000')).toEqual([[3]]);
    expect(await magnitudes('at0006, snomed_ct::1')).toEqual([[null]]);
  });

  it('50: either of two nodes in one column', async () => {
    expect(await magnitudes('at0004 or at0005')).toEqual([[1], [2], [4]]);
  });

  it('51: any condition filters the members', async () => {
    const events = ['01', '02', '03'].map((day) => ({ at: `2024-05-${day}T10:00:00Z`, systolic: Number(day) }));
    const other = repositoryOf([composition([bloodPressure(events)])]);
    const q = 'SELECT o/data[at0001]/events[time/value >= $t]/data/items[at0004]/value/magnitude FROM OBSERVATION o';
    expect(await rows(other, q, { parameters: { t: '2024-05-02' } })).toEqual([[2], [3]]);
    const typed = 'SELECT o/data/events[time >= $t]/data/items/value/magnitude FROM OBSERVATION o';
    expect(await rows(other, typed, { parameters: { t: '2024-05-02T12:00:00+02:00' } })).toEqual([[2], [3]]);
  });

  it('52: a list as a parameter', async () => {
    const all = await rows(repository, 'SELECT e/ehr_id/value FROM EHR e');
    const ids = all.map(([id]) => id as string);
    const q = 'SELECT e/ehr_id/value FROM EHR e WHERE e/ehr_id/value matches {$ids}';
    expect(await rows(repository, q, { parameters: { ids } })).toEqual(all);
    expect(await rows(repository, q, { parameters: { ids: [ids[1] ?? ''] } })).toEqual([all[1]]);
    await expect(
      rows(repository, 'SELECT e FROM EHR e WHERE e/ehr_id/value = $ids', { parameters: { ids } }),
    ).rejects.toMatchObject({ code: 'invalid_query' });
  });

  it('53: a missing parameter is refused, a surplus one ignored, and none can inject', async () => {
    const q = 'SELECT c FROM COMPOSITION c WHERE c/name/value = $name';
    await expect(rows(repository, q)).rejects.toMatchObject({
      code: 'invalid_query',
      message: expect.stringContaining('$name') as string,
    });
    expect(await rows(repository, q, { parameters: { name: "x' OR 1=1 --", other: 1 } })).toEqual([]);
  });

  it('54: a regular expression for the whole text', async () => {
    expect(await magnitudes('name/value matches {/Syst.*/}')).toEqual([[1]]);
    expect(await magnitudes('name/value matches {/yst/}')).toEqual([[null]]);
  });

  it('54: a regular expression can not be slow', async () => {
    const slow = repositoryOf([composition([], { node: named(X, 'a'.repeat(5000)) })]);
    expect(await rows(slow, 'SELECT c FROM COMPOSITION c[name/value matches {/(a+)+b/}]')).toEqual([]);
  });

  it('a regular expression that cannot be used is refused', async () => {
    await expect(magnitudes('name/value matches {/(?=x)/}')).rejects.toMatchObject({ code: 'invalid_query' });
  });

  it('nested predicates and EXISTS inside a predicate', async () => {
    const q =
      "SELECT c/name/value FROM COMPOSITION c[content[name/value='openEHR-EHR-EVALUATION.x.v1']/data/items[at0005]/value/magnitude = 2]";
    expect(await rows(repository, q)).toEqual([['x']]);
    expect(await rows(repository, 'SELECT c/name/value FROM COMPOSITION c[NOT EXISTS content]')).toEqual([['y']]);
  });

  it('paths through events of a blood pressure', async () => {
    const other = repositoryOf([composition([bloodPressure([{ systolic: 1 }])])]);
    expect(await rows(other, `SELECT o/${SYS}/magnitude FROM OBSERVATION o[${BP}]`)).toEqual([[1]]);
  });
});
