import type { CCodePhrase, CObject } from '../../model.ts';
import type { WebTemplateInput } from '../model.ts';
import { openInputs } from './open.ts';
import { codeOption } from './options.ts';
import type { Terms } from './options.ts';

/**
 * Inputs of a DV_CODED_TEXT by the alternatives for its `defining_code`: a list to choose from, or code and text to
 * enter.
 */
export function codedTextInputs(terms: Terms, alternatives: readonly CObject[]): readonly WebTemplateInput[] {
  const phrases = alternatives.filter((alternative) => alternative.kind === 'code-phrase');
  const [first, ...others] = phrases;
  if (first === undefined) return openInputs('DV_CODED_TEXT').inputs;
  const inputs = codeInputs(terms, first);
  const otherTerminologies = [...new Set(others.flatMap((other) => terminologyOf(other) ?? []))];
  if (otherTerminologies.length === 0) return inputs;
  return inputs.map((input) => ({ ...input, otherTerminologies }));
}

function codeInputs(terms: Terms, phrase: CCodePhrase): readonly WebTemplateInput[] {
  const terminology = terminologyOf(phrase);
  const named = terminology === undefined ? {} : { terminology };
  const { terminologyId, codes, referenceSetUri, assumed } = phrase;
  if (codes.length > 0) {
    return [
      {
        suffix: 'code',
        type: 'CODED_TEXT',
        list: codes.map((code) => codeOption(terms, terminologyId, code)),
        ...named,
        ...(assumed === undefined ? {} : { defaultValue: assumed.code }),
      },
    ];
  }
  // A reference to nowhere: existing web templates have no input for it.
  if (terminologyId === undefined && referenceSetUri === undefined) return [];
  return openInputs('DV_CODED_TEXT').inputs.map((input) => ({ ...input, ...named }));
}

/** Undefined for codes of the archetype. A reference set is named by its URI without the scheme `terminology:`. */
function terminologyOf({ terminologyId, referenceSetUri }: CCodePhrase): string | undefined {
  if (referenceSetUri !== undefined) return referenceSetUri.replace(/^terminology:/, '');
  return terminologyId === 'local' ? undefined : terminologyId;
}

/** Inputs of a CODE_PHRASE attribute: only where the template lists codes. */
export const codePhraseInputs = (terms: Terms, phrase: CCodePhrase): readonly WebTemplateInput[] =>
  phrase.codes.length === 0 ? [] : codeInputs(terms, phrase);
