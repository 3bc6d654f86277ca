import type { CComplexObject, CObject } from '../../model.ts';
import type { WebTemplateInput } from '../model.ts';
import { codedTextInputs, codePhraseInputs } from './coded-text.ts';
import { openInputs } from './open.ts';
import type { ValueInputs } from './open.ts';
import type { Terms } from './options.ts';
import { primitiveInputs, primitiveOf } from './primitive.ts';
import { ordinalInputs, proportionInputs, quantityInputs } from './quantity.ts';

/** What a form asks for a value under this constraint. */
export function inputsOf(terms: Terms, object: CObject): ValueInputs {
  switch (object.kind) {
    case 'quantity':
      return { inputs: quantityInputs(terms, object) };
    case 'ordinal':
    case 'scale':
      return { inputs: ordinalInputs(terms, object) };
    case 'code-phrase':
      return { inputs: codePhraseInputs(terms, object) };
    case 'primitive':
      return { inputs: primitiveInputs(object.item) };
    case 'complex':
      return complexInputs(terms, object);
    case 'state':
    case 'slot':
    case 'internal-ref':
    case 'constraint-ref':
      return openInputs(object.rmType);
    default:
      return object satisfies never;
  }
}

function complexInputs(terms: Terms, object: CComplexObject): ValueInputs {
  switch (object.rmType) {
    case 'DV_CODED_TEXT':
      return {
        inputs: codedTextInputs(terms, object.attributes.find(({ name }) => name === 'defining_code')?.children ?? []),
      };
    case 'DV_PROPORTION':
      return proportionInputs(object);
    case 'DV_COUNT':
      return partInputs(object, { '': 'magnitude' });
    case 'DV_IDENTIFIER':
      return partInputs(object, { id: 'id', type: 'type', issuer: 'issuer', assigner: 'assigner' });
    case 'DV_PARSABLE':
      return partInputs(object, { value: 'value', formalism: 'formalism' });
    case 'DV_MULTIMEDIA':
      return openInputs(object.rmType);
    default:
      return partInputs(object, { '': 'value' });
  }
}

/** The open inputs of a type, those parts replaced whose attribute is constrained. */
function partInputs(object: CComplexObject, attributes: Readonly<Record<string, string>>): ValueInputs {
  const { inputs } = openInputs(object.rmType);
  const constrained = (input: WebTemplateInput): readonly WebTemplateInput[] | undefined => {
    const attribute = attributes[input.suffix ?? ''];
    const item = attribute === undefined ? undefined : primitiveOf(object, attribute);
    if (item === undefined) return undefined;
    return primitiveInputs(item).map((primitive) =>
      input.suffix === undefined ? primitive : { suffix: input.suffix, ...primitive },
    );
  };
  if (object.rmType === 'DV_DURATION') {
    const item = primitiveOf(object, 'value');
    return { inputs: item === undefined ? inputs : primitiveInputs(item) };
  }
  return { inputs: inputs.flatMap((input) => constrained(input) ?? [input]) };
}
