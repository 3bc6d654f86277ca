import { isJsonObject } from '../../json/value.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import type { CCodePhrase, CodeRef } from '../../template/model.ts';
import { listText } from './bounds.ts';
import { report } from './run.ts';
import type { Check } from './run.ts';

/** Code sets whose codes are compared without regard to case (ISO 639-1 and ISO 3166-1). */
const CASELESS = /^ISO_(639-1|3166-1)$/u;

/** `SNOMED-CT(2003)` and `ISO_639-1::1988` in parts (RM 1.1.0, TERMINOLOGY_ID). */
export interface TerminologyId {
  readonly name: string;
  readonly version: string | undefined;
}

export function parseTerminologyId(id: string): TerminologyId {
  const match = /^(.*?)(?:\((.*)\)|::(.*))$/su.exec(id);
  return match === null ? { name: id, version: undefined } : { name: match[1] ?? '', version: match[2] ?? match[3] };
}

/** The same terminology under the names that archetypes, terminology servers and FHIR give it. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['SNOMED-CT', 'SNOMED CT', 'SNOMED_CT', 'SNOMEDCT', 'SNOMED', 'SNOMED Clinical Terms', 'http://snomed.info/sct'],
  ['LOINC', 'http://loinc.org'],
  ['ICD10', 'ICD-10', 'http://hl7.org/fhir/sid/icd-10'],
];
const COMMON_NAME: ReadonlyMap<string, string> = new Map(
  SYNONYMS.flatMap(([common = '', ...others]) => others.map((name) => [name, common] as const)),
);
const commonName = (name: string): string => COMMON_NAME.get(name) ?? name;

/** Whether a terminology id means `terminologyId`: the same name or a synonym, and the same version where both name one. */
export function terminologyTest(terminologyId: string): (id: string) => boolean {
  const wanted = parseTerminologyId(terminologyId);
  const wantedName = commonName(wanted.name);
  return (id) => {
    if (id === terminologyId) return true;
    const given = parseTerminologyId(id);
    if (commonName(given.name) !== wantedName) return false;
    return given.version === undefined || wanted.version === undefined || given.version === wanted.version;
  };
}

/** Terminology and code of a CODE_PHRASE in canonical JSON. */
export function codeOf(phrase: JsonValue | undefined): CodeRef | undefined {
  if (!isJsonObject(phrase)) return undefined;
  const terminology = phrase['terminology_id'];
  const terminologyId = isJsonObject(terminology) ? terminology['value'] : undefined;
  const code = phrase['code_string'];
  return typeof terminologyId === 'string' && typeof code === 'string' ? { terminologyId, code } : undefined;
}

/**
 * C_CODE_PHRASE: the terminology by name, the code by the list; an empty list allows every code of the terminology (openEHR
 * Archetype Profile, C_CODE_PHRASE). A C_CODE_REFERENCE names a value set of an external terminology server, which a template
 * alone cannot decide: every code passes.
 */
export function compileCodePhrase(c: CCodePhrase): Check | undefined {
  if (c.referenceSetUri !== undefined || (c.terminologyId === undefined && c.codes.length === 0)) return undefined;
  const ofTerminology = c.terminologyId === undefined ? undefined : terminologyTest(c.terminologyId);
  const caseless = CASELESS.test(parseTerminologyId(c.terminologyId ?? '').name);
  const codes = new Set(caseless ? c.codes.map((code) => code.toLowerCase()) : c.codes);
  const wrongTerminology = `The terminology must be ${c.terminologyId ?? ''}.`;
  const wrongCode = `The code must be ${listText(c.codes)} of ${c.terminologyId ?? 'the template'}.`;
  return (value, run) => {
    const phrase = value as JsonObject;
    const ref = codeOf(phrase);
    if (ref === undefined) return;
    if (ofTerminology !== undefined && !ofTerminology(ref.terminologyId)) {
      report(run, 'terminology_not_allowed', wrongTerminology);
    } else if (codes.size > 0 && !codes.has(caseless ? ref.code.toLowerCase() : ref.code)) {
      report(run, 'code_not_allowed', wrongCode);
    }
  };
}
