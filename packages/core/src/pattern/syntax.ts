/**
 * The grammar of the regular expressions that templates use (C_STRING.pattern and slot assertions), as a tree.
 *
 * It is the part that Java, Perl and JavaScript share and that can be matched in linear time: literals, escapes,
 * classes, groups, alternation, quantifiers and anchors. Look-around, back-references, word boundaries and inline flags
 * are refused.
 */
export type PatternSyntax =
  | { readonly kind: 'char'; readonly has: (codePoint: number) => boolean }
  | { readonly kind: 'sequence'; readonly items: readonly PatternSyntax[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternSyntax[] }
  | { readonly kind: 'repeat'; readonly item: PatternSyntax; readonly min: number; readonly max: number | undefined }
  | { readonly kind: 'start' | 'end' };

type CharTest = (codePoint: number) => boolean;

/** Why a pattern cannot be used. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

const MAX_NESTING = 50;
const MAX_COUNT = 1000;

const isDigit: CharTest = (c) => c >= 48 && c <= 57;
const isWord: CharTest = (c) => isDigit(c) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c === 95;
const isSpace: CharTest = (c) => (c >= 9 && c <= 13) || c === 32 || c === 0xa0 || /\s/u.test(String.fromCodePoint(c));
const not =
  (test: CharTest): CharTest =>
  (c) =>
    !test(c);
const exactly =
  (codePoint: number): CharTest =>
  (c) =>
    c === codePoint;

const CLASS_ESCAPES: Readonly<Record<string, CharTest>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
};
const CONTROL_ESCAPES: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/** Reads a pattern; `.` stands for every character, line ends included. Throws {@link PatternError}. */
export function parsePattern(pattern: string): PatternSyntax {
  const text = [...pattern];
  let at = 0;
  let nesting = 0;

  const takes = (char: string): boolean => {
    if (text[at] !== char) return false;
    at += 1;
    return true;
  };

  // choice = sequence {"|" sequence}
  function choice(): PatternSyntax {
    const first = sequence();
    if (text[at] !== '|') return first;
    const options = [first];
    while (takes('|')) options.push(sequence());
    return { kind: 'choice', options };
  }

  // sequence = {atom [quantifier]}
  function sequence(): PatternSyntax {
    const items: PatternSyntax[] = [];
    while (at < text.length && text[at] !== '|' && text[at] !== ')') items.push(quantified(atom()));
    return { kind: 'sequence', items };
  }

  // quantifier = ("*" | "+" | "?" | "{" count ["," [count]] "}") ["?"]; laziness means nothing in a full match
  function quantified(item: PatternSyntax): PatternSyntax {
    let bounds: readonly [number, number | undefined];
    if (takes('*')) bounds = [0, undefined];
    else if (takes('+')) bounds = [1, undefined];
    else if (takes('?')) bounds = [0, 1];
    else {
      const counted = count();
      if (counted === undefined) return item;
      bounds = counted;
    }
    takes('?');
    const [min, max] = bounds;
    if (max !== undefined && max < min) throw new PatternError('a repetition counts backwards');
    if (item.kind === 'start' || item.kind === 'end') throw new PatternError('an anchor is repeated');
    if (text[at] === '*' || text[at] === '+' || text[at] === '?') throw new PatternError('a quantifier is quantified');
    return { kind: 'repeat', item, min, max };
  }

  function count(): readonly [number, number | undefined] | undefined {
    const match = text[at] === '{' ? /^\{(\d+)(,(\d*))?\}/u.exec(text.slice(at, at + 24).join('')) : null;
    if (match === null) return undefined;
    at += match[0].length;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? undefined : Number(match[3]);
    if (min > MAX_COUNT || (max ?? 0) > MAX_COUNT) throw new PatternError(`a repetition counts over ${MAX_COUNT}`);
    return [min, max];
  }

  // atom = "(" ["?:"] choice ")" | "[" class "]" | "." | "^" | "$" | escape | literal
  function atom(): PatternSyntax {
    const char = text[at] ?? '';
    at += 1;
    switch (char) {
      case '(':
        return group();
      case '[':
        return { kind: 'char', has: charClass() };
      case '.':
        return { kind: 'char', has: () => true };
      case '^':
        return { kind: 'start' };
      case '$':
        return { kind: 'end' };
      case '\\':
        return { kind: 'char', has: asTest(escape()) };
      case '*':
      case '+':
      case '?':
        throw new PatternError('a quantifier has nothing before it');
      default:
        return { kind: 'char', has: exactly(char.codePointAt(0) ?? 0) };
    }
  }

  function group(): PatternSyntax {
    if (takes('?') && !takes(':')) throw new PatternError('look-around, named groups and flags are not supported');
    nesting += 1;
    if (nesting > MAX_NESTING) throw new PatternError(`groups are nested over ${MAX_NESTING} deep`);
    const inner = choice();
    if (!takes(')')) throw new PatternError('a group is not closed');
    nesting -= 1;
    return inner;
  }

  // class = ["^"] {item ["-" item]}
  function charClass(): CharTest {
    const negated = takes('^');
    const tests: CharTest[] = [];
    for (let first = true; first || text[at] !== ']'; first = false) {
      const from = classItem();
      if (text[at] === '-' && text[at + 1] !== ']' && typeof from === 'number') {
        at += 1;
        const to = classItem();
        if (typeof to !== 'number' || to < from) throw new PatternError('a character range is out of order');
        tests.push((c) => c >= from && c <= to);
      } else tests.push(asTest(from));
    }
    at += 1;
    return (c) => tests.some((test) => test(c)) !== negated;
  }

  function classItem(): number | CharTest {
    const char = text[at];
    if (char === undefined) throw new PatternError('a character class is not closed');
    at += 1;
    if (char === '[' || (char === '&' && text[at] === '&')) throw new PatternError('class operators are not supported');
    return char === '\\' ? escape() : (char.codePointAt(0) ?? 0);
  }

  function escape(): number | CharTest {
    const char = text[at];
    if (char === undefined) throw new PatternError('it ends in a backslash');
    at += 1;
    const test = CLASS_ESCAPES[char];
    if (test !== undefined) return test;
    const control = CONTROL_ESCAPES[char];
    if (control !== undefined) return control;
    if (char === 'x') return hex(2);
    if (char === 'u') return hex(4);
    if (char === 'p' || char === 'P') return unicodeProperty(char);
    if (/[A-Za-z0-9]/u.test(char)) throw new PatternError('an escape is not supported');
    return char.codePointAt(0) ?? 0;
  }

  function hex(digits: number): number {
    const code = text.slice(at, at + digits).join('');
    if (code.length !== digits || !/^[0-9A-Fa-f]+$/u.test(code))
      throw new PatternError('a hexadecimal escape is broken');
    at += digits;
    return Number.parseInt(code, 16);
  }

  function unicodeProperty(letter: string): CharTest {
    const close = text.indexOf('}', at);
    if (text[at] !== '{' || close < 0) throw new PatternError('a Unicode property is broken');
    const name = text.slice(at, close + 1).join('');
    at = close + 1;
    let property: RegExp;
    try {
      property = new RegExp(`^\\${letter}${name}$`, 'u');
    } catch {
      throw new PatternError('a Unicode property is not known');
    }
    return (c) => property.test(String.fromCodePoint(c));
  }

  const syntax = choice();
  if (at < text.length) throw new PatternError('a group is closed that was not opened');
  return syntax;
}

const asTest = (item: number | CharTest): CharTest => (typeof item === 'number' ? exactly(item) : item);
