import type { Cursor } from './cursor.ts';
import { fail } from './cursor.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** string = quotation-mark *char quotation-mark; the cursor is on the opening quotation mark. */
export function readString(cursor: Cursor): string {
  const { text } = cursor;
  const start = cursor.at + 1;
  for (let at = start; ; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      cursor.at = at + 1;
      return text.slice(start, at);
    }
    if (char === BACKSLASH) return readEscapedString(cursor);
    if (!(char >= SPACE)) failInString(cursor, at);
  }
}

/** The closing quotation mark of the string that begins at `start`; -1: there is none. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** Whether an odd number of backslashes stands before a character. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function readEscapedString(cursor: Cursor): string {
  const { text } = cursor;
  const start = cursor.at;
  let value = '';
  let from = start + 1;
  for (let at = from; ; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE || char === BACKSLASH) value += text.slice(from, at);
    else if (char >= SPACE) continue;
    else failInString(cursor, at);

    if (char === QUOTE) {
      cursor.at = at + 1;
      // The text itself is well-formed, so only an escape can have brought in half of a surrogate pair.
      if (!value.isWellFormed()) fail(cursor, 'an escape sequence is half of a surrogate pair', start);
      return value;
    }
    const escaped = escapes.get(text.charAt(at + 1));
    value += escaped ?? readUnicodeEscape(cursor, at);
    at += escaped === undefined ? 5 : 1;
    from = at + 1;
  }
}

const fourHexDigits = /^[\da-fA-F]{4}$/;

function readUnicodeEscape(cursor: Cursor, at: number): string {
  const digits = cursor.text.slice(at + 2, at + 6);
  if (cursor.text.charAt(at + 1) !== 'u' || !fourHexDigits.test(digits)) fail(cursor, 'an unknown escape sequence', at);
  if (digits === '0000') fail(cursor, 'the character U+0000 is not allowed', at);
  return String.fromCharCode(Number.parseInt(digits, 16));
}

function failInString(cursor: Cursor, at: number): never {
  const why = at < cursor.text.length ? 'a control character must be escaped' : 'a string is not closed';
  return fail(cursor, why, at);
}
