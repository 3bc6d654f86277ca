/** From the syntax tree to a query that can be run: names resolved, paths typed, parameters bound. */
import type { ColumnNode, ContainsNode, OrderNode, QueryNode, Span, ValueNode } from '../language/index.ts';
import { didYouMean } from '../language/index.ts';
import { rmClasses } from '../../rm/index.ts';
import type { Binding, BoundQuery, Column, Containment, OrderKey, Parameters, Path, Window } from '../model.ts';
import { checkCondition, checkExpression, checkPath, checkPredicate } from './expressions.ts';
import { boundTypes, isHeld, variableTypes } from './rm-paths.ts';
import { createScope, type Scope } from './scope.ts';

/** The caller's page, a window inside what the query's own LIMIT leaves. */
export interface Page {
  readonly offset?: number;
  readonly fetch?: number;
}

/** @throws CdrError `invalid_query` that points at the place. */
export function checkQuery(text: string, query: QueryNode, parameters: Parameters = {}, page: Page = {}): BoundQuery {
  const bindings: Binding[] = [];
  const hidden = new Set<number>();
  const from = checkContainment(
    { text, bindings, hidden, parameters, inside: false, ofVersion: false },
    query.from,
    false,
  );
  const scope = createScope(text, bindings, hidden, parameters);
  checkAliases(scope, query.select.columns);
  const columns = query.select.columns.map((column, index) => checkColumn(scope, column, index));
  return {
    text,
    bindings,
    from,
    distinct: query.select.distinct,
    columns,
    where: query.where && checkCondition(scope, query.where),
    orderBy: query.orderBy.map((order) => checkOrder(scope, order, columns, bindings)),
    window: checkWindow(scope, query, page),
  };
}

interface FromContext {
  readonly text: string;
  readonly bindings: Binding[];
  readonly hidden: Set<number>;
  readonly parameters: Parameters;
  /** Below another class. */
  readonly inside: boolean;
  /** Right below a VERSION. */
  readonly ofVersion: boolean;
}

/** Beyond that nobody wrote it, and rows of so many variables come to nothing. */
const MOST_CLASSES = 1000;

function checkContainment(context: FromContext, node: ContainsNode, negated: boolean): Containment {
  if (node.kind !== 'class') {
    return { kind: node.kind, operands: node.operands.map((operand) => checkContainment(context, operand, negated)) };
  }
  const { text, bindings, hidden, parameters, inside } = context;
  // A predicate of FROM sees the variables that stand before it.
  const scope = createScope(text, bindings, hidden, parameters);
  const { rmType, variable, span } = node;
  if (bindings.length === MOST_CLASSES) throw scope.fail(span, `FROM has more than ${MOST_CLASSES} class expressions`);
  const types = boundTypes(rmType);
  if (!types) {
    const names = ['EHR', 'VERSION', ...Array.from(rmClasses(), ({ name }) => name)];
    throw scope.fail(span, `there is no RM class ${rmType}${didYouMean(rmType, names)}`);
  }
  if (variable !== undefined && bindings.some((binding) => binding.variable === variable)) {
    throw scope.fail(span, `the variable ${variable} is declared twice`);
  }
  if (!isHeld(rmType)) throw scope.fail(span, `no document of an EHR has a ${rmType} in it`);
  if (rmType === 'EHR' && inside) throw scope.fail(span, 'an EHR is contained in nothing');
  if (rmType === 'VERSION' && !node.contains) throw scope.fail(span, 'a VERSION must contain something');
  if (rmType === 'VERSION' && context.ofVersion && !negated) {
    throw scope.fail(span, 'a VERSION contains no VERSION');
  }
  const slot = bindings.length;
  bindings.push({
    slot,
    variable,
    rmType,
    types: new Set(types),
    predicate: node.predicate && checkPredicate(scope, node.predicate, variableTypes(rmType)),
    ...(rmType === 'VERSION' && { versions: node.versions ?? (node.predicate ? 'all' : 'latest') }),
  });
  if (negated) hidden.add(slot);
  if (!node.contains) return { kind: 'class', slot };
  const inner = node.contains.negated || negated;
  const operand = checkContainment(
    { ...context, inside: true, ofVersion: rmType === 'VERSION' },
    node.contains.operand,
    inner,
  );
  return { kind: 'class', slot, contains: node.contains.negated ? { kind: 'not', operand } : operand };
}

function checkAliases(scope: Scope, columns: readonly ColumnNode[]): void {
  const known = new Set<string>();
  for (const { alias, value } of columns) {
    if (alias === undefined) continue;
    if (known.has(alias)) throw scope.fail(value.span, `two columns are called ${alias}`);
    known.add(alias);
  }
}

function checkColumn(scope: Scope, { value, alias }: ColumnNode, index: number): Column {
  const name = alias ?? `#${index}`;
  if (value.kind === 'aggregate') {
    const operand = value.operand && checkExpression(scope, value.operand);
    return {
      name,
      value: { kind: 'aggregate', function: value.name, distinct: value.distinct, ...(operand && { operand }) },
    };
  }
  const expression = checkExpression(scope, value);
  return { name, value: expression, ...(expression.kind === 'path' && { path: shownPath(scope, expression) }) };
}

/**
 * The path as written; one through an EHR's EHR_STATUS begins there, with the variable `s`, as clients of the installed base
 * expect it (docs/decisions/0009).
 */
function shownPath(scope: Scope, { slot, predicate, steps, text }: Path): string {
  const throughStatus = steps[0]?.attribute === 'ehr_status' && !steps[0].predicate && !predicate;
  return throughStatus && scope.isEhr(slot) ? text.replace(/^[^/]*\/\s*ehr_status/i, 's') : text;
}

/** A bare name is a column's alias first; a path that is selected too orders by that column. */
function checkOrder(
  scope: Scope,
  { path, descending }: OrderNode,
  columns: readonly Column[],
  bindings: readonly Binding[],
): OrderKey {
  const bare = path.segments.length === 0 && !path.predicate ? path.variable : undefined;
  const alias = columns.findIndex(({ name }) => name === bare);
  const isVariable = bindings.some(({ variable }) => variable === bare);
  const similar = isVariable ? -1 : columns.findIndex(({ name }) => name.toLowerCase() === bare?.toLowerCase());
  const byAlias = alias >= 0 ? alias : similar;
  if (bare !== undefined && byAlias >= 0) return { by: { kind: 'column', index: byAlias }, descending };
  const checked = checkPath(scope, path);
  const selected = columns.findIndex(({ value }) => value.kind === 'path' && value.text === checked.text);
  return { by: selected >= 0 ? { kind: 'column', index: selected } : checked, descending };
}

/** LIMIT and OFFSET (or TOP) cut first, then the caller's page; both together are one window. */
function checkWindow(scope: Scope, { select, limit }: QueryNode, page: Page): Window {
  const { top } = select;
  const { offset: start = 0, fetch } = page;
  if (top?.backward) {
    return { offset: start, ...(fetch !== undefined && { limit: fetch }), last: count(scope, top.count, 1, 'TOP') };
  }
  const own = top ? count(scope, top.count, 1, 'TOP') : limit && count(scope, limit.limit, 1, 'LIMIT');
  const skipped = limit?.offset ? count(scope, limit.offset, 0, 'OFFSET') : 0;
  const left = own === undefined ? undefined : Math.max(0, own - start);
  const most = [left, fetch].filter((bound) => bound !== undefined);
  return { offset: skipped + start, ...(most.length > 0 && { limit: Math.min(...most) }) };
}

function count(scope: Scope, node: ValueNode, least: number, what: string): number {
  const { value } = scope.value(node);
  const span: Span = node.span;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least) return number;
  throw scope.fail(span, `${what} takes a whole number from ${least}`);
}
