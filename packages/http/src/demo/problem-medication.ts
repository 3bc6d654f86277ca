import type { JsonObject } from '@cairn/core';
import { codedText, composition, count, dateTime, element, entry, itemTree, text } from './rm.ts';
import type { Encounter } from './rm.ts';
import { PROBLEM_MEDICATION } from './templates.ts';

export interface ProblemMedication extends Encounter {
  readonly problem: Problem;
  readonly order?: MedicationOrder;
}

export interface Problem {
  readonly name: string;
  /** Code in the demo's own terminology, `demo`. */
  readonly code: string;
  /** As exactly as known: `2024-03` is enough. */
  readonly onset: string;
  readonly severity: keyof typeof SEVERITIES;
  readonly certainty: keyof typeof CERTAINTIES;
}

export interface MedicationOrder {
  readonly item: string;
  readonly route: string;
  readonly directions: string;
  /** How often and how long, as an ISO 8601 repeating interval. */
  readonly timing: string;
  readonly doses?: number;
}

const SEVERITIES = {
  mild: codedText('Mild', 'at0047'),
  moderate: codedText('Moderate', 'at0048'),
  severe: codedText('Severe', 'at0049'),
} as const;

const CERTAINTIES = {
  suspected: codedText('Suspected', 'at0074'),
  probable: codedText('Probable', 'at0075'),
  confirmed: codedText('Confirmed', 'at0076'),
} as const;

/** A problem, and the medicine ordered for it, for the template `cairn-problem-medication.v1`. */
export const problemMedication = (parts: ProblemMedication): JsonObject =>
  composition({
    ...parts,
    archetypeId: 'openEHR-EHR-COMPOSITION.encounter.v1',
    templateId: PROBLEM_MEDICATION,
    name: 'Problem and medication',
    content: [problem(parts), ...(parts.order === undefined ? [] : [order(parts, parts.order)])],
  });

const problem = ({ time, problem: { name, code, onset, severity, certainty } }: ProblemMedication): JsonObject => ({
  ...entry('EVALUATION', 'openEHR-EHR-EVALUATION.problem_diagnosis.v1', 'Problem or diagnosis'),
  data: itemTree('at0001', 'Problem data', [
    element('at0002', 'Name', codedText(name, code, 'demo')),
    element('at0077', 'Onset', dateTime(onset)),
    element('at0005', 'Severity', SEVERITIES[severity]),
    element('at0073', 'Certainty', CERTAINTIES[certainty]),
  ]),
  protocol: itemTree('at0032', 'Protocol', [element('at0070', 'Last updated', dateTime(time))]),
});

const order = (
  { time, problem: { name } }: ProblemMedication,
  { item, route, directions, timing, doses }: MedicationOrder,
): JsonObject => ({
  ...entry('INSTRUCTION', 'openEHR-EHR-INSTRUCTION.medication_order.v3', 'Medication order'),
  narrative: text(`${item}: ${directions}`),
  activities: [
    {
      _type: 'ACTIVITY',
      name: text('Order'),
      archetype_node_id: 'at0001',
      description: itemTree('at0002', 'Order data', [
        element('at0070', 'Medication item', text(item)),
        element('at0091', 'Route', text(route)),
        element('at0009', 'Directions', text(directions)),
        element('at0018', 'Indication', text(name)),
        {
          _type: 'CLUSTER',
          name: text('Order details'),
          archetype_node_id: 'at0113',
          items: [
            element('at0012', 'Start', dateTime(time)),
            ...(doses === undefined ? [] : [element('at0060', 'Administrations completed', count(doses))]),
          ],
        },
      ]),
      timing: { _type: 'DV_PARSABLE', value: timing, formalism: 'ISO8601' },
      action_archetype_id: '/openEHR-EHR-ACTION\\.medication(-[a-zA-Z0-9_]+)*\\.v1/',
    },
  ],
});
