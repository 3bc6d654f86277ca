import type { CAttribute, CCodePhrase, CComplexObject } from '../model.ts';
import { attributeLabel } from './context.ts';
import { newDraft } from './draft.ts';
import type { Build, Draft, Place } from './draft.ts';
import { codeOption } from './inputs/options.ts';
import type { Terms } from './inputs/options.ts';
import { openInputs } from './inputs/open.ts';
import type { WebTemplateInput, WebTemplateOption } from './model.ts';

/** The states of the instruction state machine in the order in which web templates list them. */
const STATES = ['530', '245', '531', '532', '533', '524', '526', '527', '528', '529'];

/**
 * The alternatives for `ism_transition`, one for each careflow step, as a single node: the states that any of them
 * allows, a transition, and the steps with the states that each may lead to.
 */
export function ismTransition(build: Build, attribute: CAttribute, place: Place): Draft {
  const path = `${place.path}/${attribute.name}`;
  const { language, languages } = build.template;
  const terms: Terms = { root: place.root, language, languages, attribute: 'current_state' };
  const alternatives = attribute.children.filter((child) => child.kind === 'complex');
  const allowed = new Set(alternatives.flatMap((alternative) => codesOf(alternative, 'current_state')));
  const states = allowed.size === 0 ? STATES : STATES.filter((state) => allowed.has(state));
  const steps = alternatives.flatMap((alternative) => stepsOf(terms, alternative));

  const part = (name: string, min: number, inputs: readonly WebTemplateInput[]): Draft =>
    newDraft({
      rmType: 'DV_CODED_TEXT',
      path: `${path}/${name}`,
      attribute: name,
      name: attributeLabel(name),
      min,
      inContext: true,
      inputs,
    });
  const constrained = alternatives.some(({ attributes }) => attributes.length > 0);
  return newDraft({
    rmType: 'ISM_TRANSITION',
    path,
    attribute: attribute.name,
    name: attributeLabel(attribute.name),
    inContext: true,
    children: constrained
      ? [
          part('current_state', 1, [listInput(states.map((state) => codeOption(terms, 'openehr', state)))]),
          part('transition', 0, openInputs('DV_CODED_TEXT').inputs),
          part('careflow_step', 0, steps.length === 0 ? openInputs('DV_CODED_TEXT').inputs : [listInput(steps)]),
        ]
      : [],
  });
}

const listInput = (list: readonly WebTemplateOption[]): WebTemplateInput => ({
  suffix: 'code',
  type: 'CODED_TEXT',
  list,
});

function stepsOf(terms: Terms, alternative: CComplexObject): WebTemplateOption[] {
  const currentStates = codesOf(alternative, 'current_state');
  return phrasesOf(alternative, 'careflow_step').flatMap(({ terminologyId, codes }) =>
    codes.map((code) => ({ ...codeOption(terms, terminologyId, code), currentStates })),
  );
}

const codesOf = (alternative: CComplexObject, attribute: string): string[] =>
  phrasesOf(alternative, attribute).flatMap(({ codes }) => codes);

/** The code constraints of a DV_CODED_TEXT attribute. */
const phrasesOf = (object: CComplexObject, attribute: string): CCodePhrase[] =>
  object.attributes
    .filter(({ name }) => name === attribute)
    .flatMap(({ children }) => children)
    .flatMap((text) => (text.kind === 'complex' ? text.attributes : []))
    .flatMap(({ children }) => children)
    .filter((child) => child.kind === 'code-phrase');
