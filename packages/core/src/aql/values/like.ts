/**
 * LIKE (AQL 1.1): the whole value, case-sensitive; `*` any run of characters, `?` one character, `\` escapes these and itself.
 * The pieces between the runs are sought from left to right, each once, so that no pattern makes it slow.
 */
export type TextTest = (text: string) => boolean;

/** Characters in a row; undefined is any one character. */
type Piece = readonly (string | undefined)[];

export function compileLike(pattern: string): TextTest {
  const pieces = piecesOf(pattern);
  const [first = [], ...rest] = pieces;
  const last = rest.pop();
  if (!last) return fixed(first) ?? ((text) => covers(first, Array.from(text)));
  const simple = pieces.every((piece) => !piece.includes(undefined));
  return simple
    ? textRuns(
        first.join(''),
        rest.map((piece) => piece.join('')),
        last.join(''),
      )
    : characterRuns(first, rest, last);
}

/** Without a wildcard it is equality. */
function fixed(piece: Piece): TextTest | undefined {
  if (piece.includes(undefined)) return undefined;
  const whole = piece.join('');
  return (text) => text === whole;
}

const textRuns =
  (first: string, middle: readonly string[], last: string): TextTest =>
  (text) => {
    const end = text.length - last.length;
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const piece of middle) {
      const found = text.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at <= end;
  };

const characterRuns =
  (first: Piece, middle: readonly Piece[], last: Piece): TextTest =>
  (text) => {
    const characters = Array.from(text);
    const end = characters.length - last.length;
    if (end < first.length || !fits(first, characters, 0) || !fits(last, characters, end)) return false;
    let at = first.length;
    for (const piece of middle) {
      while (at + piece.length <= end && !fits(piece, characters, at)) at += 1;
      at += piece.length;
      if (at > end) return false;
    }
    return true;
  };

const covers = (piece: Piece, characters: readonly string[]): boolean =>
  piece.length === characters.length && fits(piece, characters, 0);

function fits(piece: Piece, characters: readonly string[], at: number): boolean {
  for (let index = 0; index < piece.length; index += 1) {
    const wanted = piece[index];
    if (wanted !== undefined && wanted !== characters[at + index]) return false;
  }
  return true;
}

/** What stands before, between and after the runs. */
function piecesOf(pattern: string): readonly Piece[] {
  const characters = Array.from(pattern);
  let piece: (string | undefined)[] = [];
  const pieces = [piece];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '\\' && at + 1 < characters.length) {
      at += 1;
      piece.push(characters[at]);
    } else if (character === '*') {
      piece = [];
      pieces.push(piece);
    } else piece.push(character === '?' ? undefined : character);
  }
  return pieces;
}
