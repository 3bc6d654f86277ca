/** What stands for itself: literals, parameters, codes. */
import type { CodeNode, ParameterNode, ValueNode } from './ast.ts';
import type { Cursor } from './cursor.ts';

/** literal | $parameter */
export function readValue(cursor: Cursor): ValueNode | undefined {
  const parameter = readParameter(cursor);
  if (parameter) return parameter;
  const start = cursor.offset;
  BARE_DATE.lastIndex = start;
  const date = BARE_DATE.exec(cursor.text)?.[0];
  if (date !== undefined) throw cursor.fail(`dates are texts: '${date}'`);
  const value = cursor.string() ?? cursor.number() ?? readWordLiteral(cursor);
  return value === undefined ? undefined : { kind: 'literal', value, span: cursor.since(start) };
}

/** Without quotes a date would be a subtraction, which nobody means who writes one so. */
const BARE_DATE = /\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?(?![\d.])/y;

function readWordLiteral(cursor: Cursor): boolean | null | undefined {
  if (cursor.acceptWord('TRUE')) return true;
  if (cursor.acceptWord('FALSE')) return false;
  return cursor.acceptWord('NULL') ? null : undefined;
}

export function expectValue(cursor: Cursor): ValueNode {
  const value = readValue(cursor);
  if (!value) throw cursor.fail('expected a literal or a parameter');
  return value;
}

/** The same for LIKE, where `\?` is not the same as `?`. */
export function expectPattern(cursor: Cursor): ValueNode {
  const start = cursor.offset;
  const value = cursor.pattern();
  return value === undefined ? expectValue(cursor) : { kind: 'literal', value, span: cursor.since(start) };
}

export function readParameter(cursor: Cursor): ParameterNode | undefined {
  const start = cursor.offset;
  const name = cursor.parameter();
  return name === undefined ? undefined : { kind: 'parameter', name, span: cursor.since(start) };
}

/** An at-code, id-code or archetype id. */
export function readCode(cursor: Cursor): CodeNode | undefined {
  const start = cursor.offset;
  const code = cursor.archetypeId() ?? cursor.atCode();
  return code === undefined ? undefined : { kind: 'code', code, span: cursor.since(start) };
}
