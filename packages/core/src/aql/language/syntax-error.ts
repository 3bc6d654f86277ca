import { CdrError } from '../../errors.ts';

/** Line and column, both from 1; a column counts characters as an editor shows them. */
export function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}

/** The line around an offset with a caret below it; a long line is cut around the place. */
function excerpt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end < 0 ? undefined : end);
  const from = Math.max(0, offset - start - 60);
  const shown = line.slice(from, from + 120).replaceAll('\t', ' ');
  return `${shown}\n${' '.repeat(offset - start - from)}^`;
}

/** A refusal of a query that points at the place: `line 1, column 8: …`, the line, and a caret. */
export function queryError(text: string, offset: number, problem: string): CdrError {
  const at = Math.min(offset, text.length);
  const { line, column } = positionOf(text, at);
  const message = `line ${line}, column ${column}: ${problem}\n${excerpt(text, at)}`;
  return new CdrError('invalid_query', message, {
    issues: [{ path: `line ${line}, column ${column}`, code: 'aql', message: problem }],
  });
}

/** The name nearest to what was written, for "did you mean"; none when nothing is near. */
export function nearest(written: string, known: Iterable<string>): string | undefined {
  const wanted = written.toLowerCase();
  let best: string | undefined;
  let least = Math.max(2, Math.floor(written.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(wanted, name.toLowerCase(), least);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

export const didYouMean = (written: string, known: Iterable<string>): string => {
  const name = nearest(written, known);
  return name === undefined || name.toLowerCase() === written.toLowerCase() ? '' : `; did you mean ${name}?`;
};

/** Levenshtein distance, given up at `most`. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) >= most) return most;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? most) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? most) + 1, (next[j - 1] ?? most) + 1));
    }
    if (Math.min(...next) >= most) return most;
    row = next;
  }
  return row[b.length] ?? most;
}
