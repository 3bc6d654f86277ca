import type { DefaultValue, OperationalTemplate } from '../model.ts';
import type { WebTemplateInput } from './model.ts';
import { indexByPath } from './paths.ts';
import type { PathIndex } from './paths.ts';

export type DefaultIndex = PathIndex<DefaultValue>;

export const indexDefaults = (template: OperationalTemplate): DefaultIndex =>
  indexByPath(template.defaults, ({ path, attribute }) => `${path}/${attribute}`);

/** Which field of an RM value an input stands for. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  '': ['symbol/defining_code/code_string', 'magnitude', 'value'],
  code: ['defining_code/code_string', 'code_string'],
  value: ['value'],
  magnitude: ['magnitude'],
  unit: ['units'],
  numerator: ['numerator'],
  denominator: ['denominator'],
  formalism: ['formalism'],
  id: ['id'],
  type: ['type'],
  issuer: ['issuer'],
  assigner: ['assigner'],
};

/** The inputs with the default values that the template gives to the value at this path. */
export function withDefaults(
  index: DefaultIndex,
  path: string,
  inputs: readonly WebTemplateInput[],
): readonly WebTemplateInput[] {
  const [found] = index.at(path);
  if (found === undefined) return inputs;
  return inputs.map((input) => {
    const field = FIELDS[input.suffix ?? '']?.find((name) => found.fields.has(name));
    const text = field === undefined ? undefined : found.fields.get(field);
    return text === undefined ? input : { ...input, defaultValue: typed(input, text) };
  });
}

function typed({ type }: WebTemplateInput, text: string): string | number | boolean {
  switch (type) {
    case 'INTEGER':
    case 'DECIMAL':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'BOOLEAN':
      return text === 'true';
    case 'TEXT':
    case 'CODED_TEXT':
    case 'DATE':
    case 'TIME':
    case 'DATETIME':
      return text;
    default:
      return type satisfies never;
  }
}
