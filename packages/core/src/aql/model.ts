/**
 * A query with its names resolved and its parameters bound: what `check` makes of the syntax tree, and what `plan`, `access` and
 * `evaluate` work on. Plain immutable data.
 */
import type { JsonNumber, JsonValue } from '../json/value.ts';

export interface BoundQuery {
  /** As received. */
  readonly text: string;
  /** Every class expression of FROM in the order of appearance; a binding tuple has one node (or none) per slot. */
  readonly bindings: readonly Binding[];
  readonly from: Containment;
  readonly distinct: boolean;
  readonly columns: readonly Column[];
  readonly where: Condition | undefined;
  readonly orderBy: readonly OrderKey[];
  readonly window: Window;
}

/** LIMIT and OFFSET, or TOP, with the caller's offset and fetch as a window inside them. */
export interface Window {
  readonly offset: number;
  /** Absent: all rows. */
  readonly limit?: number;
  /** TOP n BACKWARD: only the last n rows count, before offset and limit. */
  readonly last?: number;
}

/** One class expression: RMTYPE [var] [predicate]. */
export interface Binding {
  readonly slot: number;
  readonly variable: string | undefined;
  /** As declared, upper case: `OBSERVATION`, `ENTRY`, `EHR`, `VERSION`. */
  readonly rmType: string;
  /** The declared type and all its concrete subtypes; empty for EHR and VERSION, which are no nodes of a document. */
  readonly types: ReadonlySet<string>;
  readonly predicate: Predicate | undefined;
  /** Only for VERSION. */
  readonly versions?: 'latest' | 'all';
}

/** FROM as a tree (AQL 1.1 "Containment"). */
export type Containment =
  | { readonly kind: 'class'; readonly slot: number; readonly contains?: Containment }
  /** Inner slots are not selectable. */
  | { readonly kind: 'not'; readonly operand: Containment }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Containment[] };

export interface Column {
  /** Alias, or `#` and the 0-based index. */
  readonly name: string;
  /** The path as written; absent for literals, functions and aggregates. */
  readonly path?: string;
  readonly value: Expression | Aggregate;
}

export interface Aggregate {
  readonly kind: 'aggregate';
  readonly function: 'COUNT' | 'MIN' | 'MAX' | 'SUM' | 'AVG';
  readonly distinct: boolean;
  /** Absent: COUNT(*). */
  readonly operand?: Expression;
}

export type Expression =
  | Literal
  | Path
  | { readonly kind: 'call'; readonly function: FunctionName; readonly args: readonly Expression[] };

export type FunctionName =
  | 'LENGTH'
  | 'CONTAINS'
  | 'POSITION'
  | 'SUBSTRING'
  | 'CONCAT'
  | 'CONCAT_WS'
  | 'ABS'
  | 'MOD'
  | 'CEIL'
  | 'FLOOR'
  | 'ROUND'
  | 'CURRENT_DATE'
  | 'CURRENT_TIME'
  | 'CURRENT_DATE_TIME'
  | 'CURRENT_TIMEZONE'
  | 'TERMINOLOGY'
  | 'ADD'
  | 'SUBTRACT'
  | 'MULTIPLY'
  | 'DIVIDE'
  | 'POWER';

/** Those of the current time. */
export type NowFunction = Extract<FunctionName, `CURRENT_${string}`>;

export interface Literal {
  readonly kind: 'literal';
  readonly value: string | boolean | null | JsonNumber;
  /** A date, a time or a duration, which no other text compares with. */
  readonly bare?: true;
}

/** `var[predicate]/seg/seg[predicate]`, or relative to the node at hand inside a predicate (slot -1). */
export interface Path {
  readonly kind: 'path';
  /** Slot of the variable; -1: relative. */
  readonly slot: number;
  /** Predicate on the variable itself: filters the object. */
  readonly predicate: Predicate | undefined;
  readonly steps: readonly Step[];
  /** The RM types that the end of the path may have by the model: classes, or primitives such as `String`. */
  readonly types: readonly string[];
  readonly text: string;
}

export interface Step {
  readonly attribute: string;
  readonly predicate: Predicate | undefined;
  /** The RM attribute is a list (of at least one of the possible owner types). */
  readonly multiple: boolean;
}

/** OR of AND-groups. */
export interface Predicate {
  readonly alternatives: readonly (readonly Criterion[])[];
}

export type Criterion =
  /** `[at0004]`, `[openEHR-…]`: archetype_node_id equals. */
  | { readonly kind: 'node-id'; readonly nodeId: string }
  /** `, 'Name'` or `name/value = 'Name'` */
  | { readonly kind: 'name'; readonly name: string }
  /** `, at0005` or `, terminology(version)::code`: the name is coded so. */
  | { readonly kind: 'name-code'; readonly terminologyId: string; readonly code: string }
  | { readonly kind: 'condition'; readonly condition: Condition };

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Condition[] }
  | { readonly kind: 'not'; readonly operand: Condition }
  | { readonly kind: 'exists'; readonly path: Path }
  /** That there is a value of what is calculated. */
  | { readonly kind: 'known'; readonly operand: Expression }
  | { readonly kind: 'compare'; readonly op: Comparison; readonly left: Expression; readonly right: Expression }
  /** The pattern as AQL text: `*`, `?`, `\` escapes. */
  | { readonly kind: 'like'; readonly left: Expression; readonly pattern: string }
  | { readonly kind: 'matches'; readonly left: Expression; readonly items: readonly MatchItem[] }
  /** `MATCHES {/regex/}`: full match. */
  | { readonly kind: 'regex'; readonly left: Expression; readonly pattern: string };

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type MatchItem =
  | { readonly kind: 'value'; readonly value: Literal }
  | {
      readonly kind: 'interval';
      readonly lower?: Literal;
      readonly upper?: Literal;
      readonly lowerIncluded: boolean;
      readonly upperIncluded: boolean;
    }
  /** A terminology URI, or TERMINOLOGY('expand', …): expanded before the query runs. */
  | { readonly kind: 'terminology'; readonly operation: string; readonly service: string; readonly parameters: string };

export interface OrderKey {
  /** A column by its index, or a path of its own. */
  readonly by: { readonly kind: 'column'; readonly index: number } | Path;
  readonly descending: boolean;
}

/** Values for `$name` in a query. */
export type Parameters = Readonly<Record<string, JsonValue>>;
