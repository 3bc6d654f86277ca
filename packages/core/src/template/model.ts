/**
 * An operational template (OPT 1.4) as data: the constraint tree with its terms, read once at upload.
 *
 * The names are AOM 1.4's own (C_COMPLEX_OBJECT, C_ATTRIBUTE, …). The tree is plain and immutable; validation compiles
 * it into closures, the web template is derived from it.
 */

/** A numeric or count interval; an absent bound is open. */
export interface Interval {
  readonly lower?: number;
  readonly upper?: number;
  /** Only meaningful where the bound is present. */
  readonly lowerIncluded: boolean;
  readonly upperIncluded: boolean;
}

/** An interval of ISO 8601 texts (date, time, date-time, duration). */
export interface TextInterval {
  readonly lower?: string;
  readonly upper?: string;
  readonly lowerIncluded: boolean;
  readonly upperIncluded: boolean;
}

/** `min..max`; max absent: unbounded. */
export interface Multiplicity {
  readonly min: number;
  readonly max?: number;
}

export interface OperationalTemplate {
  readonly templateId: string;
  readonly concept: string;
  /** `uid/value` of the OPT. */
  readonly uid: string | undefined;
  /** Default language, `en`, `de`, … */
  readonly language: string;
  /** Default language first, then the languages of its details and component ontologies. */
  readonly languages: readonly string[];
  /** `description/other_details`: `sem_ver`, `is_singleton`, … */
  readonly otherDetails: ReadonlyMap<string, string>;
  readonly definition: CComplexObject;
  readonly annotations: readonly Annotation[];
  /** T_VIEW: hints for user interfaces by path, such as `pass_through`; never a constraint. */
  readonly view: readonly Annotation[];
  /** T_CONSTRAINT default values: never a validation constraint. */
  readonly defaults: readonly DefaultValue[];
  /** What is odd in the template but was tolerated, in words. */
  readonly warnings: readonly string[];
}

export interface Annotation {
  /** Path as written. */
  readonly path: string;
  readonly items: ReadonlyMap<string, string>;
}

export interface DefaultValue {
  /** `differential_path` as written plus the attribute: `/content[…]/…/value`. */
  readonly path: string;
  readonly attribute: string;
  /** RM type of the value, such as `DV_TEXT`. */
  readonly rmType: string;
  /** Leaf texts by path inside the value: `value`, `defining_code/code_string`, `magnitude`, … */
  readonly fields: ReadonlyMap<string, string>;
}

/** A constraint on one object; `kind` tells which. */
export type CObject =
  | CComplexObject
  | CSlot
  | CInternalRef
  | CConstraintRef
  | CCodePhrase
  | CDvQuantity
  | CDvOrdinal
  | CDvState
  | CPrimitive;

interface CObjectBase {
  /** RM type as written, generics kept (`DV_INTERVAL<DV_QUANTITY>`), white space trimmed. */
  readonly rmType: string;
  readonly occurrences: Multiplicity;
  /** At-code, or empty. */
  readonly nodeId: string;
}

/** C_COMPLEX_OBJECT, and C_ARCHETYPE_ROOT where `archetype` is present. */
export interface CComplexObject extends CObjectBase {
  readonly kind: 'complex';
  readonly attributes: readonly CAttribute[];
  /** Present on an archetype root: its own scope of terms. */
  readonly archetype?: ArchetypeRoot;
}

export interface ArchetypeRoot {
  readonly archetypeId: string;
  /** Rare: an embedded template. */
  readonly templateId?: string;
  /** Language → code → term. The default language is always there; others come from component ontologies. */
  readonly terms: ReadonlyMap<string, ReadonlyMap<string, Term>>;
  /** Terminology → code → bound term. */
  readonly bindings: ReadonlyMap<string, ReadonlyMap<string, CodeRef>>;
}

/** Term items by id: `text`, `description`, `comment`, … */
export type Term = ReadonlyMap<string, string>;

export interface CodeRef {
  readonly terminologyId: string;
  readonly code: string;
}

export interface CAttribute {
  /** RM attribute name, as written (`null_flavor` is normalised to `null_flavour`). */
  readonly name: string;
  readonly multiple: boolean;
  /** min 0 or 1; undefined where the OPT is silent: the RM decides. */
  readonly existence: Multiplicity | undefined;
  /** Only for multiple attributes. */
  readonly cardinality: (Multiplicity & { readonly ordered: boolean; readonly unique: boolean }) | undefined;
  /** Alternatives of a single attribute; members of a multiple one. */
  readonly children: readonly CObject[];
}

/** ARCHETYPE_SLOT. */
export interface CSlot extends CObjectBase {
  readonly kind: 'slot';
  /** Regular expressions over archetype ids, as written. */
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** ARCHETYPE_INTERNAL_REF: stands for the node at `targetPath` of the same archetype. */
export interface CInternalRef extends CObjectBase {
  readonly kind: 'internal-ref';
  readonly targetPath: string;
}

/** CONSTRAINT_REF: an external value set (acNNNN). */
export interface CConstraintRef extends CObjectBase {
  readonly kind: 'constraint-ref';
  readonly reference: string;
}

/** C_CODE_PHRASE, and C_CODE_REFERENCE where `referenceSetUri` is present. */
export interface CCodePhrase extends CObjectBase {
  readonly kind: 'code-phrase';
  readonly terminologyId: string | undefined;
  /** Empty: any code. */
  readonly codes: readonly string[];
  readonly referenceSetUri?: string;
  readonly assumed?: CodeRef;
}

/** C_DV_QUANTITY; an empty list allows any units (of the property, when there is one). */
export interface CDvQuantity extends CObjectBase {
  readonly kind: 'quantity';
  readonly property: CodeRef | undefined;
  readonly list: readonly {
    readonly units: string;
    readonly magnitude?: Interval;
    readonly precision?: Interval;
  }[];
  readonly assumed?: { readonly magnitude: number; readonly units: string; readonly precision?: number };
}

/** C_DV_ORDINAL and C_DV_SCALE; an empty list allows any. */
export interface CDvOrdinal extends CObjectBase {
  readonly kind: 'ordinal' | 'scale';
  readonly list: readonly { readonly value: number; readonly symbol: CodeRef }[];
  readonly assumed?: { readonly value: number; readonly symbol: CodeRef };
}

/** C_DV_STATE. */
export interface CDvState extends CObjectBase {
  readonly kind: 'state';
  readonly states: readonly string[];
}

/** C_PRIMITIVE_OBJECT. */
export interface CPrimitive extends CObjectBase {
  readonly kind: 'primitive';
  readonly item: PrimitiveConstraint;
}

export type PrimitiveConstraint =
  | {
      readonly kind: 'string';
      readonly list: readonly string[];
      readonly listOpen: boolean;
      readonly pattern?: string;
      readonly assumed?: string;
    }
  | { readonly kind: 'boolean'; readonly trueValid: boolean; readonly falseValid: boolean; readonly assumed?: boolean }
  | {
      readonly kind: 'integer' | 'real';
      readonly list: readonly number[];
      readonly range?: Interval;
      readonly assumed?: number;
    }
  | {
      readonly kind: 'date' | 'time' | 'date-time';
      readonly pattern?: string;
      readonly range?: TextInterval;
      /** Timezone: mandatory, optional or prohibited. */
      readonly timezone?: 'mandatory' | 'optional' | 'prohibited';
      readonly assumed?: string;
    }
  | { readonly kind: 'duration'; readonly pattern?: string; readonly range?: TextInterval; readonly assumed?: string };
