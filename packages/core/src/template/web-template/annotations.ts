import type { Annotation, OperationalTemplate, Term } from '../model.ts';
import type { Texts } from './model.ts';
import { indexByPath } from './paths.ts';
import type { PathIndex } from './paths.ts';

export type AnnotationIndex = PathIndex<Annotation>;

/** The template's annotations and, as `view:…`, its hints for user interfaces. */
export function indexAnnotations(template: OperationalTemplate): AnnotationIndex {
  const view = template.view.map(({ path, items }) => ({
    path,
    items: new Map([...items].map(([id, value]) => [`view:${id}`, value])),
  }));
  return indexByPath([...template.annotations, ...view], ({ path }) => path);
}

/** Items of a term that a node shows elsewhere. */
const SHOWN = new Set(['text', 'description']);

/**
 * Annotations of a node: what its term says beside text and description, and the template's own; equal keys are joined
 * by `;`.
 */
export function annotationsOf(index: AnnotationIndex, path: string, term: Term | undefined): Texts {
  const texts = new Map<string, string>();
  const add = (key: string, value: string): void => {
    const known = texts.get(key);
    if (value !== '' && known !== value) texts.set(key, known === undefined ? value : `${known};${value}`);
  };
  for (const [key, value] of term ?? []) if (!SHOWN.has(key)) add(key, value);
  for (const { items } of index.at(path)) for (const [key, value] of items) add(key, value);
  return Object.fromEntries(texts);
}
