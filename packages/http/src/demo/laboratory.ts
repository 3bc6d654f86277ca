import type { JsonObject } from '@cairn/core';
import {
  archetypeRoot,
  codedText,
  codePhrase,
  composition,
  element,
  entry,
  history,
  itemTree,
  quantity,
  text,
} from './rm.ts';
import type { Encounter } from './rm.ts';
import { LABORATORY_RESULT } from './templates.ts';

export interface LaboratoryResult extends Encounter {
  readonly reportId: string;
  readonly testName: string;
  readonly status: keyof typeof STATUS;
  readonly analytes: readonly Analyte[];
  readonly conclusion?: string;
}

/** A value with its reference range, in the same units. */
export interface Analyte {
  readonly name: string;
  readonly magnitude: number;
  readonly units: string;
  readonly normal: readonly [lower: number, upper: number];
}

/** The status of the whole test, and what it is for each of its results. */
const STATUS = {
  preliminary: { test: codedText('Preliminary', 'at0120'), analyte: codedText('Preliminary', 'at0017') },
  final: { test: codedText('Final', 'at0038'), analyte: codedText('Final', 'at0018') },
} as const;

/** A laboratory report for the template `cairn-laboratory-result.v1`. */
export const laboratoryResult = (result: LaboratoryResult): JsonObject =>
  composition({
    ...result,
    archetypeId: 'openEHR-EHR-COMPOSITION.report-result.v1',
    templateId: LABORATORY_RESULT,
    name: 'Laboratory report',
    otherContext: itemTree('at0001', 'Context', [
      element('at0002', 'Report id', text(result.reportId)),
      element('at0005', 'Status', text(result.status)),
    ]),
    content: [test(result)],
  });

const test = ({ time, testName, status, analytes, conclusion }: LaboratoryResult): JsonObject => ({
  ...entry('OBSERVATION', 'openEHR-EHR-OBSERVATION.laboratory_test_result.v1', 'Laboratory test result'),
  data: history({
    time,
    historyId: 'at0001',
    eventId: 'at0002',
    data: itemTree('at0003', 'Result data', [
      element('at0005', 'Test name', text(testName)),
      element('at0073', 'Overall test status', STATUS[status].test),
      ...analytes.map((analyte) => analyteResult(analyte, STATUS[status].analyte)),
      ...(conclusion === undefined ? [] : [element('at0057', 'Conclusion', text(conclusion))]),
    ]),
  }),
});

const analyteResult = (analyte: Analyte, status: JsonObject): JsonObject => ({
  ...archetypeRoot('CLUSTER', 'openEHR-EHR-CLUSTER.laboratory_test_analyte.v1', 'Analyte'),
  items: [
    element('at0024', 'Analyte name', text(analyte.name)),
    element('at0001', 'Result', { ...quantity(analyte.magnitude, analyte.units), ...againstNormal(analyte) }),
    element('at0005', 'Result status', status),
  ],
});

function againstNormal({ magnitude, units, normal: [lower, upper] }: Analyte): JsonObject {
  const status = magnitude < lower ? 'L' : magnitude > upper ? 'H' : 'N';
  return {
    normal_range: {
      _type: 'DV_INTERVAL',
      lower: quantity(lower, units),
      upper: quantity(upper, units),
      lower_included: true,
      upper_included: true,
      lower_unbounded: false,
      upper_unbounded: false,
    },
    normal_status: codePhrase('openehr_normal_statuses', status),
  };
}
