/** The id that a text gives: letters of any script, digits, `_`, `.` and `-` survive; it never starts with a digit. */
export function idOf(text: string): string {
  const id = text
    .replaceAll(/[^\p{L}0-9_.-]+/gu, '_')
    .replaceAll(/_{2,}/g, '_')
    .toLowerCase()
    .replaceAll(/^_|_$/g, '');
  if (id === '') return 'id';
  return /^[0-9]/.test(id) ? `a${id}` : id;
}

/** Makes ids unique among siblings, in their order: `problem`, `problem2`, `problem3`. */
export function uniqueIds(texts: readonly string[]): string[] {
  const used = new Set<string>();
  return texts.map((text) => {
    const base = idOf(text);
    let id = base;
    for (let count = 2; used.has(id); count += 1) id = `${base}${count}`;
    used.add(id);
    return id;
  });
}
