import type { JsonObject } from '../../json/value.ts';
import type { CodeSet, OpenehrGroup } from '../../terminology/index.ts';
import { codeSetTerminology, codesOf, isMember, rubric } from '../../terminology/index.ts';
import type { RmRule } from '../rule.ts';
import { parseTerminologyId } from '../terminology-id.ts';
import { attributeInvariant, objectOf, textOf } from './invariant.ts';

const OPENEHR = 'openehr';

/** The name of the terminology, without its version, in lower case. */
function terminologyOf(codePhrase: JsonObject): string {
  const id = textOf(objectOf(codePhrase, 'terminology_id'), 'value') ?? '';
  return id === OPENEHR ? OPENEHR : parseTerminologyId(id).name.trim().toLowerCase();
}

const codeOf = (codePhrase: JsonObject): string => textOf(codePhrase, 'code_string') ?? '';

/** Concepts of the openEHR terminology have numbers; its early releases had some in place of today's code sets. */
const CONCEPT = /^\d+$/;

/**
 * A CODE_PHRASE attribute that takes its codes from a code set. Held to the code set only under the terminology id of
 * that set, or `openehr`; any other terminology may have any code.
 */
export function codeSetRule(rmClass: string, attribute: string, set: CodeSet): RmRule {
  const terminology = codeSetTerminology[set];
  const lowerCased = terminology.toLowerCase();
  return attributeInvariant(
    rmClass,
    attribute,
    'code_not_in_code_set',
    (object) => {
      const phrase = objectOf(object, attribute);
      if (phrase === undefined) return true;
      const code = codeOf(phrase);
      if (isMember(set, code)) return true;
      const named = terminologyOf(phrase);
      return named !== lowerCased && (named !== OPENEHR || CONCEPT.test(code));
    },
    `${rmClass}.${attribute} must be a code of ${terminology} (openEHR code set ${set}), as its terminology id says.`,
  );
}

/**
 * A DV_CODED_TEXT attribute (or a DV_TEXT one that happens to be coded) that takes its codes from a group of the
 * openEHR terminology. `only`: the group is all there is; `example`: codes of other terminologies are as good.
 */
export function groupRule(
  rmClass: string,
  attribute: string,
  group: OpenehrGroup,
  binding: 'only' | 'example',
): RmRule {
  const only = binding === 'only';
  const condition = only ? '' : ' where its terminology is openehr';
  return attributeInvariant(
    rmClass,
    attribute,
    'code_not_in_group',
    (object) => {
      const phrase = objectOf(objectOf(object, attribute), 'defining_code');
      if (phrase === undefined) return true;
      return terminologyOf(phrase) === OPENEHR ? isMember(group, codeOf(phrase)) : !only;
    },
    `${rmClass}.${attribute} must be a code of the openEHR group ${group}${condition}: ${choices(group)}.`,
    `/${attribute}/defining_code`,
  );
}

/** The openEHR code of a DV_CODED_TEXT attribute; undefined where it is absent or of another terminology. */
export function openehrCodeOf(object: JsonObject, attribute: string): string | undefined {
  const phrase = objectOf(objectOf(object, attribute), 'defining_code');
  return phrase !== undefined && terminologyOf(phrase) === OPENEHR ? codeOf(phrase) : undefined;
}

const SHOWN = 12;

/** `431|persistent|, 451|episodic|, …`. */
function choices(group: OpenehrGroup): string {
  const codes = codesOf(group);
  const shown = codes.slice(0, SHOWN).map((code) => `${code}|${rubric(group, code) ?? ''}|`);
  return codes.length > SHOWN ? `${shown.join(', ')}, …` : shown.join(', ');
}
