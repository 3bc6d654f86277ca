import type { CComplexObject, PrimitiveConstraint } from '../../model.ts';
import type { InputType, WebTemplateInput, WebTemplateOption } from '../model.ts';
import { durationInputs } from './duration.ts';
import { integerRange, realRange, validated } from './validation.ts';

/** The primitive constraint on an attribute of a data value, if there is one. */
export function primitiveOf(object: CComplexObject, attribute: string): PrimitiveConstraint | undefined {
  const children = object.attributes.find(({ name }) => name === attribute)?.children ?? [];
  return children.flatMap((child) => (child.kind === 'primitive' ? child.item : []))[0];
}

const INPUT_TYPES = {
  integer: 'INTEGER',
  real: 'DECIMAL',
  date: 'DATE',
  time: 'TIME',
  'date-time': 'DATETIME',
} as const satisfies Partial<Record<PrimitiveConstraint['kind'], InputType>>;

const options = (values: readonly (string | number | boolean)[]): WebTemplateOption[] =>
  values.map((value) => ({ value: String(value), label: String(value) }));

/** The inputs of a value that is one primitive, such as the text of a DV_TEXT. */
export function primitiveInputs(item: PrimitiveConstraint): readonly WebTemplateInput[] {
  const defaultValue = item.assumed === undefined ? {} : { defaultValue: item.assumed };
  switch (item.kind) {
    case 'string': {
      const list = item.list.length === 0 ? {} : { list: options(item.list) };
      const listOpen = item.list.length > 0 || item.listOpen ? { listOpen: item.listOpen } : {};
      return [{ type: 'TEXT', ...list, ...listOpen, ...validated({ pattern: item.pattern }), ...defaultValue }];
    }
    case 'boolean': {
      const only = item.trueValid && item.falseValid ? {} : { list: options([item.trueValid]) };
      return [{ type: 'BOOLEAN', ...only, ...defaultValue }];
    }
    case 'integer':
    case 'real': {
      const list = item.list.length === 0 ? {} : { list: options(item.list) };
      const range = item.kind === 'integer' ? integerRange(item.range) : realRange(item.range);
      return [{ type: INPUT_TYPES[item.kind], ...list, ...validated({ range }), ...defaultValue }];
    }
    case 'date':
    case 'time':
    case 'date-time':
      return [{ type: INPUT_TYPES[item.kind], ...validated({ pattern: item.pattern }), ...defaultValue }];
    case 'duration':
      return durationInputs(item);
    default:
      return item satisfies never;
  }
}
