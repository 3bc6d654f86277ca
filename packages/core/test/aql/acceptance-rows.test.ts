/** Acceptance cases C: how paths that lead to several nodes make rows. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/index.ts';
import { createRepository, type Repository } from './support/repository.ts';
import {
  BP,
  bloodPressure,
  cluster,
  composition,
  DIA,
  element,
  evaluation,
  observation,
  pointEvent,
  quantity,
  SYS,
  text,
} from './support/records.ts';
import { rows } from './support/run.ts';

function holding(...content: readonly JsonObject[]): Repository {
  const repository = createRepository();
  repository.commit(repository.ehr(), composition(content));
  return repository;
}

const three = bloodPressure([{ systolic: 120, diastolic: 80 }, { systolic: 130, diastolic: 85 }, { systolic: 140 }]);

describe('C. row multiplication', () => {
  it('21, 22: columns of one event stay together; what one event lacks is null in its row', async () => {
    const q = `SELECT o/${SYS}/magnitude, o/${DIA}/magnitude FROM OBSERVATION o[${BP}]`;
    expect(await rows(holding(three), q)).toEqual([
      [120, 80],
      [130, 85],
      [140, null],
    ]);
  });

  it('23: a path that leads nowhere gives one row of null for each binding', async () => {
    const q = `SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0099]/value FROM OBSERVATION o[${BP}]`;
    expect(await rows(holding(three, three), q)).toEqual([[null], [null]]);
  });

  it('24: an inner node without a requested leaf makes no row; a second leaf on it makes one', async () => {
    const id = 'openEHR-EHR-CLUSTER.specimen.v1';
    const entry = evaluation(
      'openEHR-EHR-EVALUATION.x.v1',
      cluster(id, element('at0003', text('a')), element('at0005', text('x'))),
      cluster(id, element('at0003', text('b')), element('at0005', text('y'))),
      cluster(id, element('at0005', text('z'))),
    );
    const repository = holding(entry);
    const path = (at: string): string => `o/data[at0001]/items[${id}]/items[${at}]/value/value`;
    expect(await rows(repository, `SELECT ${path('at0003')} FROM EVALUATION o`)).toEqual([['a'], ['b']]);
    expect(await rows(repository, `SELECT ${path('at0003')}, ${path('at0005')} FROM EVALUATION o`)).toEqual([
      ['a', 'x'],
      ['b', 'y'],
      [null, 'z'],
    ]);
    const bound = `SELECT c/items[at0003]/value/value FROM EVALUATION o CONTAINS CLUSTER c[${id}]`;
    expect(await rows(repository, bound)).toEqual([['a'], ['b'], [null]]);
  });

  it('24: an ELEMENT without a value is a leaf that exists', async () => {
    const entry = evaluation('openEHR-EHR-EVALUATION.x.v1', element('at0002', text('a')), element('at0002'));
    expect(await rows(holding(entry), 'SELECT o/data/items[at0002]/value/value FROM EVALUATION o')).toEqual([
      ['a'],
      [null],
    ]);
  });

  it('25: lists that are no nodes share their common part', async () => {
    const performer = (name: string): JsonObject => ({
      _type: 'PARTICIPATION',
      function: text('x'),
      performer: {
        _type: 'PARTY_IDENTIFIED',
        name,
        identifiers: [1, 2].map((n) => ({ _type: 'DV_IDENTIFIER', id: `${name}${n}` })),
      },
    });
    const repository = createRepository();
    repository.commit(
      repository.ehr(),
      composition([], { context: { participations: [performer('a'), performer('b')] } }),
    );
    const q =
      'SELECT c/context/participations/performer/name, c/context/participations/performer/identifiers/id FROM COMPOSITION c';
    expect(await rows(repository, q)).toEqual([
      ['a', 'a1'],
      ['a', 'a2'],
      ['b', 'b1'],
      ['b', 'b2'],
    ]);
  });

  it('26: a list makes a row for each member; an empty one a row of null', async () => {
    const link = (type: string): JsonObject => ({
      _type: 'LINK',
      meaning: text('m'),
      type: text(type),
      target: { _type: 'DV_EHR_URI', value: 'ehr:/x' },
    });
    const repository = holding(bloodPressure([], { links: [link('a'), link('b')] }), bloodPressure([]));
    expect(await rows(repository, 'SELECT o/links/type/value FROM OBSERVATION o')).toEqual([['a'], ['b'], [null]]);
  });

  it('27: nodes with different at-codes are independent', async () => {
    const entry = evaluation(
      'openEHR-EHR-EVALUATION.x.v1',
      element('at0004', quantity(1)),
      element('at0004', quantity(2)),
      element('at0005', quantity(3)),
      element('at0005', quantity(4)),
    );
    const q = 'SELECT o/data/items[at0004]/value/magnitude, o/data/items[at0005]/value/magnitude FROM EVALUATION o';
    expect(await rows(holding(entry), q)).toEqual([
      [1, 3],
      [1, 4],
      [2, 3],
      [2, 4],
    ]);
  });

  it('28: a path without predicate is the node of all others, whose predicates then filter', async () => {
    const entry = evaluation(
      'openEHR-EHR-EVALUATION.x.v1',
      element({ id: 'at0004', name: 'a' }, quantity(1)),
      element({ id: 'at0005', name: 'b' }, quantity(2)),
      element({ id: 'at0004', name: 'c' }, quantity(3)),
    );
    const q = 'SELECT o/data/items/name/value, o/data/items[at0004]/value/magnitude FROM EVALUATION o';
    expect(await rows(holding(entry), q)).toEqual([
      ['a', 1],
      ['b', null],
      ['c', 3],
    ]);
  });

  it('29: an archetype id with names is told apart by the names', async () => {
    const id = 'openEHR-EHR-CLUSTER.eye.v1';
    const entry = evaluation(
      'openEHR-EHR-EVALUATION.x.v1',
      cluster({ id, name: 'Left' }, element('at0001', quantity(1))),
      cluster({ id, name: 'Right' }, element('at0001', quantity(2))),
    );
    const path = (step: string): string => `o/data/items[${step}]/items[at0001]/value/magnitude`;
    const repository = holding(entry);
    expect(
      await rows(repository, `SELECT ${path(`${id},'Left'`)}, ${path(`${id},'Right'`)} FROM EVALUATION o`),
    ).toEqual([[1, 2]]);
    // Without a name in one of the paths the names only filter.
    expect(await rows(repository, `SELECT ${path(id)}, ${path(`${id},'Right'`)} FROM EVALUATION o`)).toEqual([
      [1, null],
      [2, 2],
    ]);
  });

  it('an at-code with a name filters by the name', async () => {
    const entry = evaluation(
      'openEHR-EHR-EVALUATION.x.v1',
      element({ id: 'at0004', name: 'a' }, quantity(1)),
      element({ id: 'at0004', name: 'b' }, quantity(2)),
      element({ id: 'at0004', name: 'c' }, quantity(3)),
    );
    const path = (name: string): string => `o/data/items[at0004,'${name}']/value/magnitude`;
    const repository = holding(entry);
    expect(await rows(repository, `SELECT ${path('a')}, ${path('b')} FROM EVALUATION o`)).toEqual([
      [1, null],
      [null, 2],
    ]);
    expect(await rows(repository, `SELECT ${path('c')} FROM EVALUATION o`)).toEqual([[3]]);
  });

  it('conditions and columns on one node speak of the same instance', async () => {
    const id = 'openEHR-EHR-CLUSTER.question.v1';
    const question = (name: string, answer: string): JsonObject =>
      cluster(id, element('at0001', text(name)), element('at0002', text(answer)));
    const repository = holding(
      evaluation('openEHR-EHR-EVALUATION.x.v1', question('Depression', 'No'), question('Asthma', 'Yes')),
    );
    const path = (at: string): string => `o/data/items[${id}]/items[${at}]/value/value`;
    const q = `SELECT ${path('at0001')} FROM EVALUATION o WHERE ${path('at0001')} = 'Depression' AND ${path('at0002')} = 'Yes'`;
    expect(await rows(repository, q)).toEqual([]);
  });

  it('a path of WHERE alone makes rows too', async () => {
    const q = `SELECT o/name/value FROM OBSERVATION o WHERE o/${SYS}/magnitude >= 130`;
    expect(await rows(holding(three), q)).toEqual([['Blood pressure'], ['Blood pressure']]);
  });

  it('a path of ORDER BY makes none: beyond the rows the least counts ascending, the greatest descending', async () => {
    const low = bloodPressure([{ systolic: 100 }, { systolic: 170 }], {}, 'low');
    const mid = bloodPressure([{ systolic: 150 }], {}, 'mid');
    const q = `SELECT o/name/value FROM OBSERVATION o ORDER BY o/${SYS}/magnitude`;
    const repository = holding(mid, low);
    expect(await rows(repository, q)).toEqual([['low'], ['mid']]);
    expect(await rows(repository, `${q} DESC`)).toEqual([['low'], ['mid']]);
  });

  it('a path of ORDER BY that shares a node sorts by the instance of the row', async () => {
    const q = `SELECT o/${SYS}/magnitude FROM OBSERVATION o ORDER BY o/${DIA}/magnitude DESC`;
    expect(await rows(holding(three), q)).toEqual([[140], [130], [120]]);
  });

  it('a path of ORDER BY that tells no nodes apart shares the only one', async () => {
    const at = (day: number): string => `2024-05-0${day}T00:00:00Z`;
    const days = bloodPressure([2, 3, 1].map((day) => ({ systolic: 100 + day, at: at(day) })));
    const q = `SELECT o/${SYS}/magnitude FROM OBSERVATION o ORDER BY o/data[at0001]/events/time`;
    expect(await rows(holding(days), q)).toEqual([[101], [102], [103]]);
    expect(await rows(holding(days), `${q} DESC`)).toEqual([[103], [102], [101]]);
    const both = `SELECT o/${SYS}/magnitude, o/${DIA}/magnitude FROM OBSERVATION o ORDER BY`;
    const items = 'o/data/events/data/items/value';
    expect(await rows(holding(days), `${both} ${items} DESC`)).toHaveLength(3);
  });

  it('lists inside data values', async () => {
    const mapping = (target: string): JsonObject => ({
      _type: 'TERM_MAPPING',
      match: '=',
      target: { _type: 'CODE_PHRASE', terminology_id: { value: 'x' }, code_string: target },
    });
    const event = pointEvent(
      'at0006',
      '2024-01-01T00:00:00Z',
      element('at0004', { ...text('t'), mappings: [mapping('1'), mapping('2')] }),
    );
    const repository = holding(
      observation(BP, [event, pointEvent('at0006', '2024-01-01T00:00:00Z', element('at0004', text('u')))]),
    );
    const path = `o/${SYS}`;
    expect(
      await rows(repository, `SELECT ${path}/value, ${path}/mappings/target/code_string FROM OBSERVATION o`),
    ).toEqual([
      ['t', '1'],
      ['t', '2'],
      ['u', null],
    ]);
  });
});
