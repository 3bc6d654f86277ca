/**
 * The web template, JSON version 2.3 (media type `application/openehr.wt+json`): an operational template as a tree of
 * the fields that a form or a FLAT composition has. No openEHR specification defines it; this is the shape that
 * existing producers write.
 */
export interface WebTemplate {
  readonly templateId: string;
  /** `sem_ver` of the template's other details. */
  readonly semVer?: string;
  readonly version: '2.3';
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  readonly tree: WebTemplateNode;
  /** Only `is_singleton`. */
  readonly otherDetails?: Texts;
}

/** Texts by language, or by another key. */
export type Texts = Readonly<Record<string, string>>;

export interface WebTemplateNode {
  /** Unique among its siblings. */
  readonly id: string;
  readonly name?: string;
  readonly localizedName?: string;
  /** RM type with generics, `DV_INTERVAL<DV_QUANTITY>`. */
  readonly rmType: string;
  /** Archetype id of an archetype root, else an at-code. */
  readonly nodeId?: string;
  readonly min: number;
  /** -1: unbounded. */
  readonly max: number;
  /** Ids of the siblings without which this node says nothing. */
  readonly dependsOn?: readonly string[];
  readonly localizedNames?: Texts;
  readonly localizedDescriptions?: Texts;
  readonly annotations?: Texts;
  /** From the root object; empty for the root. */
  readonly aqlPath: string;
  readonly proportionTypes?: readonly ProportionType[];
  readonly inputs?: readonly WebTemplateInput[];
  /** Filled from the context of the composition where data are entered in FLAT form. */
  readonly inContext?: true;
  readonly cardinalities?: readonly WebTemplateCardinality[];
  readonly termBindings?: TermBindings;
  readonly children?: readonly WebTemplateNode[];
}

/** Terminology → bound term. */
export type TermBindings = Readonly<Record<string, { readonly value: string; readonly terminologyId: string }>>;

export interface WebTemplateCardinality {
  readonly min: number;
  /** -1: unbounded. */
  readonly max: number;
  /** Ids of the children that are counted together. */
  readonly ids: readonly string[];
}

export type ProportionType = 'ratio' | 'unitary' | 'percent' | 'fraction' | 'integer_fraction';

export type InputType = 'TEXT' | 'CODED_TEXT' | 'INTEGER' | 'DECIMAL' | 'BOOLEAN' | 'DATE' | 'TIME' | 'DATETIME';

export interface WebTemplateInput {
  /** The part of the value, `magnitude`; absent where the value has one part. */
  readonly suffix?: string;
  readonly type: InputType;
  readonly list?: readonly WebTemplateOption[];
  readonly listOpen?: boolean;
  readonly validation?: Validation;
  readonly defaultValue?: string | number | boolean;
  /** Absent for codes of the archetype. */
  readonly terminology?: string;
  /** Further terminologies that the template allows here. */
  readonly otherTerminologies?: readonly string[];
}

export interface WebTemplateOption {
  readonly value: string;
  readonly label?: string;
  readonly localizedLabels?: Texts;
  readonly localizedDescriptions?: Texts;
  readonly termBindings?: TermBindings;
  /** Of a unit. */
  readonly validation?: Validation;
  readonly ordinal?: number;
  readonly scale?: number;
  /** States (openEHR codes) that a careflow step may lead to. */
  readonly currentStates?: readonly string[];
}

export interface Validation {
  readonly pattern?: string;
  readonly range?: Range;
  /** Decimal digits. */
  readonly precision?: Range;
}

export interface Range {
  readonly minOp?: '>' | '>=';
  readonly min?: number;
  readonly maxOp?: '<' | '<=';
  readonly max?: number;
}
