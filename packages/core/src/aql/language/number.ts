import { LexicalNumber, type JsonNumber } from '../../json/value.ts';

/** AQL 1.1 lexer INTEGER, REAL, SCI_INTEGER, SCI_REAL. */
export const NUMBER = /-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;

/** A text that is a number as AQL spells it, and nothing else. */
export function parseNumber(text: string): JsonNumber | undefined {
  NUMBER.lastIndex = 0;
  return NUMBER.exec(text)?.[0] === text ? numberOf(text) : undefined;
}

/** Spelled as JSON spells numbers: `.5` is `0.5`; kept lexically where a double would not give it back. */
export function numberOf(token: string): JsonNumber {
  const lexical = token.replace(/^(-?)\./, '$10.').replace(/^(-?)0+(?=\d)/, '$1');
  const value = Number(lexical);
  return String(value) === lexical ? value : new LexicalNumber(lexical);
}
