import { rubric } from '../../../terminology/index.ts';
import type { OpenehrGroup } from '../../../terminology/index.ts';
import type { Texts } from '../model.ts';

/** The openEHR group that an RM attribute takes its codes from. */
const GROUPS: Readonly<Record<string, OpenehrGroup>> = {
  category: 'composition_category',
  setting: 'setting',
  math_function: 'event_math_function',
  null_flavour: 'null_flavours',
  current_state: 'instruction_states',
  transition: 'instruction_transitions',
  function: 'participation_function',
  mode: 'participation_mode',
  relationship: 'subject_relationship',
  purpose: 'term_mapping_purpose',
};

/**
 * What openEHR calls one of its codes, by language; in English where it does not speak the language; empty for no code
 * of its own.
 */
export function rubricsOf(code: string, attribute: string, languages: readonly string[]): Texts {
  const own = GROUPS[attribute];
  const groups = own === undefined ? Object.values(GROUPS) : [own, ...Object.values(GROUPS)];
  const group = groups.find((candidate) => rubric(candidate, code) !== undefined);
  if (group === undefined) return {};
  return Object.fromEntries(languages.map((language) => [language, rubric(group, code, language) ?? code]));
}
