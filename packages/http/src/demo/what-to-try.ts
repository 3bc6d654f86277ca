import type { DemoPatient } from './patients.ts';
import { DEMO_NAMESPACE } from './patients.ts';

/** Where and as whom the service is reached. */
export interface DemoAccess {
  /** Default `http://127.0.0.1:8080`. */
  readonly origin?: string;
  /** Default `/rest/openehr/v1`. */
  readonly basePath?: string;
  /** Default `admin`. */
  readonly username?: string;
}

/** Commands to paste into a shell; curl asks for the password. */
export function whatToTry(patient: DemoPatient, access: DemoAccess): string {
  const { origin = 'http://127.0.0.1:8080', basePath = '/rest/openehr/v1', username = 'admin' } = access;
  const ehr = `/ehr/${patient.ehrId}`;
  const [first] = patient.records;
  const amended = patient.records.find(({ versions }) => versions.length > 1);
  const steps: readonly (readonly [purpose: string, path: string])[] = [
    ['the templates', '/definition/template/adl1.4'],
    ['the EHR of a patient', `/ehr?subject_id=${patient.subjectId}&subject_namespace=${DEMO_NAMESPACE}`],
    ['what is filed there', `${ehr}/directory`],
    ...(first ? [['a round of vital signs', `${ehr}/composition/${first.objectId}`] as const] : []),
    ...(amended
      ? [
          [
            'the two versions of a laboratory report',
            `${ehr}/versioned_composition/${amended.objectId}/revision_history`,
          ] as const,
        ]
      : []),
    ['who committed what, newest first', `${ehr}/contribution`],
  ];
  const commands = steps.map(
    ([purpose, path]) => `  # ${purpose}\n  curl -u ${username} '${origin}${basePath}${path}'`,
  );
  return ['Try next (curl asks for the password):', ...commands].join('\n');
}
