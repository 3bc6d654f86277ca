/**
 * Reads a query text from left to right, a token at a time, as the place in the grammar demands: what is a keyword in one
 * place is an attribute name in another, and an archetype id is a token inside a predicate only.
 */
import type { JsonNumber } from '../../json/value.ts';
import type { Span } from './ast.ts';
import { NUMBER, numberOf } from './number.ts';
import { readString } from './string-literal.ts';
import { queryError } from './syntax-error.ts';

/** A query text longer than this is refused: it was made by a machine gone wrong. */
const MOST_LENGTH = 1_000_000;
/** Nesting of parentheses, predicates and containment. */
const MOST_DEPTH = 200;
/** More than any number in a document has that was measured or counted. */
const MOST_DIGITS = 1000;

const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const PARAMETER = /[$:]([A-Za-z_][A-Za-z0-9_]*)/y;
/** AQL 1.1 lexer ARCHETYPE_HRID: optional namespace, RM class id, concept, version; or a version of old, `v1draft`. */
const ARCHETYPE_ID =
  /(?:[A-Za-z][\w.-]*::)?[A-Za-z]\w*-[A-Za-z]\w*-[A-Za-z]\w*\.[A-Za-z][\w-]*\.v\d+(?:[A-Za-z]\w*|(?:\.\d+){0,2}(?:-(?:rc|alpha|beta)(?:\.\d+)?)?)/y;
const AT_CODE = /(?:at|id|ac)\d+(?:\.\d+)*(?![\w-])/y;
const TERM_CODE = /([A-Za-z][\w.-]*(?:\([\w.-]*\))?)::([\w.-]+)(?:\|[^|\n]*\|)?/y;
const SPACE = /(?:[\s\uFEFF]+|--(?=\s|$)[^\n]*)*/y;

export interface Cursor {
  readonly text: string;
  /** Offset of the next token. */
  readonly offset: number;
  atEnd(): boolean;
  /** The span from an offset to the end of the last token read. */
  since(start: number): Span;
  /** The next token is this word, in any case. */
  isWord(word: string): boolean;
  /** Reads this word; false where another token stands. */
  acceptWord(word: string): boolean;
  expectWord(word: string): void;
  acceptSymbol(symbol: string): boolean;
  expectSymbol(symbol: string, after: string): void;
  isSymbol(symbol: string): boolean;
  /** Any word, keywords too. */
  word(): string | undefined;
  parameter(): string | undefined;
  number(): JsonNumber | undefined;
  string(): string | undefined;
  /** A string for LIKE. */
  pattern(): string | undefined;
  archetypeId(): string | undefined;
  atCode(): string | undefined;
  termCode(): { readonly terminologyId: string; readonly code: string } | undefined;
  /** Everything up to a character that is not escaped, which is read too. */
  upTo(end: string): string | undefined;
  /** Goes back to an offset. */
  reset(offset: number): void;
  fail(problem: string, offset?: number): Error;
  /** Where a parenthesis was found to hold no condition, and why; so that what is nested is not tried again and again. */
  readonly noCondition: Map<number, unknown>;
  /** Runs a nested production, refusing too deep nesting before the stack does. */
  nested<T>(read: () => T): T;
}

export function createCursor(text: string): Cursor {
  let position = 0;
  let lastEnd = 0;
  let depth = 0;

  const skip = (): void => {
    SPACE.lastIndex = position;
    SPACE.exec(text);
    position = SPACE.lastIndex;
  };
  const advance = (to: number): void => {
    lastEnd = to;
    position = to;
    skip();
  };
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = position;
    return pattern.exec(text) ?? undefined;
  };
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const found = match(pattern);
    if (found) advance(position + found[0].length);
    return found;
  };
  const isWord = (word: string): boolean => match(WORD)?.[0].toUpperCase() === word;
  const isSymbol = (symbol: string): boolean => text.startsWith(symbol, position);
  const acceptSymbol = (symbol: string): boolean => {
    if (!isSymbol(symbol)) return false;
    advance(position + symbol.length);
    return true;
  };
  const fail = (problem: string, offset = position): Error => queryError(text, offset, problem);
  const found = (): string =>
    position >= text.length ? 'the end of the query' : `'${/\S{1,30}/y.exec(text.slice(position))?.[0] ?? ''}'`;
  const acceptWord = (word: string): boolean => {
    if (!isWord(word)) return false;
    advance(position + word.length);
    return true;
  };

  const string = (options?: { readonly pattern: boolean }): string | undefined => {
    const quote = text[position];
    if (quote !== "'" && quote !== '"') return undefined;
    const read = readString(text, position, options);
    if ('problem' in read) throw fail(read.problem, read.offset);
    advance(read.end);
    return read.value;
  };

  if (text.length > MOST_LENGTH) throw fail(`the query is longer than ${MOST_LENGTH} characters`, 0);
  skip();

  return {
    text,
    get offset() {
      return position;
    },
    atEnd: () => position >= text.length,
    since: (start) => ({ start, end: Math.max(start, lastEnd) }),
    isWord,
    acceptWord,
    expectWord: (word) => {
      if (!acceptWord(word)) throw fail(`expected ${word}, found ${found()}`);
    },
    isSymbol,
    acceptSymbol,
    expectSymbol: (symbol, after) => {
      if (!acceptSymbol(symbol)) throw fail(`expected '${symbol}' ${after}, found ${found()}`);
    },
    word: () => take(WORD)?.[0],
    parameter: () => take(PARAMETER)?.[1],
    number: () => {
      const token = take(NUMBER)?.[0];
      if (token === undefined) return undefined;
      if (token.length > MOST_DIGITS)
        throw fail(`a number is no longer than ${MOST_DIGITS} characters`, lastEnd - token.length);
      return numberOf(token);
    },
    string: () => string(),
    pattern: () => string({ pattern: true }),
    archetypeId: () => take(ARCHETYPE_ID)?.[0],
    atCode: () => take(AT_CODE)?.[0],
    termCode: () => {
      const token = take(TERM_CODE);
      const [, terminologyId, code] = token ?? [];
      return terminologyId === undefined || code === undefined ? undefined : { terminologyId, code };
    },
    upTo: (end) => {
      for (let at = position; at < text.length; at += 1) {
        if (text[at] === '\\') at += 1;
        else if (text.startsWith(end, at)) {
          const content = text.slice(position, at);
          advance(at + end.length);
          return content;
        }
      }
      return undefined;
    },
    reset: (offset) => {
      position = offset;
    },
    fail,
    noCondition: new Map(),
    nested: (read) => {
      depth += 1;
      if (depth > MOST_DEPTH) throw fail(`the query is nested deeper than ${MOST_DEPTH} levels`);
      try {
        return read();
      } finally {
        depth -= 1;
      }
    },
  };
}
