import type { ArchetypeRoot, Term } from './model.ts';

/**
 * The term of a code in the scope of an archetype root: in `language` if it is there, else in the template's default
 * language.
 *
 * @param code an at-code, an ac-code, or the code of an external terminology as the template lists it (`TERM::code` or
 * bare).
 */
export function findTerm(root: ArchetypeRoot, code: string, language?: string): Term | undefined {
  const translated = language === undefined ? undefined : root.terms.get(language)?.get(code);
  if (translated !== undefined) return translated;
  for (const terms of root.terms.values()) return terms.get(code);
  return undefined;
}

/** The text or description of a code in every language that has one, by language. */
export function textsOf(
  root: ArchetypeRoot,
  code: string,
  item: 'text' | 'description' = 'text',
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [language, terms] of root.terms) {
    const text = terms.get(code)?.get(item);
    if (text !== undefined && text !== '') texts[language] = text;
  }
  return texts;
}
