/**
 * String literals: AQL 1.1 lexer STRING. Either quote, no raw line break. Unknown escapes are kept as they stand (backslash and
 * character), because LIKE patterns need `\*` to arrive there.
 */
const SIMPLE: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  '\\': '\\',
  '?': '?',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

export type StringRead =
  | { readonly value: string; readonly end: number }
  | { readonly problem: string; readonly offset: number };

/** Reads the literal whose opening quote is at `start`. `pattern`: for LIKE, which needs `\?` as it stands. */
export function readString(text: string, start: number, { pattern = false } = {}): StringRead {
  const quote = text[start];
  let value = '';
  let at = start + 1;
  while (at < text.length) {
    const character = text[at];
    if (character === quote) return { value, end: at + 1 };
    if (character === '\n' || character === '\r') break;
    if (character === '\\') {
      const [decoded, length] = escape(text, at, pattern);
      value += decoded;
      at += length;
    } else {
      value += character;
      at += 1;
    }
  }
  return { problem: 'the string is not closed', offset: start };
}

/** What an escape at an offset stands for, and how long it is. */
function escape(text: string, at: number, pattern: boolean): readonly [string, number] {
  const rest = text.slice(at + 1, at + 6);
  const unicode = /^u([0-9a-fA-F]{4})/.exec(rest)?.[1];
  if (unicode !== undefined) return [String.fromCharCode(Number.parseInt(unicode, 16)), 6];
  const octal = /^(?:[0-3][0-7]{2}|[0-7]{3})/.exec(rest)?.[0];
  if (octal !== undefined) return [String.fromCharCode(Number.parseInt(octal, 8)), 1 + octal.length];
  const next = rest[0] ?? '';
  const simple = pattern && next === '?' ? undefined : SIMPLE[next];
  return [simple ?? `\\${next}`, 1 + next.length];
}
