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
  let made: Index | undefined;
  const translations = new Map<string, readonly string[]>();
  const index = (): Index => (made ??= indexOf(archetype));
  return {
    textsOf: (code) => index().textsByCode.get(code) ?? [],
    translationsOf(text) {
      const known = translations.get(text) ?? [...new Set([text, ...(index().sameTerms.get(text) ?? []).flat()])];
      translations.set(text, known);
      return known;
    },
  };
}

interface Index {
  readonly textsByCode: ReadonlyMap<string, readonly string[]>;
  /** By text: the texts of each term that has it. */
  readonly sameTerms: ReadonlyMap<string, readonly (readonly string[])[]>;
}

function indexOf(archetype: ArchetypeRoot | undefined): Index {
  const textsByCode = new Map<string, string[]>();
  const sameTerms = new Map<string, (readonly string[])[]>();
  for (const terms of archetype?.terms.values() ?? []) {
    for (const [code, term] of terms) {
      const text = term.get('text');
      const texts = textsByCode.get(code) ?? [];
      if (text === undefined || texts.includes(text)) continue;
      texts.push(text);
      textsByCode.set(code, texts);
      const same = sameTerms.get(text);
      if (same) same.push(texts);
      else sameTerms.set(text, [texts]);
    }
  }
  return { textsByCode, sameTerms };
}
