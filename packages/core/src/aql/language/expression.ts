/** Paths, predicates, expressions and conditions: AQL 1.1 "identifiedExpr", "pathPredicate", "functionCall". */
import type {
  AggregateName,
  ArithmeticOperator,
  ComparisonOperator,
  ConditionNode,
  CriterionNode,
  ExpressionNode,
  MatchItemNode,
  NameNode,
  PathNode,
  PredicateNode,
  SegmentNode,
} from './ast.ts';
import type { Cursor } from './cursor.ts';
import { readInterval } from './interval.ts';
import { expectPattern, expectValue, readCode, readParameter, readValue } from './value.ts';

const AGGREGATES: ReadonlySet<string> = new Set<AggregateName>(['COUNT', 'MIN', 'MAX', 'SUM', 'AVG']);
const isAggregate = (name: string): name is AggregateName => AGGREGATES.has(name);

/** No document is as deep as that. */
const MOST_SEGMENTS = 200;
/** What is calculated from left to right lies as deep in the tree as the chain is long. */
const MOST_TERMS = 1000;

/** Longer spellings first; `/=`, `≠` and `<>` are those of newer and older grammars. */
const COMPARISONS: readonly (readonly [string, ComparisonOperator])[] = [
  ['!=', '!='],
  ['/=', '!='],
  ['<>', '!='],
  ['≠', '!='],
  ['<=', '<='],
  ['>=', '>='],
  ['=', '='],
  ['<', '<'],
  ['>', '>'],
];

// -------------------------------------------------------------------------------------------------------- paths

/** variable [predicate] {/ attribute [predicate]} */
export function readPath(cursor: Cursor): PathNode {
  const start = cursor.offset;
  const variable = cursor.word();
  if (variable === undefined) throw cursor.fail('expected a path');
  const predicate = readPredicate(cursor);
  return { kind: 'path', variable, predicate, segments: readSegments(cursor), span: cursor.since(start) };
}

/** A path inside a predicate begins at the object that the predicate is about. */
function readRelativePath(cursor: Cursor): PathNode {
  const start = cursor.offset;
  cursor.acceptSymbol('/');
  const first = readSegment(cursor);
  if (!first) throw cursor.fail('expected a path, an archetype node id or a parameter');
  return {
    kind: 'path',
    variable: undefined,
    predicate: undefined,
    segments: [first, ...readSegments(cursor)],
    span: cursor.since(start),
  };
}

function readSegments(cursor: Cursor): SegmentNode[] {
  const segments: SegmentNode[] = [];
  for (;;) {
    const before = cursor.offset;
    const segment = cursor.acceptSymbol('/') ? readSegment(cursor) : undefined;
    if (!segment) {
      cursor.reset(before);
      return segments;
    }
    if (segments.length === MOST_SEGMENTS)
      throw cursor.fail(`a path has no more than ${MOST_SEGMENTS} segments`, before);
    segments.push(segment);
  }
}

/** After a slash every word is an attribute, keywords too. */
function readSegment(cursor: Cursor): SegmentNode | undefined {
  const start = cursor.offset;
  const attribute = cursor.word();
  if (attribute === undefined) return undefined;
  const predicate = readPredicate(cursor);
  return { attribute: attribute.toLowerCase(), predicate, span: cursor.since(start) };
}

// --------------------------------------------------------------------------------------------------- predicates

/** [ criterion {AND criterion} {OR …} ] */
export function readPredicate(cursor: Cursor): PredicateNode | undefined {
  const start = cursor.offset;
  if (!cursor.acceptSymbol('[')) return undefined;
  return cursor.nested(() => {
    const alternatives: CriterionNode[][] = [];
    do {
      const group: CriterionNode[] = [];
      do group.push(readCriterion(cursor));
      while (cursor.acceptWord('AND'));
      alternatives.push(group);
    } while (cursor.acceptWord('OR'));
    cursor.expectSymbol(']', 'at the end of the predicate');
    return { alternatives, span: cursor.since(start) };
  });
}

function readCriterion(cursor: Cursor): CriterionNode {
  const start = cursor.offset;
  const id = readCode(cursor) ?? readParameter(cursor);
  if (id) {
    const name = cursor.acceptSymbol(',') ? readName(cursor) : undefined;
    return { kind: 'node-id', id, name, span: cursor.since(start) };
  }
  const condition = readNegation(cursor, readRelativePath);
  return { kind: 'condition', condition, span: cursor.since(start) };
}

function readName(cursor: Cursor): NameNode {
  const start = cursor.offset;
  const text = cursor.string();
  if (text !== undefined) return { kind: 'literal', value: text, span: cursor.since(start) };
  const term = cursor.termCode();
  if (term) return { kind: 'term', ...term, span: cursor.since(start) };
  const name = readCode(cursor) ?? readParameter(cursor);
  if (!name) throw cursor.fail("expected a name: 'text', a parameter, an at-code or terminology::code");
  return name;
}

// -------------------------------------------------------------------------------------------------- expressions

type ReadPath = (cursor: Cursor) => PathNode;

/** Sums of products of powers of operands. */
export function readExpression(cursor: Cursor, path: ReadPath = readPath): ExpressionNode {
  const product = (): ExpressionNode => readChain(cursor, ['*', '/', '%'], power);
  const power = (): ExpressionNode => readChain(cursor, ['^'], () => readOperand(cursor, path));
  return readChain(cursor, ['+', '-'], product);
}

function readChain(
  cursor: Cursor,
  operators: readonly ArithmeticOperator[],
  next: () => ExpressionNode,
): ExpressionNode {
  const start = cursor.offset;
  let left = next();
  for (let terms = 1; ; terms += 1) {
    const before = cursor.offset;
    const op = cursor.isSymbol('/=') ? undefined : operators.find((operator) => cursor.acceptSymbol(operator));
    if (!op) return left;
    if (terms === MOST_TERMS) throw cursor.fail(`a calculation has no more than ${MOST_TERMS} terms in a row`, before);
    left = { kind: 'arithmetic', op, left, right: next(), span: cursor.since(start) };
  }
}

/** literal | $parameter | name(args) | ( expression ) | path */
function readOperand(cursor: Cursor, path: ReadPath): ExpressionNode {
  const start = cursor.offset;
  const value = readValue(cursor);
  if (value) return value;
  if (cursor.acceptSymbol('(')) {
    const inner = cursor.nested(() => readExpression(cursor, path));
    cursor.expectSymbol(')', 'to close the parenthesis');
    return inner;
  }
  return readCall(cursor, path) ?? (cursor.reset(start), path(cursor));
}

function readCall(
  cursor: Cursor,
  path: ReadPath,
): (ExpressionNode & { readonly kind: 'call' | 'aggregate' }) | undefined {
  const start = cursor.offset;
  const name = cursor.word()?.toUpperCase();
  if (name === undefined || !cursor.acceptSymbol('(')) return undefined;
  return cursor.nested(() => {
    if (isAggregate(name)) {
      const all = name === 'COUNT' && cursor.acceptSymbol('*');
      const distinct = !all && cursor.acceptWord('DISTINCT');
      const operand = all ? undefined : readExpression(cursor, path);
      cursor.expectSymbol(')', `after the argument of ${name}`);
      return { kind: 'aggregate', name, distinct, operand, span: cursor.since(start) };
    }
    const args: ExpressionNode[] = [];
    if (!cursor.isSymbol(')')) {
      do args.push(readExpression(cursor, path));
      while (cursor.acceptSymbol(','));
    }
    cursor.expectSymbol(')', `after the arguments of ${name}`);
    return { kind: 'call', name, args, span: cursor.since(start) };
  });
}

// --------------------------------------------------------------------------------------------------- conditions

/** Precedence: parentheses, NOT, AND, OR. */
export function readCondition(cursor: Cursor, path: ReadPath = readPath): ConditionNode {
  const conjunction = (): ConditionNode => readJunction(cursor, 'AND', () => readNegation(cursor, path));
  return readJunction(cursor, 'OR', conjunction);
}

function readJunction(cursor: Cursor, word: 'AND' | 'OR', next: () => ConditionNode): ConditionNode {
  const start = cursor.offset;
  const first = next();
  const operands = [first];
  while (cursor.acceptWord(word)) operands.push(next());
  if (operands.length === 1) return first;
  return { kind: word === 'AND' ? 'and' : 'or', operands, span: cursor.since(start) };
}

function readNegation(cursor: Cursor, path: ReadPath): ConditionNode {
  const start = cursor.offset;
  if (cursor.acceptWord('NOT')) {
    const operand = cursor.nested(() => readNegation(cursor, path));
    return { kind: 'not', operand, span: cursor.since(start) };
  }
  if (cursor.acceptWord('EXISTS')) return { kind: 'exists', path: path(cursor), span: cursor.since(start) };
  return readParenthesised(cursor, path) ?? readComparison(cursor, path);
}

/** A parenthesis holds a condition, unless what follows shows that it held an expression. */
function readParenthesised(cursor: Cursor, path: ReadPath): ConditionNode | undefined {
  const start = cursor.offset;
  if (!cursor.isSymbol('(')) return undefined;
  let refusal = cursor.noCondition.get(start);
  if (refusal === undefined) {
    cursor.acceptSymbol('(');
    try {
      const inner = cursor.nested(() => readCondition(cursor, path));
      cursor.expectSymbol(')', 'to close the parenthesis');
      return inner;
    } catch (error) {
      refusal = error;
      cursor.noCondition.set(start, error);
    }
    cursor.reset(start);
  }
  try {
    return readComparison(cursor, path);
  } catch {
    throw refusal;
  }
}

function readComparison(cursor: Cursor, path: ReadPath): ConditionNode {
  const start = cursor.offset;
  const left = readExpression(cursor, path);
  const comparison = COMPARISONS.find(([symbol]) => cursor.acceptSymbol(symbol));
  if (comparison) {
    const right = readCode(cursor) ?? readExpression(cursor, path);
    return { kind: 'compare', op: comparison[1], left, right, span: cursor.since(start) };
  }
  if (cursor.acceptWord('LIKE'))
    return { kind: 'like', left, pattern: expectPattern(cursor), span: cursor.since(start) };
  if (cursor.acceptWord('MATCHES')) return readMatches(cursor, left, start);
  if (cursor.acceptWord('IS')) return readIsNull(cursor, left, start);
  const negated = cursor.acceptWord('NOT');
  const span = () => cursor.since(start);
  const negate = (operand: ConditionNode): ConditionNode =>
    negated ? { kind: 'not', operand, span: span() } : operand;
  if (cursor.acceptWord('IN')) {
    cursor.expectSymbol('(', 'after IN');
    const items = readMatchItems(cursor);
    cursor.expectSymbol(')', 'after the list');
    return negate({ kind: 'matches', left, items, span: span() });
  }
  if (cursor.acceptWord('BETWEEN')) {
    const lower = readExpression(cursor, path);
    cursor.expectWord('AND');
    const upper = readExpression(cursor, path);
    const from: ConditionNode = { kind: 'compare', op: '>=', left, right: lower, span: span() };
    const to: ConditionNode = { kind: 'compare', op: '<=', left, right: upper, span: span() };
    return negate({ kind: 'and', operands: [from, to], span: span() });
  }
  throw cursor.fail('expected a comparison (=, !=, <, <=, >, >=), LIKE or MATCHES');
}

function readIsNull(cursor: Cursor, left: ExpressionNode, start: number): ConditionNode {
  const negated = cursor.acceptWord('NOT');
  cursor.expectWord('NULL');
  const span = cursor.since(start);
  return { kind: 'compare', op: negated ? '!=' : '=', left, right: { kind: 'literal', value: null, span }, span };
}

// ------------------------------------------------------------------------------------------------------ MATCHES

function readMatches(cursor: Cursor, left: ExpressionNode, start: number): ConditionNode {
  if (!cursor.acceptSymbol('{')) {
    return { kind: 'matches', left, items: [readMatchItem(cursor)], span: cursor.since(start) };
  }
  if (cursor.acceptSymbol('/')) {
    const pattern = cursor.upTo('/');
    if (pattern === undefined) throw cursor.fail('the regular expression is not closed by /', start);
    if (cursor.acceptSymbol(';')) expectValue(cursor);
    cursor.expectSymbol('}', 'after the regular expression');
    return { kind: 'regex', left, pattern: pattern.replaceAll('\\/', '/'), span: cursor.since(start) };
  }
  const items = cursor.isSymbol('}') ? [] : readMatchItems(cursor);
  cursor.expectSymbol('}', 'after the list');
  return { kind: 'matches', left, items, span: cursor.since(start) };
}

function readMatchItems(cursor: Cursor): MatchItemNode[] {
  const items: MatchItemNode[] = [];
  do items.push(readMatchItem(cursor));
  while (cursor.acceptSymbol(','));
  return items;
}

/** With an authority, or a name in a namespace: `urn:oid:1.2.3`. A comma after it belongs to the list. */
const URI = /[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s{}]*|urn:[A-Za-z0-9][A-Za-z0-9-]*:[^\s{},]+/iy;

function readMatchItem(cursor: Cursor): MatchItemNode {
  const start = cursor.offset;
  URI.lastIndex = start;
  const uri = URI.exec(cursor.text)?.[0];
  if (uri !== undefined) {
    cursor.reset(start + uri.length);
    cursor.acceptSymbol('');
    return { kind: 'uri', uri, span: { start, end: start + uri.length } };
  }
  if (cursor.acceptSymbol('|')) return readInterval(cursor, start);
  const item = readValue(cursor) ?? readCode(cursor);
  if (item) return item;
  const call = readCall(cursor, readPath);
  if (call?.kind === 'call') return call;
  cursor.reset(start);
  throw cursor.fail('expected a literal, a parameter, an interval, a terminology URI or TERMINOLOGY(…)');
}
