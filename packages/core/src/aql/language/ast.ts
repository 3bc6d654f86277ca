/** AQL 1.1 as a syntax tree: names not resolved, parameters not bound. Offsets count UTF-16 units of the query text. */
import type { JsonNumber } from '../../json/value.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface QueryNode {
  readonly select: SelectNode;
  readonly from: ContainsNode;
  readonly where: ConditionNode | undefined;
  readonly orderBy: readonly OrderNode[];
  readonly limit: LimitNode | undefined;
}

export interface SelectNode {
  readonly distinct: boolean;
  readonly top: { readonly count: ValueNode; readonly backward: boolean; readonly span: Span } | undefined;
  readonly columns: readonly ColumnNode[];
}

export interface ColumnNode {
  readonly value: ExpressionNode;
  readonly alias: string | undefined;
}

export type ExpressionNode =
  | ValueNode
  | PathNode
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly ExpressionNode[]; readonly span: Span }
  | {
      readonly kind: 'aggregate';
      readonly name: AggregateName;
      readonly distinct: boolean;
      /** Absent: COUNT(*). */
      readonly operand: ExpressionNode | undefined;
      readonly span: Span;
    }
  | {
      readonly kind: 'arithmetic';
      readonly op: ArithmeticOperator;
      readonly left: ExpressionNode;
      readonly right: ExpressionNode;
      readonly span: Span;
    };

export type AggregateName = 'COUNT' | 'MIN' | 'MAX' | 'SUM' | 'AVG';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '^';

export type ValueNode = LiteralNode | ParameterNode;

export interface LiteralNode {
  readonly kind: 'literal';
  readonly value: string | boolean | null | JsonNumber;
  /** A date, a time or a duration that stands without quotes. */
  readonly bare?: true;
  readonly span: Span;
}

export interface ParameterNode {
  readonly kind: 'parameter';
  readonly name: string;
  readonly span: Span;
}

/** `variable[predicate]/segments`; inside predicates there is no variable. */
export interface PathNode {
  readonly kind: 'path';
  readonly variable: string | undefined;
  readonly predicate: PredicateNode | undefined;
  readonly segments: readonly SegmentNode[];
  readonly span: Span;
}

export interface SegmentNode {
  readonly attribute: string;
  readonly predicate: PredicateNode | undefined;
  readonly span: Span;
}

/** OR of AND-groups. */
export interface PredicateNode {
  readonly alternatives: readonly (readonly CriterionNode[])[];
  readonly span: Span;
}

export type CriterionNode =
  | {
      readonly kind: 'node-id';
      readonly id: CodeNode | ParameterNode;
      readonly name: NameNode | undefined;
      readonly span: Span;
    }
  | { readonly kind: 'condition'; readonly condition: ConditionNode; readonly span: Span };

/** An at-code, id-code or archetype id. */
export interface CodeNode {
  readonly kind: 'code';
  readonly code: string;
  readonly span: Span;
}

/** What may follow the comma: `'Systolic'`, `$name`, `at0005`, `snomed_ct(3.1)::313267000|rubric|`. */
export type NameNode =
  | LiteralNode
  | ParameterNode
  | CodeNode
  | { readonly kind: 'term'; readonly terminologyId: string; readonly code: string; readonly span: Span };

export type ContainsNode =
  | ClassNode
  | { readonly kind: 'and' | 'or'; readonly operands: readonly ContainsNode[]; readonly span: Span };

export interface ClassNode {
  readonly kind: 'class';
  readonly rmType: string;
  readonly variable: string | undefined;
  readonly predicate: PredicateNode | undefined;
  /** `VERSION v[LATEST_VERSION]`, `VERSION v[ALL_VERSIONS]`. */
  readonly versions: 'latest' | 'all' | undefined;
  readonly contains: { readonly negated: boolean; readonly operand: ContainsNode } | undefined;
  readonly span: Span;
}

export type ConditionNode =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly ConditionNode[]; readonly span: Span }
  | { readonly kind: 'not'; readonly operand: ConditionNode; readonly span: Span }
  | { readonly kind: 'exists'; readonly path: PathNode; readonly span: Span }
  | {
      readonly kind: 'compare';
      readonly op: ComparisonOperator;
      readonly left: ExpressionNode;
      readonly right: ExpressionNode | CodeNode;
      readonly span: Span;
    }
  | { readonly kind: 'like'; readonly left: ExpressionNode; readonly pattern: ValueNode; readonly span: Span }
  | {
      readonly kind: 'matches';
      readonly left: ExpressionNode;
      readonly items: readonly MatchItemNode[];
      readonly span: Span;
    }
  | { readonly kind: 'regex'; readonly left: ExpressionNode; readonly pattern: string; readonly span: Span };

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type MatchItemNode =
  | ValueNode
  | CodeNode
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly ExpressionNode[]; readonly span: Span }
  | { readonly kind: 'uri'; readonly uri: string; readonly span: Span }
  | {
      readonly kind: 'interval';
      readonly lower: ValueNode | undefined;
      readonly upper: ValueNode | undefined;
      readonly lowerIncluded: boolean;
      readonly upperIncluded: boolean;
      readonly span: Span;
    };

export interface OrderNode {
  /** A path; one of a single bare name may be a variable or an alias. */
  readonly path: PathNode;
  readonly descending: boolean;
}

export interface LimitNode {
  readonly limit: ValueNode;
  readonly offset: ValueNode | undefined;
  readonly span: Span;
}
