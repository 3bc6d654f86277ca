import type { CComplexObject, CDvOrdinal, CDvQuantity, PrimitiveConstraint } from '../../model.ts';
import { textsOf } from '../../terms.ts';
import type { ProportionType, Range, WebTemplateInput, WebTemplateOption } from '../model.ts';
import { PROPORTION_TYPES } from './open.ts';
import type { ValueInputs } from './open.ts';
import { codeOption, present } from './options.ts';
import type { Terms } from './options.ts';
import { primitiveOf } from './primitive.ts';
import { integerRange, realRange, validated } from './validation.ts';

/** C_DV_QUANTITY: with a single unit its limits hold for the magnitude too. */
export function quantityInputs({ root }: Terms, { list, assumed }: CDvQuantity): readonly WebTemplateInput[] {
  const options: WebTemplateOption[] = list.map(({ units, magnitude, precision }) => ({
    value: units,
    label: units,
    ...present('localizedLabels', textsOf(root, units)),
    ...validated({ range: realRange(magnitude), precision: integerRange(precision) }),
  }));
  const [only, ...others] = options;
  const limits = only !== undefined && others.length === 0 ? only.validation : undefined;
  return [
    {
      suffix: 'magnitude',
      type: 'DECIMAL',
      ...(limits === undefined ? {} : { validation: limits }),
      ...(assumed === undefined ? {} : { defaultValue: assumed.magnitude }),
    },
    {
      suffix: 'unit',
      type: 'CODED_TEXT',
      ...(options.length === 0 ? {} : { list: options }),
      ...(assumed === undefined ? {} : { defaultValue: assumed.units }),
    },
  ];
}

export function ordinalInputs(terms: Terms, { kind, list, assumed }: CDvOrdinal): readonly WebTemplateInput[] {
  const options: WebTemplateOption[] = list.map(({ value, symbol }) => ({
    ...codeOption(terms, symbol.terminologyId, symbol.code),
    ...(kind === 'ordinal' ? { ordinal: value } : { scale: value }),
  }));
  return [
    {
      type: 'CODED_TEXT',
      ...(options.length === 0 ? {} : { list: options }),
      ...(assumed === undefined ? {} : { defaultValue: assumed.symbol.code }),
    },
  ];
}

/** The denominators that unitary and percent fix. */
const DENOMINATORS: Partial<Record<ProportionType, number>> = { unitary: 1, percent: 100 };

export function proportionInputs(object: CComplexObject): ValueInputs {
  const proportionTypes = allowedTypes(primitiveOf(object, 'type'));
  const [type, ...others] = proportionTypes;
  const fixed = type !== undefined && others.length === 0 ? DENOMINATORS[type] : undefined;
  const denominator: Range | undefined =
    fixed === undefined
      ? rangeOf(primitiveOf(object, 'denominator'))
      : { minOp: '>=', min: fixed, maxOp: '<=', max: fixed };
  return {
    inputs: [
      { suffix: 'numerator', type: 'DECIMAL', ...validated({ range: rangeOf(primitiveOf(object, 'numerator')) }) },
      { suffix: 'denominator', type: 'DECIMAL', ...validated({ range: denominator }) },
    ],
    proportionTypes,
  };
}

function allowedTypes(constraint: PrimitiveConstraint | undefined): readonly ProportionType[] {
  if (constraint?.kind !== 'integer' || constraint.list.length === 0) return PROPORTION_TYPES;
  return constraint.list.flatMap((code) => PROPORTION_TYPES[code] ?? []);
}

const rangeOf = (constraint: PrimitiveConstraint | undefined): Range | undefined =>
  constraint?.kind === 'real' || constraint?.kind === 'integer' ? realRange(constraint.range) : undefined;
