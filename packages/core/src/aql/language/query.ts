/** The whole query: AQL 1.1 "selectQuery". */
import type { ClassNode, ColumnNode, ContainsNode, LimitNode, OrderNode, QueryNode, SelectNode } from './ast.ts';
import { createCursor, type Cursor } from './cursor.ts';
import { readCondition, readExpression, readPath, readPredicate } from './expression.ts';
import { didYouMean } from './syntax-error.ts';
import { readValue } from './value.ts';

/**
 * Parses a query. Accepts what is seen in the wild beyond the grammar: an alias that is a keyword, LIMIT before ORDER BY, a
 * parenthesised FROM, arithmetic, IN, BETWEEN, IS NULL.
 *
 * @throws CdrError `invalid_query` with line, column and a caret below the place.
 */
export function parseQuery(text: string): QueryNode {
  const cursor = createCursor(text);
  cursor.expectWord('SELECT');
  const select = readSelect(cursor);
  cursor.expectWord('FROM');
  const from = readContains(cursor);
  const where = cursor.acceptWord('WHERE') ? readCondition(cursor) : undefined;
  let orderBy: readonly OrderNode[] | undefined;
  let limit: LimitNode | undefined;
  for (;;) {
    if (!orderBy && cursor.acceptWord('ORDER')) orderBy = readOrder(cursor);
    else if (!limit && cursor.isWord('LIMIT')) limit = readLimit(cursor);
    else break;
  }
  cursor.acceptSymbol('--');
  if (!cursor.atEnd()) throw unexpected(cursor);
  if (select.top && limit) throw cursor.fail('TOP and LIMIT exclude each other', select.top.span.start);
  return { select, from, where, orderBy: orderBy ?? [], limit };
}

function unexpected(cursor: Cursor): Error {
  const { offset } = cursor;
  if (cursor.isWord('OFFSET')) return cursor.fail('OFFSET needs a LIMIT right before it: LIMIT 10 OFFSET 5');
  const word = cursor.word();
  const hint =
    word === undefined ? '' : didYouMean(word, ['CONTAINS', 'NOT', 'AND', 'OR', 'WHERE', 'ORDER', 'LIMIT', 'OFFSET']);
  return cursor.fail(`the query should end here${hint}`, offset);
}

/** [DISTINCT] [TOP n [FORWARD|BACKWARD]] column {, column} */
function readSelect(cursor: Cursor): SelectNode {
  const distinct = cursor.acceptWord('DISTINCT');
  const top = readTop(cursor);
  const columns: ColumnNode[] = [];
  do {
    const value = readExpression(cursor);
    columns.push({ value, alias: cursor.acceptWord('AS') ? readAlias(cursor) : undefined });
  } while (cursor.acceptSymbol(','));
  return { distinct, top, columns };
}

function readTop(cursor: Cursor): SelectNode['top'] {
  const start = cursor.offset;
  if (!cursor.acceptWord('TOP')) return undefined;
  const count = readValue(cursor);
  if (!count) {
    // A variable may be called `top`.
    cursor.reset(start);
    return undefined;
  }
  const backward = cursor.acceptWord('BACKWARD');
  if (!backward) cursor.acceptWord('FORWARD');
  return { count, backward, span: cursor.since(start) };
}

function readAlias(cursor: Cursor): string {
  const alias = cursor.word();
  if (alias === undefined) throw cursor.fail('expected an alias after AS');
  return alias;
}

/** AND binds tighter than OR; both belong to the nearest CONTAINS on their left. */
function readContains(cursor: Cursor): ContainsNode {
  const junction = (word: 'AND' | 'OR', next: () => ContainsNode): ContainsNode => {
    const start = cursor.offset;
    const first = next();
    const operands = [first];
    while (cursor.acceptWord(word)) operands.push(next());
    if (operands.length === 1) return first;
    return { kind: word === 'AND' ? 'and' : 'or', operands, span: cursor.since(start) };
  };
  return cursor.nested(() => junction('OR', () => junction('AND', () => readContainsUnit(cursor))));
}

function readContainsUnit(cursor: Cursor): ContainsNode {
  if (cursor.acceptSymbol('(')) {
    const inner = readContains(cursor);
    cursor.expectSymbol(')', 'to close the parenthesis');
    return inner;
  }
  return readClass(cursor);
}

const NO_VARIABLE: ReadonlySet<string> = new Set(['CONTAINS', 'AND', 'OR', 'NOT', 'WHERE', 'ORDER', 'LIMIT', 'OFFSET']);

/** RMTYPE [variable] [predicate] [[NOT] CONTAINS …] */
function readClass(cursor: Cursor): ClassNode {
  const start = cursor.offset;
  const rmType = cursor.word()?.toUpperCase();
  if (rmType === undefined) throw cursor.fail('expected an RM class');
  const before = cursor.offset;
  const word = cursor.word();
  const variable = word === undefined || NO_VARIABLE.has(word.toUpperCase()) ? undefined : word;
  if (variable === undefined) cursor.reset(before);
  const versions = rmType === 'VERSION' ? readVersions(cursor) : undefined;
  const predicate = versions === undefined ? readPredicate(cursor) : undefined;
  const span = cursor.since(start);
  const operand = cursor.offset;
  const negated = cursor.acceptWord('NOT');
  if (cursor.acceptWord('CONTAINS')) {
    return {
      kind: 'class',
      rmType,
      variable,
      predicate,
      versions,
      contains: { negated, operand: readContains(cursor) },
      span,
    };
  }
  cursor.reset(operand);
  return { kind: 'class', rmType, variable, predicate, versions, contains: undefined, span };
}

function readVersions(cursor: Cursor): 'latest' | 'all' | undefined {
  const start = cursor.offset;
  if (!cursor.acceptSymbol('[')) return undefined;
  const versions = cursor.acceptWord('LATEST_VERSION')
    ? 'latest'
    : cursor.acceptWord('ALL_VERSIONS')
      ? 'all'
      : undefined;
  if (versions === undefined) cursor.reset(start);
  else cursor.expectSymbol(']', 'after the version scope');
  return versions;
}

function readOrder(cursor: Cursor): OrderNode[] {
  cursor.expectWord('BY');
  const keys: OrderNode[] = [];
  do {
    const path = readPath(cursor);
    const descending = cursor.acceptWord('DESC') || cursor.acceptWord('DESCENDING');
    if (!descending && !cursor.acceptWord('ASC')) cursor.acceptWord('ASCENDING');
    keys.push({ path, descending });
  } while (cursor.acceptSymbol(','));
  return keys;
}

function readLimit(cursor: Cursor): LimitNode {
  const start = cursor.offset;
  cursor.expectWord('LIMIT');
  const limit = readValue(cursor);
  if (!limit) throw cursor.fail('expected a number after LIMIT');
  if (!cursor.acceptWord('OFFSET')) return { limit, offset: undefined, span: cursor.since(start) };
  const offset = readValue(cursor);
  if (!offset) throw cursor.fail('expected a number after OFFSET');
  return { limit, offset, span: cursor.since(start) };
}
