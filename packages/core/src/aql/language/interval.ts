import type { MatchItemNode, ValueNode } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { expectValue } from './value.ts';

/** ADL intervals: `|5.0..6.0|`, `|>=5|`, `|>2..<8|`; bounds may be bare ISO 8601 texts. */
export function readInterval(cursor: Cursor, start: number): MatchItemNode {
  const below = cursor.acceptSymbol('<=') ? true : cursor.acceptSymbol('<') ? false : undefined;
  if (below !== undefined) {
    const upper = readBound(cursor);
    cursor.expectSymbol('|', 'at the end of the interval');
    return {
      kind: 'interval',
      lower: undefined,
      upper,
      lowerIncluded: false,
      upperIncluded: below,
      span: cursor.since(start),
    };
  }
  const orEqual = cursor.acceptSymbol('>=');
  const above = !orEqual && cursor.acceptSymbol('>');
  const lower = readBound(cursor);
  if (cursor.acceptSymbol('..')) {
    const upperIncluded = !cursor.acceptSymbol('<');
    const upper = readBound(cursor);
    cursor.expectSymbol('|', 'at the end of the interval');
    return { kind: 'interval', lower, upper, lowerIncluded: !above, upperIncluded, span: cursor.since(start) };
  }
  cursor.expectSymbol('|', 'at the end of the interval');
  const point = !orEqual && !above;
  const upper = point ? lower : undefined;
  return { kind: 'interval', lower, upper, lowerIncluded: !above, upperIncluded: point, span: cursor.since(start) };
}

const BARE_BOUND = /(?:P[\dYMWDTHS.]+|\d{4}-[\dT:.Z+-]+|\d{2}:[\d:.Z+-]+)/y;

function readBound(cursor: Cursor): ValueNode {
  const start = cursor.offset;
  BARE_BOUND.lastIndex = start;
  const text = BARE_BOUND.exec(cursor.text)?.[0];
  if (text === undefined) return expectValue(cursor);
  const value = text.includes('..') ? text.slice(0, text.indexOf('..')) : text;
  cursor.reset(start + value.length);
  cursor.acceptSymbol('');
  return { kind: 'literal', value, bare: true, span: { start, end: start + value.length } };
}
