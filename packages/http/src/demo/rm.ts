/** The reference model's pieces that the demo needs, in canonical JSON. */
import type { JsonObject } from '@cairn/core';

export const codePhrase = (terminologyId: string, code: string): JsonObject => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminologyId },
  code_string: code,
});

export const text = (value: string): JsonObject => ({ _type: 'DV_TEXT', value });

/** `terminologyId`: `local` for an at-code of the template. */
export const codedText = (value: string, code: string, terminologyId = 'local'): JsonObject => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: codePhrase(terminologyId, code),
});

export const quantity = (magnitude: number, units: string, precision?: number): JsonObject => ({
  _type: 'DV_QUANTITY',
  magnitude,
  units,
  ...(precision === undefined ? {} : { precision }),
});

export const percent = (numerator: number): JsonObject => ({
  _type: 'DV_PROPORTION',
  numerator,
  denominator: 100,
  type: 2,
});

export const count = (magnitude: number): JsonObject => ({ _type: 'DV_COUNT', magnitude });

export const dateTime = (value: string): JsonObject => ({ _type: 'DV_DATE_TIME', value });

export const identified = (name: string): JsonObject => ({ _type: 'PARTY_IDENTIFIED', name });

export const element = (nodeId: string, name: string, value: JsonObject): JsonObject => ({
  _type: 'ELEMENT',
  name: text(name),
  archetype_node_id: nodeId,
  value,
});

export const itemTree = (nodeId: string, name: string, items: readonly JsonObject[]): JsonObject => ({
  _type: 'ITEM_TREE',
  name: text(name),
  archetype_node_id: nodeId,
  items,
});

/** One event at one time. */
export interface Measurement {
  readonly time: string;
  readonly historyId: string;
  readonly eventId: string;
  readonly data: JsonObject;
  readonly state?: JsonObject;
}

export const history = ({ time, historyId, eventId, data, state }: Measurement): JsonObject => ({
  _type: 'HISTORY',
  name: text('History'),
  archetype_node_id: historyId,
  origin: dateTime(time),
  events: [
    {
      _type: 'POINT_EVENT',
      name: text('Any event'),
      archetype_node_id: eventId,
      time: dateTime(time),
      data,
      ...(state && { state }),
    },
  ],
});

/** What makes an object the root of an archetype. */
export const archetypeRoot = (rmType: string, archetypeId: string, name: string, templateId?: string): JsonObject => ({
  _type: rmType,
  name: text(name),
  archetype_node_id: archetypeId,
  archetype_details: {
    _type: 'ARCHETYPED',
    archetype_id: { _type: 'ARCHETYPE_ID', value: archetypeId },
    ...(templateId !== undefined && { template_id: { _type: 'TEMPLATE_ID', value: templateId } }),
    rm_version: '1.1.0',
  },
});

/** An ENTRY about the patient, in English. */
export const entry = (rmType: string, archetypeId: string, name: string): JsonObject => ({
  ...archetypeRoot(rmType, archetypeId, name),
  language: codePhrase('ISO_639-1', 'en'),
  encoding: codePhrase('IANA_character-sets', 'UTF-8'),
  subject: { _type: 'PARTY_SELF' },
});

/** What every composition says about itself. */
export interface Encounter {
  /** UUID of the versioned composition. */
  readonly objectId: string;
  /** Start of the encounter, ISO 8601. */
  readonly time: string;
  readonly composer: string;
}

export interface CompositionParts extends Encounter {
  readonly archetypeId: string;
  readonly templateId: string;
  readonly name: string;
  readonly otherContext?: JsonObject;
  readonly content: readonly JsonObject[];
}

/** A COMPOSITION of category event, in English. */
export const composition = (parts: CompositionParts): JsonObject => ({
  ...archetypeRoot('COMPOSITION', parts.archetypeId, parts.name, parts.templateId),
  uid: { _type: 'HIER_OBJECT_ID', value: parts.objectId },
  language: codePhrase('ISO_639-1', 'en'),
  territory: codePhrase('ISO_3166-1', 'DE'),
  category: codedText('event', '433', 'openehr'),
  composer: identified(parts.composer),
  context: {
    _type: 'EVENT_CONTEXT',
    start_time: dateTime(parts.time),
    setting: codedText('other care', '238', 'openehr'),
    ...(parts.otherContext && { other_context: parts.otherContext }),
  },
  content: parts.content,
});
