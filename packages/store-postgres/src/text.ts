/**
 * Texts at rest. PostgreSQL takes every character but U+0000, which a person's words may well contain. U+001A
 * (SUBSTITUTE) announces it: U+0000 is stored as U+001A `0`, and U+001A itself as U+001A `1`.
 */
const SUBSTITUTE = '\u001a';

export function storableText(text: string): string {
  if (!text.includes('\0') && !text.includes(SUBSTITUTE)) return text;
  return text.replaceAll(SUBSTITUTE, `${SUBSTITUTE}1`).replaceAll('\0', `${SUBSTITUTE}0`);
}

export function originalText(stored: string): string {
  if (!stored.includes(SUBSTITUTE)) return stored;
  return stored.replaceAll(`${SUBSTITUTE}0`, '\0').replaceAll(`${SUBSTITUTE}1`, SUBSTITUTE);
}

/** JSON that `jsonb` takes: it refuses U+0000, and halves of characters, which become U+FFFD as everywhere else. */
export function storableJson(value: object): string {
  const json = JSON.stringify(value);
  if (!/\\u(?:0000|001a|d[89a-f])/.test(json)) return json;
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? storableText(part.toWellFormed()) : part,
  );
}
