import { readFile } from 'node:fs/promises';
import { packageFile } from '../package-file.ts';

/** Ids of the demo's operational templates. */
export const VITAL_SIGNS = 'cairn-vital-signs.v1';
export const LABORATORY_RESULT = 'cairn-laboratory-result.v1';
export const PROBLEM_MEDICATION = 'cairn-problem-medication.v1';

export const demoTemplateIds = [VITAL_SIGNS, LABORATORY_RESULT, PROBLEM_MEDICATION] as const;

/** The OPT of a demo template. */
export const readDemoTemplate = (templateId: (typeof demoTemplateIds)[number]): Promise<Uint8Array> =>
  readFile(packageFile(`demo/templates/${templateId}.opt`));
