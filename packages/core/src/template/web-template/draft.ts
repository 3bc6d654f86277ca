import type { ArchetypeRoot, CAttribute, CInternalRef, OperationalTemplate } from '../model.ts';
import type { AnnotationIndex } from './annotations.ts';
import type { DefaultIndex } from './defaults.ts';
import type { ProportionType, TermBindings, Texts, WebTemplateInput } from './model.ts';

/** What one build knows throughout. */
export interface Build {
  readonly template: OperationalTemplate;
  readonly annotations: AnnotationIndex;
  readonly defaults: DefaultIndex;
  /** The references inside whose target the build is: a loop of references ends at the first of them. */
  readonly references: ReadonlySet<CInternalRef>;
  /** Constraints that may still be turned into nodes. */
  readonly budget: { left: number };
}

/** Where a constraint stands. */
export interface Place {
  /** aqlPath of the owner. */
  readonly path: string;
  /** RM type of the owner, and its attribute. */
  readonly owner: string;
  readonly attribute: string;
  /** The archetype root whose terms apply. */
  readonly root: ArchetypeRoot;
}

/** A node in the making: without an id, because ids depend on which siblings survive. */
export interface Draft {
  readonly rmType: string;
  readonly nodeId: string;
  readonly path: string;
  /** What the id is made of. */
  readonly idText: string;
  readonly name: string | undefined;
  readonly names: Texts;
  readonly descriptions: Texts;
  readonly min: number;
  /** Undefined: unbounded. */
  readonly max: number | undefined;
  /** RM attribute through which the surviving parent reaches it. */
  attribute: string;
  readonly inContext: boolean;
  readonly annotations: Texts;
  readonly termBindings: TermBindings;
  readonly inputs: readonly WebTemplateInput[];
  readonly proportionTypes: readonly ProportionType[];
  readonly children: readonly Draft[];
  readonly cardinalities: readonly DraftCardinality[];
  dependsOn: readonly Draft[];
}

export interface DraftCardinality {
  readonly min: number;
  readonly max: number | undefined;
  readonly members: readonly Draft[];
}

/** What a constraint becomes in its parent: itself, its children where its level is left out, or nothing. */
export interface Outcome {
  readonly drafts: readonly Draft[];
  /** Cardinalities of levels left out; they count for the parent. */
  readonly cardinalities: readonly DraftCardinality[];
}

export const NOTHING: Outcome = { drafts: [], cardinalities: [] };

export const single = (draft: Draft): Outcome => ({ drafts: [draft], cardinalities: [] });

/** A draft with nothing but what is given. */
export function newDraft(given: Pick<Draft, 'rmType' | 'path' | 'attribute'> & Partial<Draft>): Draft {
  return {
    nodeId: '',
    idText: given.name ?? given.attribute,
    name: undefined,
    names: {},
    descriptions: {},
    min: 1,
    max: 1,
    inContext: false,
    annotations: {},
    termBindings: {},
    inputs: [],
    proportionTypes: [],
    children: [],
    cardinalities: [],
    dependsOn: [],
    ...given,
  };
}

/** A template takes an attribute away by allowing none of it. */
export const isProhibited = ({ existence }: CAttribute): boolean => existence?.max === 0;
