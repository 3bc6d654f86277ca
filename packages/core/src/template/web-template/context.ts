import { isSubtype } from '../../rm/index.ts';
import type { CComplexObject } from '../model.ts';
import { newDraft } from './draft.ts';
import type { Draft } from './draft.ts';
import { openInputs } from './inputs/open.ts';

/** An RM attribute that web templates show even where the template is silent. */
interface ContextFact {
  /** Class of the owner; its subtypes too. */
  readonly owner: string;
  readonly attribute: string;
  readonly rmType: string;
  readonly min: 0 | 1;
  readonly inContext: boolean;
}

const fact = (owner: string, attribute: string, rmType: string, min: 0 | 1 = 1, inContext = true): ContextFact => ({
  owner,
  attribute,
  rmType,
  min,
  inContext,
});

/** Mandatory in RM 1.0.2, on which FLAT was built, and the expiry time of an instruction. */
const FACTS: readonly ContextFact[] = [
  fact('COMPOSITION', 'category', 'DV_CODED_TEXT'),
  fact('COMPOSITION', 'language', 'CODE_PHRASE'),
  fact('COMPOSITION', 'territory', 'CODE_PHRASE'),
  fact('COMPOSITION', 'composer', 'PARTY_PROXY'),
  fact('EVENT_CONTEXT', 'start_time', 'DV_DATE_TIME'),
  fact('EVENT_CONTEXT', 'setting', 'DV_CODED_TEXT'),
  fact('EVENT', 'time', 'DV_DATE_TIME'),
  fact('INTERVAL_EVENT', 'width', 'DV_DURATION', 1, false),
  fact('INTERVAL_EVENT', 'math_function', 'DV_CODED_TEXT', 1, false),
  fact('ACTIVITY', 'timing', 'DV_PARSABLE'),
  fact('ACTIVITY', 'action_archetype_id', 'STRING'),
  fact('INSTRUCTION', 'expiry_time', 'DV_DATE_TIME', 0, false),
  fact('INSTRUCTION', 'narrative', 'DV_TEXT'),
  fact('ACTION', 'time', 'DV_DATE_TIME'),
  fact('ACTION', 'ism_transition', 'ISM_TRANSITION'),
  fact('ENTRY', 'language', 'CODE_PHRASE'),
  fact('ENTRY', 'encoding', 'CODE_PHRASE'),
  fact('ENTRY', 'subject', 'PARTY_PROXY'),
];

/** Whether data of this attribute come from the context of a composition, in the class that owns it. */
export const isInContext = (owner: string, attribute: string): boolean =>
  FACTS.some((known) => known.inContext && known.attribute === attribute && isSubtype(owner, known.owner));

/** The name of a node that stands for an RM attribute: `start_time` is `Start_time`. */
export const attributeLabel = (attribute: string): string => attribute.charAt(0).toUpperCase() + attribute.slice(1);

/** The children of an object, completed by what the template doesn't constrain. */
export function addContext(object: CComplexObject, path: string, children: readonly Draft[]): readonly Draft[] {
  const constrained = new Set(object.attributes.map(({ name }) => name));
  const added = FACTS.filter(({ owner, attribute }) => isSubtype(object.rmType, owner) && !constrained.has(attribute));
  return [
    ...children,
    ...added.map(({ attribute, rmType, min, inContext }) =>
      newDraft({
        rmType,
        path: `${path}/${attribute}`,
        attribute,
        idText: attribute,
        name: inContext ? attributeLabel(attribute) : attribute,
        min,
        inContext,
        ...openInputs(rmType),
      }),
    ),
  ];
}
