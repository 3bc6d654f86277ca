import { CdrError, isJsonObject } from '@cairn/core';
import type { Cdr, JsonObject } from '@cairn/core';
import { directoryOf } from './directory.ts';
import { DEMO_NAMESPACE, demoPatients } from './patients.ts';
import type { DemoPatient, DemoRecord } from './patients.ts';
import { archetypeRoot } from './rm.ts';
import { demoTemplateIds, readDemoTemplate } from './templates.ts';
import { whatToTry } from './what-to-try.ts';
import type { DemoAccess } from './what-to-try.ts';

export type { DemoAccess } from './what-to-try.ts';

/**
 * Puts the demo into a CDR: three templates and five invented patients with some records each. What is there already is left
 * alone, so it may be called at every start.
 *
 * Gives a text for the terminal: what was done, and commands to try next.
 */
export async function seedDemo(cdr: Cdr, access: DemoAccess = {}): Promise<string> {
  const templates = await uploadTemplates(cdr);
  const patients = demoPatients();
  const created: DemoPatient[] = [];
  for (const patient of patients) {
    if (await cdr.ehrs.exists(patient.ehrId)) continue;
    if (await unlessThere(() => createPatient(cdr, patient))) created.push(patient);
  }
  const compositions = created.flatMap(({ records }) => records).length;
  const done =
    templates + created.length === 0
      ? 'The demo is there already: nothing was changed.'
      : `The demo is in: ${templates} templates, ${created.length} patients, ${compositions} compositions.`;
  const [first] = patients;
  return first === undefined ? done : `${done}\n${whatToTry(first, access)}`;
}

/** Gives how many were not there. */
async function uploadTemplates(cdr: Cdr): Promise<number> {
  const present = new Set((await cdr.templates.list()).map((row) => row.template_id));
  const missing = demoTemplateIds.filter((templateId) => !present.has(templateId));
  let uploaded = 0;
  for (const templateId of missing) {
    const opt = await readDemoTemplate(templateId);
    if (await unlessThere(() => cdr.templates.upload(opt))) uploaded += 1;
  }
  return uploaded;
}

/** False when another node that starts at the same time was first. */
async function unlessThere(make: () => Promise<unknown>): Promise<boolean> {
  try {
    await make();
    return true;
  } catch (error) {
    if (error instanceof CdrError && TAKEN.has(error.code)) return false;
    throw error;
  }
}

const TAKEN: ReadonlySet<string> = new Set(['template_exists', 'ehr_exists', 'subject_exists']);

async function createPatient(cdr: Cdr, { ehrId, subjectId, records }: DemoPatient): Promise<void> {
  await cdr.ehrs.create({ ehrId, status: ehrStatus(subjectId) });
  for (const record of records) await commitVersions(cdr, ehrId, record);
  await cdr.directories.create(ehrId, directoryOf(records));
}

async function commitVersions(cdr: Cdr, ehrId: string, { objectId, versions }: DemoRecord): Promise<void> {
  const [first, ...later] = versions;
  if (first === undefined) return;
  let { uid } = await cdr.compositions.create(ehrId, first, committedBy(first));
  for (const next of later) {
    ({ uid } = await cdr.compositions.update(ehrId, objectId, next, {
      ...committedBy(next),
      precedingVersionUid: uid,
    }));
  }
}

/** Whoever composed it commits it. */
const committedBy = ({ composer }: JsonObject): { readonly committer?: JsonObject } =>
  isJsonObject(composer) ? { committer: composer } : {};

const ehrStatus = (subjectId: string): JsonObject => ({
  ...archetypeRoot('EHR_STATUS', 'openEHR-EHR-EHR_STATUS.generic.v1', 'EHR status'),
  subject: {
    _type: 'PARTY_SELF',
    external_ref: {
      _type: 'PARTY_REF',
      id: { _type: 'GENERIC_ID', value: subjectId, scheme: 'demo' },
      namespace: DEMO_NAMESPACE,
      type: 'PERSON',
    },
  },
  is_queryable: true,
  is_modifiable: true,
});
