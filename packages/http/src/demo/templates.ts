import { readFile } from 'node:fs/promises';

/** Ids of the demo's operational templates. */
export const VITAL_SIGNS = 'cairn-vital-signs.v1';
export const LABORATORY_RESULT = 'cairn-laboratory-result.v1';
export const PROBLEM_MEDICATION = 'cairn-problem-medication.v1';

export const demoTemplateIds = [VITAL_SIGNS, LABORATORY_RESULT, PROBLEM_MEDICATION] as const;

/** The OPT of a demo template; the folder lies equally far from the sources and from what is built of them. */
export const readDemoTemplate = (templateId: (typeof demoTemplateIds)[number]): Promise<Uint8Array> =>
  readFile(new URL(`../../demo/templates/${templateId}.opt`, import.meta.url));
