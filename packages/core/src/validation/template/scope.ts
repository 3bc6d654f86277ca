import type { ArchetypeRoot, CComplexObject, CObject } from '../../template/model.ts';
import type { Node } from './node.ts';

/** What compiling a constraint needs to know about where it stands. */
export interface Scope {
  /** The archetype root that the constraint is in: its terms, and the start of internal references. */
  readonly root: CComplexObject;
  readonly terms: Terms;
  /** Targets of internal references, as far as they are compiled. */
  readonly targets: Map<CObject, Node>;
  readonly compile: (c: CObject, scope: Scope) => Node;
  /** Takes what is odd in the template but tolerated. */
  readonly warn: (warning: string) => void;
}

/** The terms of one archetype root, to be read in any language of the template. */
export interface Terms {
  /** The texts of a code in all languages. */
  readonly textsOf: (code: string) => readonly string[];
  /** `text`, and every translation of a term whose text it is. */
  readonly translationsOf: (text: string) => readonly string[];
}

export function termsOf(archetype: ArchetypeRoot | undefined): Terms {
  let textsByCode: Map<string, string[]> | undefined;

  const index = (): Map<string, string[]> => {
    if (textsByCode !== undefined) return textsByCode;
    textsByCode = new Map();
    for (const terms of archetype?.terms.values() ?? []) {
      for (const [code, term] of terms) {
        const text = term.get('text');
        if (text === undefined) continue;
        const texts = textsByCode.get(code);
        if (texts === undefined) textsByCode.set(code, [text]);
        else if (!texts.includes(text)) texts.push(text);
      }
    }
    return textsByCode;
  };

  return {
    textsOf: (code) => index().get(code) ?? [],
    translationsOf: (text) => [
      ...new Set([
        text,
        ...index()
          .values()
          .filter((texts) => texts.includes(text))
          .flatMap((texts) => texts),
      ]),
    ],
  };
}
