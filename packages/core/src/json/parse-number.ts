import type { Cursor, NumberMode } from './cursor.ts';
import { isSameDecimal } from './decimal.ts';
import type { JsonNumber } from './value.ts';
import { LexicalNumber } from './value.ts';

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_E = 0x45;
const LOWER_E = 0x65;
/** Integers of this many digits are exact in a double and are written as they were. */
const PLAIN_DIGITS = 15;

/** number = [ minus ] int [ frac ] [ exp ] */
const grammar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The number that begins with `char` at the cursor; undefined when none does. */
export function readNumber(cursor: Cursor, char: number): JsonNumber | undefined {
  if (char > ZERO && char <= NINE) {
    const { text } = cursor;
    let at = cursor.at;
    let value = 0;
    for (let digit = char; digit >= ZERO && digit <= NINE; digit = text.charCodeAt(++at))
      value = value * 10 + digit - ZERO;
    const next = text.charCodeAt(at);
    if (at - cursor.at <= PLAIN_DIGITS && next !== POINT && next !== LOWER_E && next !== UPPER_E) {
      cursor.at = at;
      return value;
    }
  } else if (char !== MINUS && char !== ZERO) return undefined;
  return readByGrammar(cursor);
}

function readByGrammar(cursor: Cursor): JsonNumber | undefined {
  grammar.lastIndex = cursor.at;
  const lexical = grammar.exec(cursor.text)?.[0];
  if (lexical === undefined) return undefined;
  cursor.at += lexical.length;
  return numberOf(lexical, cursor.numbers);
}

/** What a text of this grammar becomes. */
export function numberOf(lexical: string, mode: NumberMode): JsonNumber {
  const value = Number(lexical);
  const kept = String(value) === lexical || (mode === 'exact' && isSameDecimal(lexical, value));
  return kept ? value : new LexicalNumber(lexical);
}
