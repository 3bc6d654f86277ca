import type { CAttribute, CComplexObject } from '../model.ts';
import { isProhibited, newDraft } from './draft.ts';
import type { Build, Draft, Place } from './draft.ts';
import { openInputs } from './inputs/open.ts';
import type { WebTemplateInput } from './model.ts';
import { valueDraft } from './value.ts';

/** The types of an ELEMENT whose value the template leaves open. */
const ANY_TYPES = [
  'DV_CODED_TEXT',
  'DV_TEXT',
  'DV_MULTIMEDIA',
  'DV_PARSABLE',
  'DV_STATE',
  'DV_BOOLEAN',
  'DV_IDENTIFIER',
  'DV_URI',
  'DV_EHR_URI',
  'DV_DURATION',
  'DV_QUANTITY',
  'DV_COUNT',
  'DV_PROPORTION',
  'DV_DATE_TIME',
  'DV_DATE',
  'DV_TIME',
  'DV_ORDINAL',
  'DV_SCALE',
];

/** An ELEMENT and its value are one node when there is one way to fill it; else the ways are its children. */
export function elementDraft(build: Build, element: CComplexObject, node: Draft, place: Place): Draft {
  const value = element.attributes.find(({ name }) => name === 'value');
  const nullFlavour = element.attributes.find(({ name }) => name === 'null_flavour');
  const open = value === undefined || (!isProhibited(value) && value.children.length === 0);
  const values = open ? anyValues(node) : withOther(valueDrafts(build, value, place));
  const flavours =
    nullFlavour === undefined ? [] : valueDrafts(build, nullFlavour, { ...place, attribute: 'null_flavour' });
  const [first, second, ...others] = [...values, ...flavours];
  if (first === undefined) return node;
  if (second === undefined) return merged(node, first);
  return { ...node, children: [first, second, ...others].map((one) => alternative(node, one)) };
}

const valueDrafts = (build: Build, attribute: CAttribute, place: Place): Draft[] =>
  isProhibited(attribute) ? [] : attribute.children.map((child) => valueDraft(build, child, place));

/** The ELEMENT's name and occurrences, the value's type and inputs. */
function merged(node: Draft, value: Draft): Draft {
  const { rmType, path, inputs, proportionTypes, children } = value;
  return { ...node, rmType, path, inputs, proportionTypes, children };
}

/** DV_TEXT beside DV_CODED_TEXT means a list with "other"; where the coded text has no list, a text. */
function withOther(values: readonly Draft[]): readonly Draft[] {
  const coded = values.find(({ rmType }) => rmType === 'DV_CODED_TEXT');
  const text = values.find(({ rmType }) => rmType === 'DV_TEXT');
  if (values.length !== 2 || coded === undefined || text === undefined) return values;
  const base = coded.inputs.some(({ list, terminology }) => list ?? terminology) ? coded : text;
  const [first, ...rest] = base.inputs;
  const other: WebTemplateInput = { suffix: 'other', type: 'TEXT' };
  return [{ ...base, inputs: first === undefined ? [other] : [{ ...first, listOpen: true }, ...rest, other] }];
}

/** `DV_INTERVAL<DV_QUANTITY>` is `interval_of_quantity_value`. */
const alternativeId = (rmType: string): string =>
  `${rmType.replaceAll('DV_', '').replace('<', '_of_').replace('>', '').toLowerCase()}_value`;

/** One way to fill an ELEMENT: a child with the ELEMENT's own texts. */
function alternative({ name, names, descriptions }: Draft, value: Draft): Draft {
  return { ...value, idText: alternativeId(value.rmType), name, names, descriptions, min: 0, max: 1 };
}

const anyValues = (node: Draft): Draft[] =>
  ANY_TYPES.map((rmType) =>
    newDraft({ rmType, path: `${node.path}/value`, attribute: 'value', inContext: true, ...openInputs(rmType) }),
  );
