import type { ArchetypeRoot } from '../../model.ts';
import { findTerm, textsOf } from '../../terms.ts';
import type { TermBindings, Texts, WebTemplateOption } from '../model.ts';
import { termKey } from '../names.ts';
import { rubricsOf } from './rubrics.ts';

/** The terms that apply to a constraint, and the languages to show them in. */
export interface Terms {
  readonly root: ArchetypeRoot;
  readonly language: string;
  readonly languages: readonly string[];
  /** RM attribute that holds the value: it tells which group an openEHR code is of. */
  readonly attribute: string;
}

/** One choice of a code list, with its texts: openEHR's own for its codes, else what the template defines. */
export function codeOption(terms: Terms, terminologyId: string | undefined, code: string): WebTemplateOption {
  const { root, language } = terms;
  if (terminologyId === 'openehr') return labelled(code, rubricsOf(code, terms.attribute, terms.languages), language);
  const key = termKey(root, terminologyId, code);
  const option = labelled(code, textsOf(root, key), language);
  return {
    ...option,
    label: option.label ?? findTerm(root, key)?.get('text') ?? code,
    ...present('localizedDescriptions', textsOf(root, key, 'description')),
    ...present('termBindings', bindingsOf(root, key)),
  };
}

function labelled(value: string, labels: Texts, language: string): WebTemplateOption {
  const label = labels[language];
  return { value, ...(label === undefined ? {} : { label }), ...present('localizedLabels', labels) };
}

/** `{ [key]: texts }`, or nothing for no texts. */
export const present = <K extends string, T extends object>(key: K, texts: T): { readonly [P in K]?: T } =>
  Object.keys(texts).length === 0 ? {} : ({ [key]: texts } as { readonly [P in K]: T });

/** The terms that the template binds to a code. */
export function bindingsOf(root: ArchetypeRoot, code: string): TermBindings {
  const bindings: Record<string, { value: string; terminologyId: string }> = {};
  for (const [terminology, codes] of root.bindings) {
    const target = codes.get(code);
    if (target !== undefined) bindings[terminology] = { value: target.code, terminologyId: target.terminologyId };
  }
  return bindings;
}
