/**
 * The quick way: the platform makes the values, once a survey of the text has found nothing in it that it would change or
 * let through. That takes less time than to make them here, and strings that are not parts of the whole text.
 */
import type { NumberMode } from './cursor.ts';
import { numberOf } from './parse-number.ts';
import { endOfString } from './parse-string.ts';
import type { JsonValue, LexicalNumber } from './value.ts';

/** What a text holds, or a value. */
interface Survey {
  /** Keys and texts. */
  strings: number;
  numbers: number;
  /** Those that are to be kept as they were written, by their place among all numbers. */
  readonly lexical: Map<number, LexicalNumber>;
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const ESCAPE_BY_NUMBER = String.raw`\u`;
/** U+0000, half of a surrogate pair, or a digit, with which a key might begin. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|003\d|d[89a-f])/i;
/** A key that may not stay where it was written. */
const DIGIT_KEY = /"\d[^"]*"\s*:/y;
/** Whatever can stand in a number. */
const NUMBER = /[-+.\deE]+/y;

/**
 * The value of a well-formed text; undefined for one that has to be read with more care, such as one that is to be refused.
 */
export function parseSurveyed(text: string, maxDepth: number, mode: NumberMode): JsonValue | undefined {
  const survey = surveyText(text, maxDepth, mode);
  if (survey === undefined) return undefined;
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
  const found: Survey = { strings: 0, numbers: 0, lexical: survey.lexical };
  const number = surveyValue(value, found);
  // Of a key that occurs twice only one is left.
  return found.strings === survey.strings ? (number ?? value) : undefined;
}

function surveyText(text: string, maxDepth: number, mode: NumberMode): Survey | undefined {
  if (text.includes(ESCAPE_BY_NUMBER) && SUSPICIOUS_ESCAPE.test(text)) return undefined;
  const survey: Survey = { strings: 0, numbers: 0, lexical: new Map() };
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const first = text.charCodeAt(at + 1);
      if (first >= ZERO && first <= NINE && matchAt(DIGIT_KEY, text, at) !== undefined) return undefined;
      at = endOfString(text, at);
      if (at < 0) return undefined;
      survey.strings++;
    } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      if (++depth > maxDepth) return undefined;
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      depth--;
    } else if (char === MINUS || (char >= ZERO && char <= NINE)) {
      const written = matchAt(NUMBER, text, at) ?? '';
      const number = numberOf(written, mode);
      if (typeof number !== 'number') survey.lexical.set(survey.numbers, number);
      survey.numbers++;
      at += written.length - 1;
    }
  }
  return survey;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Counts what a new value holds and puts lexical numbers in their places; gives the number that has to stand for it. */
function surveyValue(value: unknown, found: Survey): LexicalNumber | undefined {
  if (typeof value === 'string') found.strings++;
  else if (typeof value === 'number') return found.lexical.get(found.numbers++);
  else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const instead = surveyValue(value[index], found);
      if (instead) value[index] = instead;
    }
  } else if (isObject(value)) {
    for (const key in value) {
      // A key that is refused is like one that is not there.
      if (key !== '__proto__') found.strings++;
      const instead = surveyValue(value[key], found);
      if (instead) value[key] = instead;
    }
  }
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
