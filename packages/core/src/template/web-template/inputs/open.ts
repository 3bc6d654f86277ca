import type { InputType, ProportionType, WebTemplateInput } from '../model.ts';

/** What a form asks for one value. */
export interface ValueInputs {
  readonly inputs: readonly WebTemplateInput[];
  readonly proportionTypes?: readonly ProportionType[];
}

/** In the order of DV_PROPORTION's type codes, 0 to 4. */
export const PROPORTION_TYPES: readonly ProportionType[] = [
  'ratio',
  'unitary',
  'percent',
  'fraction',
  'integer_fraction',
];

/** Parts of a duration, in the order of an open one. */
export const DURATION_FIELDS = ['year', 'month', 'day', 'week', 'hour', 'minute', 'second'] as const;
export type DurationField = (typeof DURATION_FIELDS)[number];

const one = (type: InputType): readonly WebTemplateInput[] => [{ type }];
const parts = (...fields: (readonly [suffix: string, type: InputType])[]): readonly WebTemplateInput[] =>
  fields.map(([suffix, type]) => ({ suffix, type }));

const texts = (...suffixes: string[]): readonly WebTemplateInput[] =>
  parts(...suffixes.map((suffix) => [suffix, 'TEXT'] as const));

const party = texts('id', 'id_scheme', 'id_namespace', 'name');

const INPUTS = new Map<string, readonly WebTemplateInput[]>([
  ['DV_TEXT', one('TEXT')],
  ['DV_CODED_TEXT', texts('code', 'value')],
  ['DV_STATE', texts('code', 'value')],
  ['DV_ORDINAL', one('CODED_TEXT')],
  ['DV_SCALE', one('CODED_TEXT')],
  ['DV_QUANTITY', parts(['magnitude', 'DECIMAL'], ['unit', 'TEXT'])],
  ['DV_COUNT', one('INTEGER')],
  ['DV_PROPORTION', parts(['numerator', 'DECIMAL'], ['denominator', 'DECIMAL'])],
  [
    'DV_DURATION',
    DURATION_FIELDS.map((suffix) => ({ suffix, type: 'INTEGER', validation: { range: { minOp: '>=', min: 0 } } })),
  ],
  ['DV_DATE', one('DATE')],
  ['DV_TIME', one('TIME')],
  ['DV_DATE_TIME', one('DATETIME')],
  ['DV_BOOLEAN', one('BOOLEAN')],
  ['DV_IDENTIFIER', texts('id', 'type', 'issuer', 'assigner')],
  ['DV_MULTIMEDIA', one('TEXT')],
  ['DV_PARSABLE', texts('value', 'formalism')],
  ['DV_URI', one('TEXT')],
  ['DV_EHR_URI', one('TEXT')],
  ['PARTY_PROXY', party],
  ['PARTY_IDENTIFIED', party],
  ['PARTY_RELATED', party],
  ['STRING', one('TEXT')],
]);

/**
 * The inputs of a type that the template doesn't constrain; none for a type that has only children, or none to fill in.
 */
export function openInputs(rmType: string): ValueInputs {
  const inputs = INPUTS.get(rmType) ?? [];
  return rmType === 'DV_PROPORTION' ? { inputs, proportionTypes: PROPORTION_TYPES } : { inputs };
}
