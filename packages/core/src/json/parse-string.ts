import type { Cursor } from './cursor.ts';
import { fail } from './cursor.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A string of more characters is read by `JSON.parse`, which a loop over characters cannot match in speed. */
const SHORT = 256;

/** string = quotation-mark *char quotation-mark; the cursor is on the opening quotation mark. */
export function readString(cursor: Cursor): string {
  const { text } = cursor;
  const start = cursor.at + 1;
  for (let at = start; ; at++) {
    const char = text.charCodeAt(at);
    if (at - start === SHORT) return readLongString(cursor) ?? readEscapedString(cursor);
    if (char === QUOTE) {
      cursor.at = at + 1;
      return text.slice(start, at);
    }
    if (char === BACKSLASH) return readEscapedString(cursor);
    if (!(char >= SPACE)) failInString(cursor, at);
  }
}

/**
 * Undefined, with the cursor where it was, for a string that is to be refused: where its fault is, {@link
 * readEscapedString} finds.
 */
function readLongString(cursor: Cursor): string | undefined {
  const { text, at } = cursor;
  let end = text.indexOf('"', at + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  try {
    const value: unknown = JSON.parse(text.slice(at, end + 1));
    if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return undefined;
    cursor.at = end + 1;
    return value;
  } catch {
    return undefined;
  }
}

/** Whether an odd number of backslashes stands before a character. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

/**
 * Keys seen before, by a hash of their characters; whoever comes last stays. Attribute names recur, values are not
 * kept.
 */
const knownKeys: string[] = Array.from({ length: 1024 }, () => '');
const LONGEST_KNOWN = 64;

/** Like {@link readString}, but gives the same string for the same key, so that most keys need not be made anew. */
export function readKeyText(cursor: Cursor): string {
  const { text } = cursor;
  const start = cursor.at + 1;
  let at = start;
  let hash = 0;
  for (let char = text.charCodeAt(at); char !== QUOTE; char = text.charCodeAt(++at)) {
    if (char === BACKSLASH || !(char >= SPACE)) return readString(cursor);
    hash = (hash * 31 + char) | 0;
  }
  cursor.at = at + 1;
  const slot = hash & (knownKeys.length - 1);
  const known = knownKeys[slot];
  if (known !== undefined && known.length === at - start && text.startsWith(known, start)) return known;
  const key = text.slice(start, at);
  if (key.length <= LONGEST_KNOWN) knownKeys[slot] = detached(key);
  return key;
}

/** The same characters, but not as a part of the whole text, which would stay in memory with it. */
const detached = (key: string): string => Object.keys({ [key]: 0 })[0] ?? key;

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
