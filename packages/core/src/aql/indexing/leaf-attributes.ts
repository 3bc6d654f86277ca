/**
 * Which attributes get a row in the index. Worth one is what queries compare, sort and count by: every ELEMENT, the times, the
 * composer, the name of the composition, the state of an action. What is the same in nearly every document (language,
 * territory, category, setting), or says the same again (the origin of a HISTORY beside the time of its events), would cost as much and narrow nothing.
 */

export interface LeafAttribute {
  readonly attribute: string;
  /** Declared type. */
  readonly type: string;
  /** Gets a row even where there is no value. */
  readonly always: boolean;
}

const ELEMENT_VALUE: LeafAttribute = { attribute: 'value', type: 'DATA_VALUE', always: true };
const TIME: LeafAttribute = { attribute: 'time', type: 'DV_DATE_TIME', always: true };
const START_TIME: LeafAttribute = { attribute: 'start_time', type: 'DV_DATE_TIME', always: true };
const END_TIME: LeafAttribute = { attribute: 'end_time', type: 'DV_DATE_TIME', always: false };

const LEAVES: Readonly<Partial<Record<string, readonly LeafAttribute[]>>> = {
  ELEMENT: [ELEMENT_VALUE],
  POINT_EVENT: [TIME],
  INTERVAL_EVENT: [TIME],
  ACTION: [TIME],
  ISM_TRANSITION: [
    { attribute: 'current_state', type: 'DV_CODED_TEXT', always: false },
    { attribute: 'careflow_step', type: 'DV_CODED_TEXT', always: false },
  ],
  EVENT_CONTEXT: [START_TIME, END_TIME],
  COMPOSITION: [
    { attribute: 'name', type: 'DV_TEXT', always: false },
    { attribute: 'composer', type: 'PARTY_PROXY', always: false },
  ],
};

/** Classes that are no LOCATABLE and have leaves. */
export const LEAF_OWNERS: readonly string[] = Object.keys(LEAVES);

const NONE: readonly LeafAttribute[] = [];

export const leafAttributes = (type: string): readonly LeafAttribute[] => LEAVES[type] ?? NONE;

/** Stands for `/context/start_time` of a COMPOSITION without context, so that those without can be found. */
export const START_TIME_PATH = '/context/start_time';
