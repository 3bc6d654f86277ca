/**
 * The two coded properties of a commit, and the spellings in which callers send them.
 *
 * Codes and rubrics: openEHR terminology, groups "version lifecycle state" and "audit change type". The ITS-REST schema and
 * its own examples disagree on the shape of coded input, so all of them are read; output is always DV_CODED_TEXT.
 */
import { CdrError } from '../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { ChangeType, LifecycleState } from '../ports/store.ts';
import { codeOf, type OpenehrGroup } from '../terminology/index.ts';

const RUBRICS = {
  lifecycle: {
    '532': 'complete',
    '553': 'incomplete',
    '523': 'deleted',
    '800': 'inactive',
    '801': 'abandoned',
  } satisfies Record<LifecycleState, string>,
  change: {
    '249': 'creation',
    '250': 'amendment',
    '251': 'modification',
    '252': 'synthesis',
    '253': 'unknown',
    '523': 'deleted',
    '666': 'attestation',
    '816': 'restoration',
    '817': 'format conversion',
  } satisfies Record<ChangeType, string>,
};

interface CodeOf {
  lifecycle: LifecycleState;
  change: ChangeType;
}
export type CodeGroup = keyof CodeOf;

const NAMES: Record<CodeGroup, string> = { lifecycle: 'version lifecycle state', change: 'audit change type' };
const GROUPS: Record<CodeGroup, OpenehrGroup> = { lifecycle: 'version_lifecycle_state', change: 'audit_change_type' };

const isCode = <G extends CodeGroup>(group: G, text: string): text is CodeOf[G] & string =>
  Object.hasOwn(RUBRICS[group], text);

const rubrics: Readonly<Record<CodeGroup, ReadonlyMap<string, string>>> = {
  lifecycle: new Map(Object.entries(RUBRICS.lifecycle)),
  change: new Map(Object.entries(RUBRICS.change)),
};

export const rubricOf = <G extends CodeGroup>(group: G, code: CodeOf[G]): string => rubrics[group].get(code) ?? code;

/** `532|complete|` */
export const codedText = <G extends CodeGroup>(group: G, code: CodeOf[G]): string =>
  `${code}|${rubricOf(group, code)}|`;

/**
 * A code out of its text: `553`, `incomplete`, `553|incomplete|`, `openehr::553`; any case.
 * Throws `invalid_parameter` for anything else, also for the code of one concept with the rubric of another.
 */
export function parseCode<G extends CodeGroup>(group: G, text: string): CodeOf[G] {
  const bare = text
    .trim()
    .replace(/^\[?openehr::/i, '')
    .replace(/\]$/, '');
  const [, code = bare, words = ''] = /^(\d+)\|([^|]*)\|?$/.exec(bare) ?? [];
  if (isCode(group, code)) {
    refuseOtherWords(group, code, words);
    return code;
  }
  const word = bare.toLowerCase();
  const found = Object.entries(RUBRICS[group]).find(([, rubric]) => rubric === word)?.[0];
  if (found !== undefined && isCode(group, found)) return found;
  throw notACode(group);
}

function notACode(group: CodeGroup): CdrError {
  const known = Object.entries(RUBRICS[group]).map(([key, rubric]) => `${key}|${rubric}|`);
  return new CdrError(
    'invalid_parameter',
    `Not a code of the openEHR group "${NAMES[group]}"; one of ${known.join(', ')}`,
  );
}

/** Words are the caller's own, in any language, as long as they don't name another concept of the group. */
function refuseOtherWords(group: CodeGroup, code: string, words: string): void {
  if (words === '') return;
  const named = Object.hasOwn(RUBRICS[group], words) ? words : codeOf(GROUPS[group], words);
  if (named === undefined || named === code) return;
  throw new CdrError('invalid_parameter', `A code and a rubric of the group "${NAMES[group]}" contradict each other`);
}

/**
 * A code out of any of the shapes that clients send: TERMINOLOGY_CODE, DV_CODED_TEXT (terminology id as object or string),
 * CODE_PHRASE, a bare code, a rubric. Undefined when there is nothing to read.
 */
export function readCode<G extends CodeGroup>(group: G, value: JsonValue | undefined): CodeOf[G] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number') return parseCode(group, String(value));
  if (!isJsonObject(value)) throw notACode(group);
  const { defining_code: defining, value: words } = value;
  const phrase = isJsonObject(defining) ? defining : { code_string: defining };
  if (!isOpenehr(value['terminology_id']) || !isOpenehr(phrase['terminology_id'])) throw notACode(group);
  const code = readCode(group, value['code_string'] ?? phrase['code_string'] ?? words);
  if (code === undefined) throw notACode(group);
  if (typeof words === 'string') refuseOtherWords(group, code, words);
  return code;
}

/** Whether a terminology id, as a string or an object, is openEHR's, with or without a version; absent: it is. */
function isOpenehr(id: JsonValue | undefined): boolean {
  if (id === undefined || id === null) return true;
  const name = isJsonObject(id) ? id['value'] : id;
  return typeof name === 'string' && /^openehr(?:\(.*\))?$/i.test(name.trim());
}

/** DV_CODED_TEXT of a code. */
export const codeAsDvCodedText = <G extends CodeGroup>(group: G, code: CodeOf[G]): JsonObject => ({
  _type: 'DV_CODED_TEXT',
  value: rubricOf(group, code),
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
    code_string: code,
  },
});
