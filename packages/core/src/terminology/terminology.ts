import { CODE_SETS } from './code-sets.ts';
import { isRegisteredMediaType } from './media-types.ts';
import { type OpenehrGroup, codesOfGroup, isInGroup } from './openehr-groups.ts';

/** Code sets that the openEHR terminology names, by their `openehr_id`. */
export type CodeSet = keyof typeof CODE_SETS;

/** The terminology id with which a CODE_PHRASE refers to a code set. */
export const codeSetTerminology: Readonly<Record<CodeSet, string>> = {
  countries: 'ISO_3166-1',
  languages: 'ISO_639-1',
  character_sets: 'IANA_character-sets',
  media_types: 'IANA_media-types',
  compression_algorithms: 'openehr_compression_algorithms',
  integrity_check_algorithms: 'openehr_integrity_check_algorithms',
  normal_statuses: 'openehr_normal_statuses',
};

const codesBySet: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(CODE_SETS).map(([set, text]) => [set, text.trim().split(/\s+/)]),
);
const lowerCased: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...codesBySet].map(([set, codes]) => [set, new Set(codes.map((code) => code.toLowerCase()))]),
);

const isCodeSet = (name: OpenehrGroup | CodeSet): name is CodeSet => codesBySet.has(name);

/** All codes of an openEHR group or code set. */
export const codesOf = (name: OpenehrGroup | CodeSet): readonly string[] =>
  isCodeSet(name) ? (codesBySet.get(name) ?? []) : codesOfGroup(name);

/**
 * Whether an openEHR group or code set has a code.
 *
 * Codes of code sets compare without case. Beyond its list, a language may have any well-formed subtags (`de-DE-1996`),
 * and a media type is also one that IANA has registered (`image/webp`, also with parameters): the registry grows faster
 * than the terminology.
 */
export function isMember(name: OpenehrGroup | CodeSet, code: string): boolean {
  if (!isCodeSet(name)) return isInGroup(name, code);
  const codes = lowerCased.get(name);
  const lower = code.toLowerCase();
  if (codes?.has(lower) === true) return true;
  if (name === 'languages') return LANGUAGE_TAG.test(lower) && codes?.has(lower.slice(0, lower.indexOf('-'))) === true;
  return name === 'media_types' && isRegisteredMediaType(lower);
}

/** A language with subtags (RFC 5646). */
const LANGUAGE_TAG = /^[a-z]{2}(?:-[a-z0-9]{1,8})+$/;
