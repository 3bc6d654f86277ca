import { CdrError } from '../errors.ts';

/**
 * When a number is kept as its text: `lexical`, when a double would write it otherwise (`7.0`, `1e3`, `0.10`);
 * `exact`, only when a double would change its value (`12345678901234567890`).
 */
export type NumberMode = 'lexical' | 'exact';

/** Where the reader is in its text. */
export interface Cursor {
  readonly text: string;
  readonly maxDepth: number;
  readonly numbers: NumberMode;
  /** Index of the next character. */
  at: number;
  /** Open objects and arrays. */
  depth: number;
}

export const cursorOn = (text: string, maxDepth: number, numbers: NumberMode): Cursor => ({
  text,
  maxDepth,
  numbers,
  at: 0,
  depth: 0,
});

const LINE_FEED = 0x0a;

/** Refuses the text for what is at `at`. */
export function fail({ text, at: here }: Cursor, why: string, at: number = here): never {
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < at; index++) {
    if (text.charCodeAt(index) !== LINE_FEED) continue;
    line++;
    lineStart = index + 1;
  }
  throw new CdrError('malformed_json', `Malformed JSON at line ${line}, column ${at - lineStart + 1}: ${why}.`);
}
