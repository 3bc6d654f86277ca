import type { JsonObject } from '@cairn/core';
import { codedText, composition, element, entry, history, itemTree, percent, quantity } from './rm.ts';
import type { Encounter } from './rm.ts';
import { VITAL_SIGNS } from './templates.ts';

export interface VitalSigns extends Encounter {
  /** mm[Hg] */
  readonly systolic: number;
  readonly diastolic: number;
  readonly position?: keyof typeof POSITIONS;
  /** /min */
  readonly pulse: number;
  /** Cel */
  readonly temperature: number;
  /** kg */
  readonly weight?: number;
  /** Percent. */
  readonly oxygenSaturation?: number;
}

const POSITIONS = {
  standing: codedText('Standing', 'at1000'),
  sitting: codedText('Sitting', 'at1001'),
  lying: codedText('Lying', 'at1003'),
} as const;

/** A round of vital signs for the template `cairn-vital-signs.v1`. */
export const vitalSigns = (signs: VitalSigns): JsonObject =>
  composition({
    ...signs,
    archetypeId: 'openEHR-EHR-COMPOSITION.encounter.v1',
    templateId: VITAL_SIGNS,
    name: 'Vital signs',
    content: [
      bloodPressure(signs),
      pulse(signs),
      temperature(signs),
      ...(signs.weight === undefined ? [] : [weight(signs.time, signs.weight)]),
      ...(signs.oxygenSaturation === undefined ? [] : [oxygenSaturation(signs.time, signs.oxygenSaturation)]),
    ],
  });

const bloodPressure = ({ time, systolic, diastolic, position }: VitalSigns): JsonObject => ({
  ...entry('OBSERVATION', 'openEHR-EHR-OBSERVATION.blood_pressure.v2', 'Blood pressure'),
  data: history({
    time,
    historyId: 'at0001',
    eventId: 'at0006',
    data: itemTree('at0003', 'Measurement', [
      element('at0004', 'Systolic', quantity(systolic, 'mm[Hg]', 0)),
      element('at0005', 'Diastolic', quantity(diastolic, 'mm[Hg]', 0)),
    ]),
    ...(position && { state: itemTree('at0007', 'State', [element('at0008', 'Position', POSITIONS[position])]) }),
  }),
  protocol: itemTree('at0011', 'Protocol', [
    element('at0014', 'Location of measurement', codedText('Left arm', 'at0026')),
  ]),
});

const pulse = ({ time, pulse: rate }: VitalSigns): JsonObject => ({
  ...entry('OBSERVATION', 'openEHR-EHR-OBSERVATION.pulse.v2', 'Pulse'),
  data: history({
    time,
    historyId: 'at0002',
    eventId: 'at0003',
    data: itemTree('at0001', 'Measurement', [
      element('at0004', 'Rate', quantity(rate, '/min', 0)),
      element('at0005', 'Regularity', codedText('Regular', 'at0006')),
    ]),
  }),
});

const temperature = ({ time, temperature: degrees }: VitalSigns): JsonObject => ({
  ...entry('OBSERVATION', 'openEHR-EHR-OBSERVATION.body_temperature.v2', 'Body temperature'),
  data: history({
    time,
    historyId: 'at0002',
    eventId: 'at0003',
    data: itemTree('at0001', 'Measurement', [element('at0004', 'Temperature', quantity(degrees, 'Cel', 1))]),
  }),
});

const weight = (time: string, kilograms: number): JsonObject => ({
  ...entry('OBSERVATION', 'openEHR-EHR-OBSERVATION.body_weight.v2', 'Body weight'),
  data: history({
    time,
    historyId: 'at0002',
    eventId: 'at0003',
    data: itemTree('at0001', 'Measurement', [element('at0004', 'Weight', quantity(kilograms, 'kg'))]),
  }),
});

const oxygenSaturation = (time: string, saturation: number): JsonObject => ({
  ...entry('OBSERVATION', 'openEHR-EHR-OBSERVATION.pulse_oximetry.v1', 'Pulse oximetry'),
  data: history({
    time,
    historyId: 'at0001',
    eventId: 'at0002',
    data: itemTree('at0003', 'Measurement', [element('at0006', 'SpO₂', percent(saturation))]),
  }),
});
