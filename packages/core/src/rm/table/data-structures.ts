import type { ClassFact } from './fact.ts';

/** RM `data_structures`. */
export const dataStructures = {
  DATA_STRUCTURE: { is: 'LOCATABLE', abstract: true },

  // item_structure
  ITEM_STRUCTURE: { is: 'DATA_STRUCTURE', abstract: true },
  ITEM_SINGLE: { is: 'ITEM_STRUCTURE', attributes: { item: 'ELEMENT' } },
  ITEM_LIST: { is: 'ITEM_STRUCTURE', attributes: { items: 'ELEMENT*' } },
  ITEM_TABLE: { is: 'ITEM_STRUCTURE', attributes: { rows: 'CLUSTER*' } },
  ITEM_TREE: { is: 'ITEM_STRUCTURE', attributes: { items: 'ITEM*' } },

  // representation
  ITEM: { is: 'LOCATABLE', abstract: true },
  CLUSTER: { is: 'ITEM', attributes: { items: 'ITEM+' } },
  /** `null_reason` since 1.1.0. */
  ELEMENT: {
    is: 'ITEM',
    attributes: { value: 'DATA_VALUE?', null_flavour: 'DV_CODED_TEXT?', null_reason: 'DV_TEXT?' },
  },

  // history
  HISTORY: {
    is: 'DATA_STRUCTURE',
    attributes: {
      origin: 'DV_DATE_TIME',
      period: 'DV_DURATION?',
      duration: 'DV_DURATION?',
      events: 'EVENT*',
      summary: 'ITEM_STRUCTURE?',
    },
  },
  EVENT: {
    is: 'LOCATABLE',
    abstract: true,
    attributes: { time: 'DV_DATE_TIME', data: 'ITEM_STRUCTURE', state: 'ITEM_STRUCTURE?' },
  },
  POINT_EVENT: { is: 'EVENT' },
  INTERVAL_EVENT: {
    is: 'EVENT',
    attributes: { width: 'DV_DURATION', sample_count: 'Integer?', math_function: 'DV_CODED_TEXT' },
  },
} as const satisfies Record<string, ClassFact>;
