/** Small compositions with every sort of value that the index knows, alike enough for queries to find some and miss some. */
import * as fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import { LexicalNumber } from '../../json/value.ts';

export const ENCOUNTER = 'openEHR-EHR-COMPOSITION.encounter.v1';
export const REPORT = 'openEHR-EHR-COMPOSITION.report.v1';
export const PRESSURE = 'openEHR-EHR-OBSERVATION.pressure.v1';
export const SCORE = 'openEHR-EHR-OBSERVATION.score.v1';
export const DEVICE = 'openEHR-EHR-CLUSTER.device.v1';

/** Few, so that they meet. */
export const NUMBERS: readonly (number | string)[] = [
  0,
  1,
  2,
  10,
  -1,
  2.5,
  '2.50',
  0.1,
  '10.0',
  '12345678901234567890',
];
export const TEXTS = [
  '',
  'a',
  'ab',
  'abc',
  'B',
  'b*',
  'é',
  '\u{1F600}',
  `${'long '.repeat(9)}end`,
  `${'long '.repeat(9)}ends`,
];
export const TIMES = [
  '2020',
  '2020-01-01',
  '2020-01-01T10:00:00Z',
  '2020-01-01T12:00:00+02:00',
  '2020-01-01T10:00:00.123Z',
  '2019-12-31T23:59:59-10:00',
  '2021-05',
  '2021-05-06T00:00:00Z',
];
export const CODES = ['at0001', 'at0002', 'at00'];
/** In one text with a terminology they may be taken for another code. */
export const AMBIGUOUS_CODES = ['at00:', 'at0001::at'];

const jsonNumber = (value: number | string): JsonValue =>
  typeof value === 'string' ? new LexicalNumber(value) : value;
const text = fc.constantFrom(...TEXTS);
const time = fc.constantFrom(...TIMES);

const dvText = (value: string): JsonObject => ({ _type: 'DV_TEXT', value });
const phrase = (value: string, terminology: string): JsonObject => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
  code_string: value,
});

function randomCoded(codes: readonly string[]): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(text, fc.constantFrom(...codes), fc.constantFrom('local', 'openehr'))
    .map(([value, own, terminology]) => ({ _type: 'DV_CODED_TEXT', value, defining_code: phrase(own, terminology) }));
}

/** COMPOSITIONs without uid. `plain`: doubles hold all numbers, and codes are not ambiguous. */
export function randomComposition({ plain }: { readonly plain: boolean }): fc.Arbitrary<JsonObject> {
  const number = fc.constantFrom(...NUMBERS.filter((value) => !plain || String(value).length < 6)).map(jsonNumber);
  const coded = randomCoded(plain ? CODES : [...CODES, ...CODES, ...AMBIGUOUS_CODES]);

  const dataValue: fc.Arbitrary<JsonObject> = fc.oneof(
    {
      weight: 10,
      arbitrary: fc
        .tuple(number, fc.constantFrom('mm[Hg]', 'kPa'))
        .map(([magnitude, units]) => ({ _type: 'DV_QUANTITY', magnitude, units })),
    },
    number.map((magnitude) => ({ _type: 'DV_COUNT', magnitude })),
    fc
      .tuple(number, number)
      .map(([numerator, denominator]) => ({ _type: 'DV_PROPORTION', numerator, denominator, type: 0 })),
    fc.tuple(number, coded).map(([value, symbol]) => ({ _type: 'DV_ORDINAL', value, symbol })),
    text.map(dvText),
    { weight: 4, arbitrary: coded },
    fc.boolean().map((value) => ({ _type: 'DV_BOOLEAN', value })),
    time.map((value) => ({ _type: 'DV_DATE_TIME', value })),
    fc.constantFrom('2020-01', '2020-01-01', '2021').map((value) => ({ _type: 'DV_DATE', value })),
    fc.constantFrom('P1D', 'PT24H', 'P1Y', 'PT0.5S').map((value) => ({ _type: 'DV_DURATION', value })),
    text.map((id) => ({ _type: 'DV_IDENTIFIER', id })),
    number.map((magnitude) => ({
      _type: 'DV_INTERVAL',
      lower: { _type: 'DV_COUNT', magnitude },
      upper_unbounded: true,
    })),
  );

  const element: fc.Arbitrary<JsonObject> = fc
    .tuple(fc.constantFrom('at0004', 'at0004', 'at0005'), text, fc.option(dataValue, { freq: 8 }))
    .map(([nodeId, name, value]) => ({
      _type: 'ELEMENT',
      archetype_node_id: nodeId,
      name: dvText(name),
      ...(value
        ? { value }
        : { null_flavour: { _type: 'DV_CODED_TEXT', value: 'x', defining_code: phrase('271', 'openehr') } }),
    }));

  const device: fc.Arbitrary<JsonObject> = fc.array(element, { maxLength: 2 }).map((items) => ({
    _type: 'CLUSTER',
    archetype_node_id: DEVICE,
    name: dvText('Device'),
    archetype_details: {
      _type: 'ARCHETYPED',
      archetype_id: { _type: 'ARCHETYPE_ID', value: DEVICE },
      rm_version: '1.1.0',
    },
    items,
  }));

  const cluster: fc.Arbitrary<JsonObject> = fc.array(element, { maxLength: 2 }).map((items) => ({
    _type: 'CLUSTER',
    archetype_node_id: 'at0007',
    name: dvText('Cluster'),
    items,
  }));

  const event: fc.Arbitrary<JsonObject> = fc
    .tuple(time, fc.array(fc.oneof({ weight: 5, arbitrary: element }, device, cluster), { minLength: 1, maxLength: 3 }))
    .map(([value, items]) => ({
      _type: 'POINT_EVENT',
      archetype_node_id: 'at0006',
      name: dvText('Event'),
      time: { _type: 'DV_DATE_TIME', value },
      data: { _type: 'ITEM_TREE', archetype_node_id: 'at0003', name: dvText('Tree'), items },
    }));

  const observation: fc.Arbitrary<JsonObject> = fc
    .tuple(fc.constantFrom(PRESSURE, SCORE), fc.array(event, { size: 'max', maxLength: 3 }))
    .map(([archetypeId, events]) => ({
      _type: 'OBSERVATION',
      archetype_node_id: archetypeId,
      name: dvText('Observation'),
      archetype_details: {
        _type: 'ARCHETYPED',
        archetype_id: { _type: 'ARCHETYPE_ID', value: archetypeId },
        rm_version: '1.1.0',
      },
      data: { _type: 'HISTORY', archetype_node_id: 'at0001', name: dvText('History'), events },
    }));

  const section: fc.Arbitrary<JsonObject> = fc.array(observation, { maxLength: 2 }).map((items) => ({
    _type: 'SECTION',
    archetype_node_id: 'at0009',
    name: dvText('Section'),
    items,
  }));

  return fc
    .tuple(
      fc.constantFrom(ENCOUNTER, REPORT),
      text,
      text,
      fc.option(time, { freq: 5 }),
      fc.array(fc.oneof({ weight: 3, arbitrary: observation }, section), { maxLength: 3 }),
    )
    .map(([archetypeId, name, composer, start, content]) => ({
      _type: 'COMPOSITION',
      archetype_node_id: archetypeId,
      name: dvText(name),
      archetype_details: {
        _type: 'ARCHETYPED',
        archetype_id: { _type: 'ARCHETYPE_ID', value: archetypeId },
        template_id: { _type: 'TEMPLATE_ID', value: archetypeId === ENCOUNTER ? 'encounter' : 'report' },
        rm_version: '1.1.0',
      },
      composer: { _type: 'PARTY_IDENTIFIED', name: composer },
      ...(start !== null && {
        context: { _type: 'EVENT_CONTEXT', start_time: { _type: 'DV_DATE_TIME', value: start } },
      }),
      content,
    }));
}
