import { isJsonObject } from '../../json/value.ts';
import type { JsonValue } from '../../json/value.ts';
import type { CCodePhrase, CodeRef } from '../../template/model.ts';
import { parseTerminologyId } from '../terminology-id.ts';
import { listText } from './bounds.ts';
import { report } from './run.ts';
import type { Check } from './run.ts';

/** Code sets whose codes are compared without regard to case (ISO 639-1 and ISO 3166-1). */
const CASELESS = /^ISO_(639-1|3166-1)$/u;

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

/**
 * Whether a terminology id means `terminologyId`: the same name or a synonym, and the same version where both name one.
 */
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
 * C_CODE_PHRASE: the terminology by name, the code by the list; an empty list allows every code of the terminology
 * (openEHR Archetype Profile, C_CODE_PHRASE). A C_CODE_REFERENCE names what a terminology server knows: without one, a
 * code system is checked as terminology and a value set allows every code.
 */
export function compileCodePhrase({ terminologyId, codes, referenceSetUri }: CCodePhrase): Check | undefined {
  return referenceSetUri === undefined
    ? compileCodes(terminologyId, codes)
    : compileCodes(codeSystemOf(referenceSetUri), []);
}

function compileCodes(terminologyId: string | undefined, allowed: readonly string[]): Check | undefined {
  if (terminologyId === undefined && allowed.length === 0) return undefined;
  const ofTerminology = terminologyId === undefined ? undefined : terminologyTest(terminologyId);
  const caseless = CASELESS.test(parseTerminologyId(terminologyId ?? '').name);
  const codes = new Set(caseless ? allowed.map((code) => code.toLowerCase()) : allowed);
  const wrongTerminology = `The terminology must be ${terminologyId ?? ''}.`;
  const wrongCode = `The code must be ${listText(allowed)} of ${terminologyId ?? 'the template'}.`;
  return (value, run) => {
    const ref = codeOf(value);
    if (ref === undefined) return;
    if (ofTerminology !== undefined && !ofTerminology(ref.terminologyId)) {
      report(run, 'terminology_not_allowed', wrongTerminology);
    } else if (codes.size > 0 && !codes.has(caseless ? ref.code.toLowerCase() : ref.code)) {
      report(run, 'code_not_allowed', wrongCode);
    }
  };
}

/**
 * The url in `terminology://fhir.hl7.org/CodeSystem/$validate-code?url=…`, whatever the operation, without a version
 * (`…|1.0`).
 */
function codeSystemOf(referenceSetUri: string): string | undefined {
  const url = /^terminology:\/\/fhir\.hl7\.org\/CodeSystem\b[^?]*\?(?:.*&)?url=([^&|]+)/u.exec(referenceSetUri)?.[1];
  try {
    return url === undefined ? undefined : decodeURIComponent(url);
  } catch {
    return url;
  }
}
