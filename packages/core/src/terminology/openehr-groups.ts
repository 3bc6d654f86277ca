import { en } from './rubrics/en.ts';
import { es } from './rubrics/es.ts';
import { ja } from './rubrics/ja.ts';
import { pt } from './rubrics/pt.ts';
import type { OpenehrGroup, Rubrics } from './rubrics/rubrics.ts';
import { zh } from './rubrics/zh.ts';

export type { OpenehrGroup } from './rubrics/rubrics.ts';

/** Group → code → rubric. */
type Concepts = ReadonlyMap<string, ReadonlyMap<string, string>>;

const languages: Readonly<Record<string, Rubrics>> = { en, es, ja, pt, zh };

/** Languages that the rubrics of the openEHR terminology come in. */
export const rubricLanguages: readonly string[] = Object.keys(languages);

const read = (rubrics: Rubrics): Concepts =>
  new Map(Object.entries(rubrics).map(([group, text]) => [group, new Map(text.trim().split('\n').map(concept))]));

function concept(line: string): [code: string, rubric: string] {
  const space = line.indexOf(' ');
  return [line.slice(0, space), line.slice(space + 1)];
}

const english = read(en);
const translations = new Map<string, Concepts>();

function conceptsIn(language: string): Concepts {
  const primary = language.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  const rubrics = primary === 'en' ? undefined : languages[primary];
  if (rubrics === undefined) return english;
  let concepts = translations.get(primary);
  if (concepts === undefined) {
    concepts = read(rubrics);
    translations.set(primary, concepts);
  }
  return concepts;
}

/**
 * The rubric of a code of an openEHR group, `rubric('audit_change_type', '249')` being `creation`; `undefined` where the group has no such code.
 * `language`: `es`, `pt-BR`, …; English where the terminology does not speak it.
 * One code may have other words in another group: 532 is `complete` as a lifecycle state and `completed` as an instruction state.
 */
export const rubric = (group: OpenehrGroup, code: string, language = 'en'): string | undefined =>
  conceptsIn(language).get(group)?.get(code);

/** The code of a rubric in a group, in any language of the terminology and any case; `undefined` where there is none. */
export function codeOf(group: OpenehrGroup, text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  for (const language of rubricLanguages) {
    for (const [code, words] of conceptsIn(language).get(group) ?? []) if (words.toLowerCase() === wanted) return code;
  }
  return undefined;
}

/** All codes of a group, in the order of the terminology. */
export const codesOfGroup = (group: OpenehrGroup): readonly string[] => [...(english.get(group)?.keys() ?? [])];

/** Whether an openEHR group has a code. */
export const isInGroup = (group: OpenehrGroup, code: string): boolean => english.get(group)?.has(code) === true;
