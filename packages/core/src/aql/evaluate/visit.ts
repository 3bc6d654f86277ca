/** Everything of one sort that a query mentions, wherever it stands. */
import type { Aggregate, BoundQuery, Condition, Expression, MatchItem, Path, Predicate } from '../model.ts';

/** What a visitor wants to see; paths come with those inside EXISTS marked. */
export interface Visitor {
  path?(path: Path, inExists: boolean): void;
  item?(item: MatchItem): void;
  condition?(condition: Condition): void;
  call?(call: Expression & { readonly kind: 'call' }): void;
  /** Whether predicates are looked into as well. */
  readonly predicates?: boolean;
}

export function visitQuery(query: BoundQuery, visitor: Visitor): void {
  for (const { predicate } of query.bindings) visitPredicate(predicate, visitor);
  for (const { value } of query.columns) visitColumn(value, visitor);
  if (query.where) visitCondition(query.where, visitor);
  for (const { by } of query.orderBy) if (by.kind === 'path') visitPath(by, visitor, false);
}

export function visitColumn(value: Expression | Aggregate, visitor: Visitor): void {
  if (value.kind !== 'aggregate') visitExpression(value, visitor);
  else if (value.operand) visitExpression(value.operand, visitor);
}

export function visitExpression(expression: Expression, visitor: Visitor): void {
  if (expression.kind === 'path') visitPath(expression, visitor, false);
  if (expression.kind !== 'call') return;
  visitor.call?.(expression);
  for (const arg of expression.args) visitExpression(arg, visitor);
}

export function visitCondition(condition: Condition, visitor: Visitor): void {
  visitor.condition?.(condition);
  switch (condition.kind) {
    case 'and':
    case 'or':
      for (const operand of condition.operands) visitCondition(operand, visitor);
      return;
    case 'not':
      visitCondition(condition.operand, visitor);
      return;
    case 'exists':
      visitPath(condition.path, visitor, true);
      return;
    case 'known':
      visitExpression(condition.operand, visitor);
      return;
    case 'compare':
      visitExpression(condition.left, visitor);
      visitExpression(condition.right, visitor);
      return;
    case 'matches':
      for (const item of condition.items) visitor.item?.(item);
      visitExpression(condition.left, visitor);
      return;
    case 'like':
    case 'regex':
      visitExpression(condition.left, visitor);
  }
}

function visitPath(path: Path, visitor: Visitor, inExists: boolean): void {
  visitor.path?.(path, inExists);
  visitPredicate(path.predicate, visitor);
  for (const { predicate } of path.steps) visitPredicate(predicate, visitor);
}

export function visitPredicate(predicate: Predicate | undefined, visitor: Visitor): void {
  if (!predicate || !visitor.predicates) return;
  for (const group of predicate.alternatives) {
    for (const criterion of group) if (criterion.kind === 'condition') visitCondition(criterion.condition, visitor);
  }
}
