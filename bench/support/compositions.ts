/** Compositions of some 10 kB for the demo's templates, always the same ones: two rounds of vital signs, or a blood count. */
import { parseJson, stringifyJson, isJsonObject, type JsonObject, type JsonValue } from '@cairn/core';
import { laboratoryResult, type Analyte } from '../../packages/http/src/demo/laboratory.ts';
import type { Encounter } from '../../packages/http/src/demo/rm.ts';
import { vitalSigns } from '../../packages/http/src/demo/vital-signs.ts';
import { randomNumbers, type RandomNumbers } from './random.ts';

/** So many compositions as canonical JSON texts, alternately vital signs and laboratory reports, each with a uid of its own. */
export function compositionTexts(count: number): readonly string[] {
  const random = randomNumbers(20_260_105);
  return Array.from({ length: count }, (_, index) => {
    const encounter = encounterOf(random, index);
    return stringifyJson(index % 2 === 0 ? twoRounds(encounter, random) : bloodCount(encounter, random));
  });
}

/** The same as they are after reading. */
export const compositions = (count: number): readonly JsonObject[] => compositionTexts(count).map(readObject);

export function readObject(text: string): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new TypeError('A composition is not a JSON object');
  return value;
}

const COMPOSERS = ['Nurse Example', 'Dr. Example', 'Laboratory Example'];
const FIRST_MINUTE = Date.UTC(2026, 0, 5, 8) / 60_000;

const encounterOf = (random: RandomNumbers, index: number): Encounter => ({
  objectId: random.uuid(),
  time: `${new Date((FIRST_MINUTE + 17 * index) * 60_000).toISOString().slice(0, 19)}Z`,
  composer: random.oneOf(COMPOSERS),
});

function twoRounds(encounter: Encounter, random: RandomNumbers): JsonObject {
  const first = vitalSigns({ ...encounter, ...signs(random) });
  const second = vitalSigns({ ...encounter, ...signs(random) });
  return { ...first, content: [...listOf(first['content']), ...listOf(second['content'])] };
}

const signs = (random: RandomNumbers) => ({
  systolic: random.between(95, 175, 0),
  diastolic: random.between(55, 105, 0),
  position: random.oneOf(['standing', 'sitting', 'lying'] as const),
  pulse: random.between(50, 120, 0),
  temperature: random.between(35.8, 39.9, 1),
});

const ANALYTES: readonly Omit<Analyte, 'magnitude'>[] = [
  { name: 'Haemoglobin', units: 'g/L', normal: [120, 160] },
  { name: 'Leukocytes', units: '10*9/L', normal: [4, 10] },
  { name: 'Thrombocytes', units: '10*9/L', normal: [150, 400] },
  { name: 'Erythrocytes', units: '10*12/L', normal: [4, 5.5] },
  { name: 'Mean cell volume', units: 'fL', normal: [80, 96] },
  { name: 'C-reactive protein', units: 'mg/L', normal: [0, 5] },
];

const bloodCount = (encounter: Encounter, random: RandomNumbers): JsonObject =>
  laboratoryResult({
    ...encounter,
    reportId: `BENCH-${random.between(100_000, 999_999, 0)}`,
    testName: 'Blood count',
    status: 'final',
    analytes: ANALYTES.map((analyte) => ({ ...analyte, magnitude: about(analyte.normal, random) })),
    conclusion: 'Checked.',
  });

/** A value in or near a reference range. */
const about = ([lower, upper]: Analyte['normal'], random: RandomNumbers): number =>
  random.between(0.8 * lower, 1.2 * upper, 1);

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);

/** Of texts of ASCII characters alone, in bytes. */
export const meanLength = (texts: readonly string[]): number =>
  Math.round(texts.reduce((sum, { length }) => sum + length, 0) / texts.length);
