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
}

/** The numbers that are to be kept as they were written, and the place of each among all numbers. */
interface Kept {
  readonly numbers: LexicalNumber[];
  readonly places: number[];
  /** So many of them are in their places. */
  placed: number;
}

const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const LOWER_E = 0x65;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** By which a small letter differs from a capital one. */
const CASE = 0x20;

const ESCAPE_BY_NUMBER = String.raw`\u`;
/** U+0000, half of a surrogate pair, or a digit, with which a key might begin. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|003\d|d[89a-f])/i;
/** A key that may not stay where it was written. */
const DIGIT_KEY = /"\d[^"]*"\s*:/y;

/**
 * The value of a well-formed text; undefined for one that has to be read with more care, such as one that is to be refused.
 */
export function parseSurveyed(text: string, maxDepth: number, mode: NumberMode): JsonValue | undefined {
  const kept: Kept = { numbers: [], places: [], placed: 0 };
  const survey = surveyText(text, maxDepth, mode, kept);
  if (survey === undefined) return undefined;
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
  const found: Survey = { strings: 0, numbers: 0 };
  const number = surveyValue(value, found, kept);
  // Of a key that occurs twice only one is left.
  return found.strings === survey.strings ? (number ?? value) : undefined;
}

function surveyText(text: string, maxDepth: number, mode: NumberMode, kept: Kept): Survey | undefined {
  if (text.includes(ESCAPE_BY_NUMBER) && SUSPICIOUS_ESCAPE.test(text)) return undefined;
  const survey: Survey = { strings: 0, numbers: 0 };
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      if (isDigit(text.charCodeAt(at + 1)) && isDigitKey(text, at)) return undefined;
      at = endOfString(text, at);
      if (at < 0) return undefined;
      survey.strings++;
    } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      if (++depth > maxDepth) return undefined;
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      depth--;
    } else if (char === MINUS || isDigit(char)) {
      const end = endOfNumber(text, at);
      const number = numberOf(text.slice(at, end), mode);
      if (typeof number !== 'number') {
        kept.numbers.push(number);
        kept.places.push(survey.numbers);
      }
      survey.numbers++;
      at = end - 1;
    }
  }
  return survey;
}

const isDigit = (char: number): boolean => char >= ZERO && char <= NINE;

function isDigitKey(text: string, at: number): boolean {
  DIGIT_KEY.lastIndex = at;
  return DIGIT_KEY.test(text);
}

/** The first character that can't stand in a number. */
function endOfNumber(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const char = text.charCodeAt(at);
    const isPart = isDigit(char) || char === POINT || char === MINUS || char === PLUS || (char | CASE) === LOWER_E;
    if (!isPart) return at;
  }
}

/** Counts what a new value holds and puts the kept numbers in their places; gives the one that has to stand for it. */
function surveyValue(value: unknown, found: Survey, kept: Kept): LexicalNumber | undefined {
  if (typeof value === 'string') found.strings++;
  else if (typeof value === 'number') {
    if (found.numbers++ === kept.places[kept.placed]) return kept.numbers[kept.placed++];
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const instead = surveyValue(value[index], found, kept);
      if (instead) value[index] = instead;
    }
  } else if (isObject(value)) {
    for (const key in value) {
      // A key that is refused is like one that is not there.
      if (key !== '__proto__') found.strings++;
      const instead = surveyValue(value[key], found, kept);
      if (instead) value[key] = instead;
    }
  }
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
