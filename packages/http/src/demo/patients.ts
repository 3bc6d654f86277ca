/** Five invented patients and what happened to them; nobody real, nothing measured. */
import type { JsonObject } from '@cairn/core';
import { laboratoryResult } from './laboratory.ts';
import type { Analyte } from './laboratory.ts';
import { problemMedication } from './problem-medication.ts';
import type { ProblemMedication } from './problem-medication.ts';
import type { Encounter } from './rm.ts';
import { vitalSigns } from './vital-signs.ts';
import type { VitalSigns } from './vital-signs.ts';

/** Namespace of the demo's subject ids. */
export const DEMO_NAMESPACE = 'demo';

export interface DemoPatient {
  readonly ehrId: string;
  readonly subjectId: string;
  /** In the order in which they are committed. */
  readonly records: readonly DemoRecord[];
}

/** One versioned composition. */
export interface DemoRecord {
  readonly objectId: string;
  /** The folder it is filed in. */
  readonly folder: string;
  /** One version after the other. */
  readonly versions: readonly JsonObject[];
}

export const demoPatients = (): readonly DemoPatient[] => STORIES.map(patient);

interface Story {
  /** The first round; the later ones swing about it. */
  readonly signs: Omit<VitalSigns, keyof Encounter>;
  readonly rounds: readonly string[];
  readonly laboratory?: { readonly day: string; readonly testName: string; readonly analytes: readonly Analyte[] };
  readonly problem?: Omit<ProblemMedication, keyof Encounter> & { readonly day: string };
}

/** How far each round is from the first. */
const SWING = [0, 4, -3, 6, 1, -5];

function patient(story: Story, index: number): DemoPatient {
  const number = index + 1;
  const records = draftsOf(story, number).map(({ folder, composer, days, build }, position): DemoRecord => {
    const objectId = demoId(number, position + 1);
    const versions = days.map((day, version) => build({ objectId, composer, time: `${day}+01:00` }, version));
    return { objectId, folder, versions };
  });
  return { ehrId: demoId(number, 0), subjectId: `patient-${number}`, records };
}

/** A record before it has its id. */
interface Draft {
  readonly folder: string;
  readonly composer: string;
  /** One for each version. */
  readonly days: readonly string[];
  readonly build: (encounter: Encounter, version: number) => JsonObject;
}

const draftsOf = ({ signs, rounds, laboratory, problem }: Story, number: number): readonly Draft[] => [
  ...rounds.map((day, round) => vitalSignsDraft(day, swung(signs, SWING[round % SWING.length] ?? 0))),
  ...(laboratory ? [laboratoryDraft(laboratory, `DEMO-${number}`)] : []),
  ...(problem ? [problemDraft(problem)] : []),
];

const vitalSignsDraft = (day: string, signs: Story['signs']): Draft => ({
  folder: 'Vital signs',
  composer: 'Nurse Example',
  days: [day],
  build: (encounter) => vitalSigns({ ...encounter, ...signs }),
});

/** Reported twice: preliminary, then final, as the second version of the same composition. */
const laboratoryDraft = ({ day, ...result }: NonNullable<Story['laboratory']>, reportId: string): Draft => ({
  folder: 'Laboratory',
  composer: 'Laboratory Example',
  days: [day, day],
  build: (encounter, version) =>
    version === 0
      ? laboratoryResult({ ...encounter, ...result, reportId, status: 'preliminary' })
      : laboratoryResult({ ...encounter, ...result, reportId, status: 'final', conclusion: 'Checked.' }),
});

const problemDraft = ({ day, ...parts }: NonNullable<Story['problem']>): Draft => ({
  folder: 'Problems',
  composer: 'Dr. Example',
  days: [day],
  build: (encounter) => problemMedication({ ...encounter, ...parts }),
});

/** Fixed UUIDs: record 0 is the EHR itself. */
const demoId = (patientNumber: number, record: number): string =>
  `dec0de00-${String(patientNumber).padStart(4, '0')}-4000-8000-${String(record).padStart(12, '0')}`;

const swung = (signs: Story['signs'], swing: number): Story['signs'] => ({
  ...signs,
  systolic: signs.systolic + 2 * swing,
  diastolic: signs.diastolic + swing,
  pulse: signs.pulse - swing,
  temperature: (Math.round(signs.temperature * 10) + swing) / 10,
});

const STORIES: readonly Story[] = [
  {
    signs: { systolic: 148, diastolic: 92, position: 'sitting', pulse: 76, temperature: 36.8, weight: 84.5 },
    rounds: ['2026-01-12T08:30:00', '2026-01-26T08:40:00', '2026-02-09T08:25:00', '2026-03-09T08:35:00'],
    laboratory: {
      day: '2026-01-12T11:10:00',
      testName: 'Kidney panel',
      analytes: [
        { name: 'Creatinine', magnitude: 88, units: 'umol/L', normal: [60, 105] },
        { name: 'Potassium', magnitude: 5.4, units: 'mmol/L', normal: [3.5, 5.1] },
        { name: 'Sodium', magnitude: 139, units: 'mmol/L', normal: [135, 145] },
      ],
    },
    problem: {
      day: '2026-01-12T09:00:00',
      problem: {
        name: 'High blood pressure',
        code: 'high-blood-pressure',
        onset: '2025',
        severity: 'moderate',
        certainty: 'confirmed',
      },
      order: {
        item: 'Examplopril 5 mg tablet',
        route: 'Oral',
        directions: 'One tablet every morning',
        timing: 'R/2026-01-13T08:00:00+01:00/P1D',
      },
    },
  },
  {
    signs: { systolic: 118, diastolic: 74, position: 'lying', pulse: 98, temperature: 38.9, oxygenSaturation: 93.5 },
    rounds: ['2026-02-03T20:15:00', '2026-02-04T06:10:00', '2026-02-04T18:05:00', '2026-02-05T06:20:00'],
    laboratory: {
      day: '2026-02-03T21:40:00',
      testName: 'Infection panel',
      analytes: [
        { name: 'C-reactive protein', magnitude: 86.2, units: 'mg/L', normal: [0, 5] },
        { name: 'Leukocytes', magnitude: 14.1, units: '10*9/L', normal: [4, 10] },
      ],
    },
    problem: {
      day: '2026-02-03T22:30:00',
      problem: { name: 'Pneumonia', code: 'pneumonia', onset: '2026-02-01', severity: 'severe', certainty: 'probable' },
      order: {
        item: 'Examplocillin 500 mg tablet',
        route: 'Oral',
        directions: 'One tablet every eight hours for seven days',
        timing: 'R21/2026-02-03T23:00:00+01:00/PT8H',
        doses: 21,
      },
    },
  },
  {
    signs: { systolic: 124, diastolic: 80, position: 'sitting', pulse: 70, temperature: 36.6, weight: 96.2 },
    rounds: ['2026-01-20T10:00:00', '2026-02-17T10:05:00', '2026-03-17T09:55:00'],
    laboratory: {
      day: '2026-01-20T12:30:00',
      testName: 'Sugar panel',
      analytes: [
        { name: 'Glucose, fasting', magnitude: 8.4, units: 'mmol/L', normal: [3.9, 5.6] },
        { name: 'Haemoglobin A1c', magnitude: 56, units: 'mmol/mol', normal: [20, 42] },
      ],
    },
    problem: {
      day: '2026-01-20T13:00:00',
      problem: {
        name: 'Diabetes, type 2',
        code: 'diabetes-2',
        onset: '2026-01',
        severity: 'mild',
        certainty: 'confirmed',
      },
      order: {
        item: 'Examplomin 850 mg tablet',
        route: 'Oral',
        directions: 'One tablet with breakfast and one with dinner',
        timing: 'R/2026-01-20T18:00:00+01:00/PT12H',
      },
    },
  },
  {
    signs: {
      systolic: 112,
      diastolic: 70,
      position: 'standing',
      pulse: 64,
      temperature: 36.5,
      weight: 61,
      oxygenSaturation: 99,
    },
    rounds: ['2026-03-02T14:00:00', '2026-03-30T14:10:00'],
    problem: {
      day: '2026-03-02T14:20:00',
      problem: {
        name: 'Sprained ankle',
        code: 'sprained-ankle',
        onset: '2026-03-01T18:30:00+01:00',
        severity: 'mild',
        certainty: 'confirmed',
      },
    },
  },
  {
    signs: { systolic: 131, diastolic: 84, position: 'sitting', pulse: 82, temperature: 37.1 },
    rounds: ['2026-03-11T09:00:00', '2026-03-12T09:00:00', '2026-03-13T09:00:00'],
  },
];
