import { stringifyJson, type JsonObject, type JsonValue, type ResultSet } from '@cairn/core';

export const RESULT_FORMATS = ['table', 'json', 'csv'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** A RESULT_SET as text without a newline at its end. */
export function writeResult(result: ResultSet, format: ResultFormat): string {
  switch (format) {
    case 'json':
      return stringifyJson({ ...result, meta: { ...result.meta }, columns: result.columns.map((one) => ({ ...one })) });
    case 'csv':
      return csv(result);
    case 'table':
      return table(result);
  }
}

/** A text as it is, null as nothing, all else as JSON. */
function cellText(value: JsonValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return stringifyJson(value);
}

/** RFC 4180, with lines that end as they do here. */
function csv({ columns, rows }: ResultSet): string {
  const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => row.map(cellText))];
  return lines.map((line) => line.map(quoted).join(',')).join('\n');
}

/** Longer cells are cut; the other formats have them whole. */
const WIDEST = 60;

function table({ columns, rows }: ResultSet): string {
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => row.map((cell) => cut(cellText(cell))))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => lengthOf(line[index] ?? ''))));
  const [head = '', ...body] = lines.map((line) =>
    line
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - lengthOf(cell)))
      .join(' | ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('-+-');
  return [head, rule, ...body, `(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`].join('\n');
}

/** In characters. */
const lengthOf = (text: string): number => Array.from(text).length;

/** One line that a terminal takes for text and nothing else. */
function cut(text: string): string {
  const characters = Array.from(text.replaceAll(/\p{Cc}+/gu, ' '));
  return characters.length > WIDEST ? `${characters.slice(0, WIDEST - 1).join('')}…` : characters.join('');
}

/** A plan for people: a line for each part, then the statements that the store runs. */
export function writePlan({ statements, ...parts }: JsonObject): string {
  const named = [...Object.entries(parts), ...(Array.isArray(statements) ? statements : []).map(asStatement)];
  return named.map(([name, part = null]) => `${name}: ${cellText(part)}`).join('\n');
}

const asStatement = (statement: JsonValue) => ['statement', statement] as const;
