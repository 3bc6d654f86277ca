/** Canonical JSON by hand: as much of the reference model as the query tests need. */
import type { JsonObject, JsonValue } from '../../../src/json/index.ts';

export const text = (value: string): JsonObject => ({ _type: 'DV_TEXT', value });

export const code = (terminology: string, codeString: string): JsonObject => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
  code_string: codeString,
});

export const codedText = (value: string, terminology: string, codeString: string): JsonObject => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: code(terminology, codeString),
});

export const quantity = (magnitude: JsonValue, units = 'mm[Hg]'): JsonObject => ({
  _type: 'DV_QUANTITY',
  magnitude,
  units,
});
export const count = (magnitude: JsonValue): JsonObject => ({ _type: 'DV_COUNT', magnitude });
export const dateTime = (value: string): JsonObject => ({ _type: 'DV_DATE_TIME', value });
export const date = (value: string): JsonObject => ({ _type: 'DV_DATE', value });
export const time = (value: string): JsonObject => ({ _type: 'DV_TIME', value });
export const duration = (value: string): JsonObject => ({ _type: 'DV_DURATION', value });
export const boolean = (value: boolean): JsonObject => ({ _type: 'DV_BOOLEAN', value });
export const proportion = (numerator: number, denominator: number): JsonObject => ({
  _type: 'DV_PROPORTION',
  numerator,
  denominator,
  type: 0,
});
export const ordinal = (value: number, symbol = 'some'): JsonObject => ({
  _type: 'DV_ORDINAL',
  value,
  symbol: codedText(symbol, 'local', `at${value}`),
});

type Node = string | { readonly id: string; readonly name: string };
const idOf = (node: Node): string => (typeof node === 'string' ? node : node.id);
const nameOf = (node: Node): string => (typeof node === 'string' ? node : node.name);

/** A LOCATABLE; an archetype id makes it an archetype root. */
export function locatable(type: string, node: Node, rest: JsonObject = {}): JsonObject {
  const id = idOf(node);
  const details = id.startsWith('openEHR-') && {
    archetype_details: { _type: 'ARCHETYPED', archetype_id: { _type: 'ARCHETYPE_ID', value: id }, rm_version: '1.0.4' },
  };
  return { _type: type, name: text(nameOf(node)), archetype_node_id: id, ...details, ...rest };
}

export const element = (node: Node, value?: JsonObject): JsonObject =>
  locatable('ELEMENT', node, { ...(value && { value }) });
export const cluster = (node: Node, ...items: readonly JsonObject[]): JsonObject =>
  locatable('CLUSTER', node, { items });
export const tree = (node: Node, ...items: readonly JsonObject[]): JsonObject =>
  locatable('ITEM_TREE', node, { items });
export const section = (node: Node, ...items: readonly JsonObject[]): JsonObject =>
  locatable('SECTION', node, { items });
export const evaluation = (node: Node, ...items: readonly JsonObject[]): JsonObject =>
  locatable('EVALUATION', node, { data: tree('at0001', ...items) });
export const adminEntry = (node: Node, ...items: readonly JsonObject[]): JsonObject =>
  locatable('ADMIN_ENTRY', node, { data: tree('at0001', ...items) });

export const pointEvent = (node: Node, at: string, ...items: readonly JsonObject[]): JsonObject =>
  locatable('POINT_EVENT', node, { time: dateTime(at), data: tree('at0003', ...items) });

export const observation = (node: Node, events: readonly JsonObject[], rest: JsonObject = {}): JsonObject =>
  locatable('OBSERVATION', node, {
    data: locatable('HISTORY', 'at0001', { origin: dateTime('2024-01-01T00:00:00Z'), events }),
    ...rest,
  });

export interface CompositionInput {
  readonly node?: Node;
  readonly template?: string;
  readonly startTime?: string;
  readonly context?: JsonObject;
  readonly rest?: JsonObject;
}

export function composition(content: readonly JsonObject[], input: CompositionInput = {}): JsonObject {
  const {
    node = { id: 'openEHR-EHR-COMPOSITION.report.v1', name: 'Report' },
    template = 'report',
    startTime = '2024-05-01T10:00:00Z',
  } = input;
  const made = locatable('COMPOSITION', node, {
    language: code('ISO_639-1', 'en'),
    territory: code('ISO_3166-1', 'DE'),
    category: codedText('event', 'openehr', '433'),
    composer: { _type: 'PARTY_IDENTIFIED', name: 'Dr. Green' },
    context: {
      _type: 'EVENT_CONTEXT',
      start_time: dateTime(startTime),
      setting: codedText('other care', 'openehr', '238'),
      ...input.context,
    },
    content,
    ...input.rest,
  });
  const details = made['archetype_details'] as JsonObject;
  return { ...made, archetype_details: { ...details, template_id: { _type: 'TEMPLATE_ID', value: template } } };
}

export const BP = 'openEHR-EHR-OBSERVATION.blood_pressure.v2';
/** Path from an OBSERVATION to its systolic and diastolic value. */
export const SYS = 'data[at0001]/events[at0006]/data[at0003]/items[at0004]/value';
export const DIA = 'data[at0001]/events[at0006]/data[at0003]/items[at0005]/value';

export interface Reading {
  readonly at?: string;
  readonly systolic?: JsonValue;
  readonly diastolic?: JsonValue;
  readonly items?: readonly JsonObject[];
}

/** A blood pressure with one event for each reading. */
export function bloodPressure(
  readings: readonly Reading[],
  rest: JsonObject = {},
  name = 'Blood pressure',
): JsonObject {
  const events = readings.map(({ at = '2024-05-01T10:00:00Z', systolic, diastolic, items = [] }) =>
    pointEvent(
      { id: 'at0006', name: 'Any event' },
      at,
      ...(systolic === undefined ? [] : [element({ id: 'at0004', name: 'Systolic' }, quantity(systolic))]),
      ...(diastolic === undefined ? [] : [element({ id: 'at0005', name: 'Diastolic' }, quantity(diastolic))]),
      ...items,
    ),
  );
  return observation({ id: BP, name }, events, rest);
}

export const folder = (name: string, references: readonly string[], folders: readonly JsonObject[] = []): JsonObject =>
  locatable(
    'FOLDER',
    { id: 'openEHR-EHR-FOLDER.generic.v1', name },
    {
      ...(references.length > 0 && {
        items: references.map((id) => ({
          _type: 'OBJECT_REF',
          namespace: 'local',
          type: 'VERSIONED_COMPOSITION',
          id: { _type: 'HIER_OBJECT_ID', value: id },
        })),
      }),
      ...(folders.length > 0 && { folders }),
    },
  );
