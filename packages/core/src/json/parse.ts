import { CdrError } from '../errors.ts';
import { readNumber } from './parse-number.ts';
import { readString } from './parse-string.ts';
import { parseSurveyed } from './parse-surveyed.ts';
import type { Cursor, NumberMode } from './cursor.ts';
import { cursorOn, fail } from './cursor.ts';
import type { JsonObject, JsonValue } from './value.ts';

export interface ParseOptions {
  /** How many objects and arrays may be open at once; 200 when absent, 1,000 at the most. */
  readonly maxDepth?: number;
  /** `lexical` when absent. */
  readonly numbers?: NumberMode;
}

// Character codes are declared in each file that uses them: an imported constant costs a tenth of the reading speed.
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const DEFAULT_DEPTH = 200;
/** The reader recurses: this many levels fit into any stack. */
const DEEPEST = 1000;

/**
 * Reads a JSON text (RFC 8259) without changing anything in it. Stricter than `JSON.parse`: a key that occurs twice in
 * one object, the key `__proto__`, a lone surrogate, U+0000 and too deep nesting are refused as well, and a number that
 * a double would not give back as it was written becomes a {@link LexicalNumber}.
 *
 * @throws CdrError `malformed_json` with line and column of the fault (both from 1, in UTF-16 units), never its
 * content.
 */
export function parseJson(text: string, options: ParseOptions = {}): JsonValue {
  if (!text.isWellFormed()) throw new CdrError('malformed_json', 'Malformed JSON: the text holds a lone surrogate.');
  const maxDepth = Math.min(options.maxDepth ?? DEFAULT_DEPTH, DEEPEST);
  const mode = options.numbers ?? 'lexical';
  return parseSurveyed(text, maxDepth, mode) ?? parseWithCare(cursorOn(text, maxDepth, mode));
}

function parseWithCare(cursor: Cursor): JsonValue {
  const { text } = cursor;
  const value = readValue(cursor);
  skipSpace(cursor);
  if (cursor.at < text.length) fail(cursor, 'the text goes on after the end of its value');
  return value;
}

/** Moves on to the next character that is not white space and gives its code; NaN at the end of the text. */
function skipSpace(cursor: Cursor): number {
  const { text } = cursor;
  let at = cursor.at;
  let char = text.charCodeAt(at);
  if (char > SPACE) return char;
  while (char === SPACE || char === LINE_FEED || char === CARRIAGE_RETURN || char === TAB) char = text.charCodeAt(++at);
  cursor.at = at;
  return char;
}

function readValue(cursor: Cursor): JsonValue {
  const char = skipSpace(cursor);
  if (char === QUOTE) return readString(cursor);
  if (char === OPEN_BRACE) return readObject(cursor);
  if (char === OPEN_BRACKET) return readArray(cursor);
  const number = readNumber(cursor, char);
  return number === undefined ? readWord(cursor) : number;
}

/** object = "{" [ member *( "," member ) ] "}" */
function readObject(cursor: Cursor): JsonObject {
  enter(cursor);
  const object: Record<string, JsonValue> = {};
  let char = skipSpace(cursor);
  if (char === CLOSE_BRACE) return leave(cursor, object);
  for (;;) {
    if (char !== QUOTE) fail(cursor, 'a key in double quotes is expected');
    const key = readKey(cursor, object);
    if (skipSpace(cursor) !== COLON) fail(cursor, 'a colon is expected');
    cursor.at++;
    object[key] = readValue(cursor);
    char = skipSpace(cursor);
    if (char === CLOSE_BRACE) return leave(cursor, object);
    if (char !== COMMA) fail(cursor, 'a comma or a closing brace is expected');
    cursor.at++;
    char = skipSpace(cursor);
  }
}

function readKey(cursor: Cursor, object: JsonObject): string {
  const start = cursor.at;
  const key = readString(cursor);
  if (key === '__proto__') fail(cursor, 'the key __proto__ is not allowed', start);
  if (Object.hasOwn(object, key)) fail(cursor, 'the same key occurs twice in one object', start);
  return key;
}

/** array = "[" [ value *( "," value ) ] "]" */
function readArray(cursor: Cursor): JsonValue[] {
  enter(cursor);
  const array: JsonValue[] = [];
  if (skipSpace(cursor) === CLOSE_BRACKET) return leave(cursor, array);
  for (;;) {
    array.push(readValue(cursor));
    const char = skipSpace(cursor);
    if (char === CLOSE_BRACKET) return leave(cursor, array);
    if (char !== COMMA) fail(cursor, 'a comma or a closing bracket is expected');
    cursor.at++;
  }
}

function enter(cursor: Cursor): void {
  if (++cursor.depth > cursor.maxDepth) fail(cursor, `nesting is deeper than ${cursor.maxDepth} levels`);
  cursor.at++;
}

function leave<T>(cursor: Cursor, value: T): T {
  cursor.depth--;
  cursor.at++;
  return value;
}

function readWord(cursor: Cursor): boolean | null {
  if (cursor.text.startsWith('true', cursor.at)) {
    cursor.at += 4;
    return true;
  }
  if (cursor.text.startsWith('false', cursor.at)) {
    cursor.at += 5;
    return false;
  }
  if (cursor.text.startsWith('null', cursor.at)) {
    cursor.at += 4;
    return null;
  }
  return fail(cursor, 'a value is expected');
}
