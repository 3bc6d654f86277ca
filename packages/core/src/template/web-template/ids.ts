/** The id that a text gives: letters of any script, digits, `_`, `.` and `-` survive; it never starts with a digit. */
export function idOf(text: string): string {
  // Some capital letters become a small one and a mark that is no letter.
  const id = text
    .toLowerCase()
    .replaceAll(/[^\p{L}0-9_.-]+/gu, '_')
    .replaceAll(/_{2,}/g, '_')
    .replaceAll(/^_|_$/g, '');
  if (id === '') return 'id';
  return /^[0-9]/.test(id) ? `a${id}` : id;
}

/** Makes ids unique among siblings, in their order: `problem`, `problem2`, `problem3`. */
export function uniqueIds(texts: readonly string[]): string[] {
  const used = new Set<string>();
  // Where counting goes on for the next one of the same text.
  const counts = new Map<string, number>();
  return texts.map((text) => {
    const base = idOf(text);
    let count = counts.get(base) ?? 2;
    let id = base;
    for (; used.has(id); count += 1) id = `${base}${count}`;
    counts.set(base, count);
    used.add(id);
    return id;
  });
}
