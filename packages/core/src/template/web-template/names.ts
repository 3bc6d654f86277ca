import type { ArchetypeRoot, CComplexObject, CObject } from '../model.ts';
import { findTerm, textsOf } from '../terms.ts';
import type { Texts } from './model.ts';

/** A name that the template gives to a node, in the default language and, where it knows them, in others. */
export interface NodeName {
  readonly text: string;
  readonly texts: Texts;
  /** What the code of a coded name means; it says more than the node's own term. */
  readonly descriptions: Texts;
}

/**
 * The names that the `name` attribute of a LOCATABLE allows: one renames the node, several make as many nodes out of
 * it, none leaves its term as the name. A coded name may carry its text beside its code: that is the one name,
 * translated by the code.
 */
export function namesOf(object: CComplexObject, root: ArchetypeRoot, language: string): NodeName[] {
  const alternatives = object.attributes.find(({ name }) => name === 'name')?.children ?? [];
  return alternatives.flatMap((alternative) => {
    if (alternative.kind !== 'complex') return [];
    const constraints = alternative.attributes.flatMap(({ children }) => children);
    const texts = constraints.flatMap(listedTexts);
    const coded = constraints.flatMap((constraint) => codedNames(constraint, root));
    if (texts.length === 0) return coded;
    return texts.map((text, index) => ({
      text,
      texts: { ...coded[index]?.texts, [language]: text },
      descriptions: coded[index]?.descriptions ?? {},
    }));
  });
}

const listedTexts = (constraint: CObject): readonly string[] =>
  constraint.kind === 'primitive' && constraint.item.kind === 'string' ? constraint.item.list : [];

function codedNames(constraint: CObject, root: ArchetypeRoot): NodeName[] {
  if (constraint.kind !== 'code-phrase') return [];
  return constraint.codes.flatMap((code) => {
    const key = termKey(root, constraint.terminologyId, code);
    const text = findTerm(root, key)?.get('text');
    return text === undefined
      ? []
      : [{ text, texts: textsOf(root, key), descriptions: textsOf(root, key, 'description') }];
  });
}

/** Templates list the terms of external codes under `TERMINOLOGY::code` or under the bare code. */
export function termKey(root: ArchetypeRoot, terminologyId: string | undefined, code: string): string {
  const qualified = `${terminologyId}::${code}`;
  return findTerm(root, qualified) === undefined ? code : qualified;
}
