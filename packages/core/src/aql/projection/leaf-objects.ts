/** Index rows as the data values that they came from, as far as they tell. */
import type { JsonObject } from '../../json/index.ts';
import type { IndexedValue } from '../../ports/query.ts';
import { rmAttribute, rmClass } from '../../rm/index.ts';

interface LeafClass {
  /** The column without which a value is not one that a row can stand for. */
  readonly needs?: 'number' | 'text';
  /** What the object has that is made of a row, as the value has it; empty: enough to compare the value as a whole. */
  readonly suffixes: readonly string[];
  readonly make: (type: string, leaf: IndexedValue) => JsonObject;
}

const CODE = 'defining_code/code_string';
const TERMINOLOGY = 'defining_code/terminology_id/value';

const made = (type: string, attribute: string, value: JsonObject[string] | undefined): JsonObject =>
  value === undefined ? { _type: type } : { _type: type, [attribute]: value };

const TEXT: LeafClass = {
  needs: 'text',
  suffixes: ['', 'value'],
  make: (type, { text }) => made(type, 'value', text),
};
/** A time that can't be read as one has no number. */
const MOMENT: LeafClass = { ...TEXT, needs: 'number' };
const PARTY: LeafClass = { suffixes: ['name'], make: (type, { text }) => made(type, 'name', text) };

const ORDINAL: LeafClass = {
  needs: 'number',
  suffixes: ['', 'value', `symbol/${CODE}`],
  make: (type, { number, code }) => ({
    ...made(type, 'value', number),
    ...(code !== undefined && { symbol: { _type: 'DV_CODED_TEXT', defining_code: phraseOf(code) } }),
  }),
};

const CLASSES: Readonly<Partial<Record<string, LeafClass>>> = {
  DV_QUANTITY: {
    needs: 'number',
    suffixes: ['', 'magnitude', 'units'],
    make: (type, { number, units }) => ({ ...made(type, 'magnitude', number), ...(units !== undefined && { units }) }),
  },
  DV_COUNT: {
    needs: 'number',
    suffixes: ['', 'magnitude'],
    make: (type, { number }) => made(type, 'magnitude', number),
  },
  DV_ORDINAL: ORDINAL,
  DV_SCALE: ORDINAL,
  DV_BOOLEAN: {
    needs: 'number',
    suffixes: ['', 'value'],
    make: (type, { number }) => made(type, 'value', number === undefined ? undefined : number === 1),
  },
  DV_DATE: MOMENT,
  DV_TIME: MOMENT,
  DV_DATE_TIME: MOMENT,
  DV_DURATION: MOMENT,
  DV_TEXT: TEXT,
  DV_URI: TEXT,
  DV_EHR_URI: TEXT,
  DV_CODED_TEXT: {
    needs: 'text',
    suffixes: ['', 'value', 'defining_code', CODE, TERMINOLOGY],
    make: (type, { text, code = '' }) => ({ ...made(type, 'value', text), defining_code: phraseOf(code) }),
  },
  DV_IDENTIFIER: { suffixes: ['', 'id'], make: (type, { text }) => made(type, 'id', text) },
  PARTY_IDENTIFIED: PARTY,
  PARTY_RELATED: PARTY,
};

/** Of `code::terminology`. */
function phraseOf(key: string): JsonObject {
  const [code = '', terminology = ''] = key.split('::');
  return {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
    code_string: code,
  };
}

/** The data value that a row stands for: what `tells` says of its class, and nothing else. */
export function leafObject(leaf: IndexedValue): JsonObject {
  const { rmType } = leaf;
  return CLASSES[rmType]?.make(rmType, leaf) ?? { _type: rmType };
}

/** Whether a row of this class says what the suffix of a path leads to; that there can't be anything is an answer too. */
export function tells(rmType: string, units: string, suffix: string): boolean {
  if (lacks(rmType, suffix)) return true;
  // Units that are no text have no row of their own.
  if (rmType === 'DV_QUANTITY' && units === '' && suffix !== 'magnitude') return false;
  return CLASSES[rmType]?.suffixes.includes(suffix) ?? false;
}

/** Whether no value of this class, or none at all, has what the suffix of a path leads to. */
export function lacks(rmType: string, suffix: string): boolean {
  const [attribute = ''] = suffix.split('/');
  return rmType === '' || (attribute !== '' && rmClass(rmType) !== undefined && !rmAttribute(rmType, attribute));
}

/** Whether values of this class have a text at `value`, which is the text of their rows. */
export const hasText = (rmType: string): boolean => TEXTS.has(rmType);

const TEXTS: ReadonlySet<string> = new Set(
  Object.entries(CLASSES)
    .flatMap(([rmType, one]) => (one === TEXT || one === MOMENT ? rmType : []))
    .concat('DV_CODED_TEXT'),
);

/** Whether a row has what rows of its class have. */
export function isComplete(leaf: IndexedValue): boolean {
  const needs = CLASSES[leaf.rmType]?.needs;
  return needs === undefined || leaf[needs] !== undefined;
}
